/**
 * The end of a game: the places, the standing, and the commitment of the shuffles.
 *
 * @import {AnyView, Outcome} from '../../protocol.js'
 * @import {Count} from '../../games/index.js'
 * @import {Text} from '../../lib/text.js'
 * @import {RoomContext} from '../context.js'
 */

import { boardOf } from '../../games/modules.js';
import { html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { list } from '../../lib/text.js';
import { eventsOf } from '../state.js';

/**
 * @typedef {import('../talk/chronicle.js').Finisher[]} Finishers the players of the game, indexed by
 *   seat; seats can change hands after the game
 */

/**
 * @param {AnyView | null | undefined} game
 * @returns {Outcome | null}
 */
export function outcomeOf(game) {
  return game?.outcome ?? null;
}

/**
 * Shows the result of a game.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 * @param {Finishers} finishers
 * @param {number | null} own the seat in which the reader played
 */
export function paintPlaces(parent, context, finishers, own) {
  const { state, text } = context;
  const game = state.view?.game;
  const outcome = outcomeOf(game);
  if (!game || !outcome) return;
  /** @param {number} seat */
  const name = (seat) => finishers[seat]?.name ?? text('seats.number', { number: seat + 1 });
  const board = boardOf(game.game);
  const { verdict, why } = board.ending(game, { text, name });
  const figures = board.figures(game, eventsOf(state.happenings));
  /** @param {number} seat */
  const finisher = (seat) => {
    const { colour = null, bot = null } = finishers[seat] ?? {};
    return html(
      'span',
      { class: 'finisher' },
      colour && glyph(colour),
      html('strong', { dir: 'auto', translate: 'no' }, name(seat)),
      seat === own && html('small', {}, text('seats.you')),
      bot && html('small', {}, text('bot.note', { level: text(`bot.${bot}`) })),
      html('small', { class: 'figures' }, sayFigures(figures[seat] ?? [], text)),
    );
  };
  const ownPlace = own === null ? 1 : (outcome.places[own] ?? 1);
  paint(
    parent,
    html('h2', { id: 'places-title' }, verdict ?? sayOutcome(outcome, text, name, own)),
    verdict === null &&
      ownPlace > 1 &&
      html('p', { class: 'own-place' }, text('end.own_place', { place: ownPlace })),
    why !== null && html('p', { class: 'why' }, why),
    html(
      'ol',
      { class: 'places' },
      placesOf(outcome).map(({ place, seats }) =>
        html(
          'li',
          { key: place, class: place === 1 ? 'place first' : 'place' },
          // If the game describes its own ending, such as a draw, no place is shown.
          verdict === null &&
            html(
              'span',
              { class: 'rank' },
              text('end.place', { place }),
              seats.length > 1 && html('small', {}, text('end.tie')),
            ),
          html('span', { class: 'who' }, seats.map(finisher)),
        ),
      ),
    ),
    standing(context),
    html(
      'p',
      { class: 'check-link' },
      html('a', { href: checkPath(context.room, state.view?.round ?? 0) }, text('shuffle.check')),
    ),
  );
}

/**
 * Describes the result of one seat: always the deciding figure, and the other figures that are not
 * zero.
 *
 * @param {readonly Count[]} figures
 * @param {Text} text
 */
function sayFigures(figures, text) {
  return figures
    .filter(({ count }, at) => at === 0 || count > 0)
    .map(({ key, count }) => text(key, { count }))
    .join(' · ');
}

/**
 * Creates the table of games won in this room, once a player has played more than one game.
 *
 * @param {RoomContext} context
 */
function standing({ state: { view, you }, text }) {
  const tallies = view?.standing ?? [];
  if (!tallies.some(({ games }) => games > 1)) return null;
  return html(
    'section',
    { class: 'standing', 'aria-labelledby': 'standing-title' },
    html('h3', { id: 'standing-title' }, text('standing.title')),
    html(
      'ol',
      {},
      tallies.map(({ person, name, games, wins, shared }) =>
        html(
          'li',
          { key: person },
          html('strong', { dir: 'auto', translate: 'no' }, name),
          person === you?.person && html('small', {}, text('seats.you')),
          html(
            'small',
            { class: 'figures' },
            [
              text('standing.wins', { count: wins }),
              ...(shared > 0 ? [text('standing.shared', { count: shared })] : []),
              text('standing.games', { count: games }),
            ].join(' · '),
          ),
        ),
      ),
    ),
  );
}

/**
 * Shows the commitment of the shuffle and links to the checks of finished games.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintShuffle(parent, context) {
  const { state, text, room } = context;
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
 * Groups the seats by place, the best place first.
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
 * Returns a sentence that names the winners.
 *
 * @param {Outcome} outcome
 * @param {Text} text
 * @param {(seat: number) => string} name
 * @param {number | null} own the reader's seat
 */
export function sayOutcome(outcome, text, name, own) {
  const winners = placesOf(outcome)[0]?.seats ?? [];
  const others = winners.filter((seat) => seat !== own);
  if (others.length === 0) return text('end.you_won');
  const names = list(others.map(name));
  if (others.length < winners.length) return text('end.you_shared', { names });
  return text(winners.length === 1 ? 'end.won' : 'end.shared', { names });
}
