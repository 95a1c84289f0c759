/**
 * The end of a game: places, and what its shuffles were made of.
 *
 * @import {AnyView, Outcome} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 * @import {Table} from './page.js'
 */

import { factsOf } from '../games/index.js';
import { boardOf } from '../games/modules.js';
import { html, paint } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { list } from '../lib/text.js';

/**
 * @typedef {{name: string, colour: import('../protocol.js').Colour}[]} Finishers who played, seat by
 *   seat: seats can change hands after the game
 */

/**
 * @param {AnyView | null | undefined} game
 * @returns {Outcome | null}
 */
export function outcomeOf(game) {
  return game?.outcome ?? null;
}

/**
 * @param {Element} parent
 * @param {Table} table
 * @param {Finishers} finishers
 * @param {number | null} own the seat in which the reader played
 */
export function paintPlaces(parent, table, finishers, own) {
  const { state, text } = table;
  const outcome = outcomeOf(state.view?.game);
  if (!outcome) return;
  /** @param {number} seat */
  const name = (seat) => finishers[seat]?.name ?? text('seats.number', { number: seat + 1 });
  /** @param {number} seat */
  const score = (seat) => {
    const counted = state.view?.game ? factsOf(state.view.game, seat).score : null;
    return (
      counted !== null &&
      html('small', { class: 'score' }, text(counted.key, { count: counted.count }))
    );
  };
  const game = state.view?.game;
  const { verdict = null, why = null } = game
    ? boardOf(game.game).ending(game, { text, name })
    : {};
  const winners = placesOf(outcome)[0]?.seats ?? [];
  const alone = winners.length === 1 && winners[0] === own;
  paint(
    parent,
    html(
      'h2',
      { id: 'places-title' },
      verdict ?? (alone ? text('end.you_won') : sayOutcome(outcome, text, name)),
    ),
    why !== null && html('p', { class: 'why' }, why),
    html(
      'ol',
      { class: 'places' },
      placesOf(outcome).map(({ place, seats }) =>
        html(
          'li',
          { key: place, class: place === 1 ? 'place first' : 'place' },
          html('span', { class: 'rank' }, text('end.place', { place })),
          html(
            'span',
            { class: 'who' },
            seats.map((seat) => {
              const colour = finishers[seat]?.colour;
              return html(
                'span',
                { class: 'finisher' },
                colour && glyph(colour),
                html('strong', { dir: 'auto' }, name(seat)),
                seat === own && html('small', {}, text('seats.you')),
                score(seat),
              );
            }),
            seats.length > 1 && html('small', {}, text('end.tie')),
          ),
        ),
      ),
    ),
    html(
      'p',
      { class: 'check-link' },
      html('a', { href: checkPath(table.room, state.view?.round ?? 0) }, text('shuffle.check')),
    ),
  );
}

/** Digits of a fingerprint that are shown in short. */
const START = 12;

/**
 * @param {Table} table
 * @returns {string} that the shuffle is fixed already, and to what
 */
export function sayCommitted({ state, text }) {
  const which = state.view?.phase === 'over' ? 'shuffle.committed_next' : 'shuffle.committed';
  return text(which, { start: (state.view?.commitment ?? '').slice(0, START) });
}

/**
 * @param {Element} parent
 * @param {Table} table
 */
export function paintShuffle(parent, table) {
  const { state, text, room } = table;
  if (!state.view) return;
  const { commitment, phase, round } = state.view;
  const finished = Array.from(
    { length: phase === 'playing' ? round - 1 : round },
    (_, at) => at + 1,
  );
  paint(
    parent,
    html('p', {}, text('shuffle.explained')),
    html(
      'dl',
      { class: 'facts hex' },
      html(
        'div',
        {},
        html('dt', {}, text(phase === 'over' ? 'shuffle.commitment_next' : 'shuffle.commitment')),
        html('dd', {}, html('code', {}, commitment)),
      ),
      finished.length > 0 &&
        html(
          'div',
          {},
          html('dt', {}, text('shuffle.games')),
          html(
            'dd',
            { class: 'games' },
            finished.map((game) =>
              html(
                'a',
                {
                  key: game,
                  href: checkPath(room, game),
                  'aria-label': text('shuffle.check_game', { round: game }),
                },
                text('shuffle.game', { round: game }),
              ),
            ),
          ),
        ),
    ),
  );
}

/**
 * @param {string} room
 * @param {number} round
 */
function checkPath(room, round) {
  return `/r/${encodeURIComponent(room)}/games/${round}`;
}

/**
 * The seats of each place, best first; those who share one are together.
 *
 * @param {Outcome} outcome
 * @returns {{place: number, seats: number[]}[]}
 */
export function placesOf(outcome) {
  const places = [...new Set(outcome.places)].sort((a, b) => a - b);
  return places.map((place) => ({
    place,
    seats: outcome.places.flatMap((of, seat) => (of === place ? [seat] : [])),
  }));
}

/**
 * Who won.
 *
 * @param {Outcome} outcome
 * @param {Text} text
 * @param {(seat: number) => string} name
 */
export function sayOutcome(outcome, text, name) {
  const winners = placesOf(outcome)[0]?.seats ?? [];
  return text(winners.length === 1 ? 'end.won' : 'end.shared', { names: list(winners.map(name)) });
}
