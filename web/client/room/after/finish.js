/**
 * The end of a game: the winner, the places, and the standing.
 *
 * @import {AnyView, Outcome} from '../../protocol.js'
 * @import {Count} from '../../games/index.js'
 * @import {Finishers} from './outcome.js'
 * @import {Text} from '../../lib/text.js'
 * @import {RoomContext} from '../context.js'
 */

import { boardOf } from '../../games/modules.js';
import { createButton, html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { sayError } from '../../lib/problem.js';
import { list, shownName } from '../../lib/text.js';
import { eventsOf } from '../state.js';
import { outcomeOf } from './outcome.js';
import { checkPath } from './shuffle.js';

/**
 * @typedef {object} Result
 * @property {string} verdict the sentence that names the winners, or the game's own, such as a draw
 * @property {boolean} isOwn whether the game describes its own ending, so that there is no winner
 * @property {string | null} why how the game ended
 * @property {{ place: number, seats: number[] }[]} places
 * @property {(seat: number) => string} name
 * @property {Count[][]} figures the results of each seat
 */

/**
 * Returns the result of the finished game, or `null` without one.
 *
 * @param {{ text: Text, state: { view: { game: AnyView | null } | null, happenings: RoomContext['state']['happenings'] } }} context
 * @param {Finishers} finishers
 * @param {number | null} own the seat in which the reader played
 * @returns {Result | null}
 */
export function resultOf({ state, text }, finishers, own) {
  const game = state.view?.game;
  const outcome = outcomeOf(game);
  if (!game || !outcome) return null;
  /** @param {number} seat */
  const name = (seat) =>
    shownName(finishers[seat]?.name ?? text('seats.number', { number: seat + 1 }));
  const board = boardOf(game.game);
  const { verdict, why } = board.ending(game, { text, name });
  return {
    verdict: verdict ?? sayOutcome(outcome, text, name, own),
    isOwn: verdict !== null,
    why,
    places: placesOf(outcome),
    name,
    figures: board.figures(game, eventsOf(state.happenings)),
  };
}

/**
 * Returns what to say about a game that its players have ended without a result, or `null` if there
 * is none.
 *
 * @param {Pick<RoomContext, 'state' | 'text' | 'name'>} context
 * @returns {Omit<Result, 'figures'> | null}
 */
function unfinished({ state, text, name }) {
  if (state.view?.phase !== 'over') return null;
  const [verdict, why] = [text('early_end.verdict'), text('early_end.why')];
  return { verdict, isOwn: true, why, places: [], name };
}

/**
 * Returns the seats that have won the finished game. If the game describes its own ending, such as
 * a draw, there is no winner.
 *
 * @param {Pick<RoomContext, 'state' | 'text' | 'name'>} context
 * @returns {number[]}
 */
export function winnersOf({ state, text, name }) {
  const game = state.view?.game;
  const outcome = outcomeOf(game);
  if (!game || !outcome || boardOf(game.game).ending(game, { text, name }).verdict !== null)
    return [];
  return placesOf(outcome)[0]?.seats ?? [];
}

/**
 * Shows who has won, and how, and the place of the reader.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 * @param {Finishers} finishers
 * @param {number | null} own the seat in which the reader played
 */
export function paintWinner(parent, context, finishers, own) {
  const result = resultOf(context, finishers, own) ?? unfinished(context);
  if (result === null) return;
  const { verdict, isOwn, why, places, name } = result;
  const winners = isOwn ? [] : (places[0]?.seats ?? []);
  const lost = isOwn || own === null ? null : sayLoss(places, own, context.text, name);
  const words = [why, lost].filter((sentence) => sentence !== null);
  paint(
    parent,
    winners.length > 0 &&
      html(
        'span',
        { class: 'winner-markers', 'aria-hidden': 'true' },
        winners.map((seat) => {
          const colour = finishers[seat]?.colour;
          return colour ? glyph(colour) : null;
        }),
      ),
    html(
      'div',
      { class: 'winner-words' },
      html('h2', { id: 'places-title' }, verdict),
      words.length > 0 && html('p', { class: 'why' }, words.join(' ')),
    ),
  );
}

/**
 * Returns a sentence about the place of a player who has not won, or `null` for a winner.
 *
 * @param {readonly { place: number, seats: readonly number[] }[]} places
 * @param {number} own
 * @param {Text} text
 * @param {(seat: number) => string} name
 */
export function sayLoss(places, own, text, name) {
  const rank = places.find(({ seats }) => seats.includes(own));
  if (!rank || rank.place === 1) return null;
  const players = places.reduce((sum, { seats }) => sum + seats.length, 0);
  if (players === 2) return text('end.you_lost');
  const others = rank.seats.filter((seat) => seat !== own);
  if (others.length === 0) return text('end.own_place', { place: rank.place });
  const names = list(others.map(name));
  return text('end.own_place_shared', { place: rank.place, names });
}

/**
 * Shows the places of all players, and the games won in this room.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 * @param {Finishers} finishers
 * @param {number | null} own the seat in which the reader played
 */
export function paintPlaces(parent, context, finishers, own) {
  const { state, text } = context;
  const result = resultOf(context, finishers, own);
  if (result === null) return;
  const { isOwn, places, name, figures } = result;
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
  paint(
    parent,
    html(
      'ol',
      { class: 'places' },
      places.map(({ place, seats }) =>
        html(
          'li',
          { key: place, class: place === 1 ? 'place first' : 'place' },
          // If the game describes its own ending, such as a draw, no place is shown.
          !isOwn &&
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
    html(
      'p',
      { class: 'result-links' },
      createButton(
        { class: 'quiet', 'aria-haspopup': 'dialog', onclick: () => openRoomGames(context) },
        text('history.of_room'),
      ),
    ),
  );
}

/**
 * Opens the list of all finished games of the room, whose module is fetched on demand.
 *
 * @param {RoomContext} context
 */
async function openRoomGames(context) {
  try {
    const { openRoomGames: open } = await import('../../history/room-dialog.js');
    await open(context);
  } catch (error) {
    context.announce(sayError(error, context.text));
  }
}

/**
 * Describes the result of one seat: always the deciding figure, and the other figures that are not
 * zero.
 *
 * @param {readonly Count[]} figures
 * @param {Text} text
 */
export function sayFigures(figures, text) {
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
          html('strong', { dir: 'auto', translate: 'no' }, shownName(name)),
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
