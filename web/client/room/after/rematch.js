/**
 * The buttons for another game: everyone who is seated says whether they want one, and it begins as
 * soon as all do. A spectator takes a free seat.
 *
 * @import {SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 * @import {RoomState} from '../state.js'
 * @import {Text} from '../../lib/text.js'
 */
import { dayPath, gameOf } from '../../games/index.js';
import { createButton, html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { newNonce } from '../../lib/random.js';
import { list, shownName } from '../../lib/text.js';
import { seatsOf } from '../guests/seats.js';
import { icon } from './icons.js';

/** The time in milliseconds in which a second press counts as an accidental double press. */
const DOUBLE_MS = 600;
/** The largest number of people who are named in a sentence. */
const NAMED = 2;

/**
 * @typedef {object} Rematch
 * @property {boolean} isSeated whether the reader has a seat
 * @property {boolean} isIn whether the reader wants another game
 * @property {boolean} mayJoin whether the reader could take a seat
 * @property {{ number: number, seat: SeatView, isIn: boolean }[]} players
 * @property {string[]} wanting the names of the other people who want another game
 * @property {string[]} waiting the names of the other people whom it waits for
 * @property {number} missing the number of players who are missing
 * @property {number} people the number of seated people
 */

/**
 * Returns the state of the next game, or `null` where there is none to wait for.
 *
 * @param {Pick<RoomState, 'view' | 'you' | 'presence'>} state
 * @returns {Rematch | null}
 */
export function rematchOf({ view, you, presence }) {
  if (!view || !you || view.phase !== 'over' || view.used_up || view.settings.day) return null;
  const players = view.seats.flatMap((seat, number) =>
    seat && !seat.vacant ? [{ number, seat, isIn: seat.bot !== null || seat.ready }] : [],
  );
  const here = seatsOf(view, you.person);
  const own =
    players.find(({ number }) => number === you.seat) ??
    players.find(({ number }) => here.includes(number));
  const people = players.filter(({ seat }) => seat.bot === null);
  // The reader answers for their guests too.
  const others = people.filter((one) => one !== own && !here.includes(one.number));
  const absent = (/** @type {number} */ number) => presence.long_absent.includes(number);
  const { fewest } = gameOf(view.settings.options.game).seats;
  return {
    isSeated: own !== undefined,
    isIn: own?.isIn === true,
    mayJoin: own === undefined && view.seats.some((seat) => seat === null || seat.vacant),
    players,
    wanting: others.flatMap(({ seat, isIn }) => (isIn ? [seat.name] : [])),
    waiting: others.flatMap(({ seat, number, isIn }) =>
      isIn || absent(number) ? [] : [seat.name],
    ),
    missing: Math.max(0, fewest - players.length),
    people: people.length,
  };
}

/**
 * Returns the sentence beside the buttons; it is empty where there is nothing to add.
 *
 * @param {Rematch} rematch
 * @param {Text} text
 */
export function sayRematch({ isSeated, isIn, wanting, waiting, missing }, text) {
  if (missing > 0) return text('host.needs', { count: missing });
  // The ticks show the names as well, so a sentence need not list them all.
  if (isIn && waiting.length > 0) {
    return waiting.length > NAMED
      ? text('rematch.waits_many', { count: waiting.length })
      : text('rematch.waits', { names: list(waiting) });
  }
  if (isSeated && !isIn && wanting.length > 0) {
    return wanting.length > NAMED
      ? text('rematch.wanted_many', { count: wanting.length })
      : text('rematch.wanted', { names: list(wanting), count: wanting.length });
  }
  return '';
}

/** The time of the last press of the button, as in `performance.now()`. */
let pressed = Number.NEGATIVE_INFINITY;

/**
 * Paints the button for another game.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintRematch(parent, context) {
  const { text, state, issue } = context;
  const rematch = rematchOf(state);
  const join = () => void issue({ type: 'sit', seat: null, colour: null, nonce: newNonce() });
  const { day, options } = state.view?.settings ?? {};
  paint(
    parent,
    day &&
      options &&
      html('a', { class: 'button primary', href: dayPath(options.game) }, text('rematch.day')),
    rematch?.isSeated &&
      createButton(
        {
          key: 'rematch',
          class: rematch.isIn ? 'in' : 'primary',
          'aria-pressed': rematch.isIn ? 'true' : 'false',
          title: rematch.isIn && text('rematch.withdraw'),
          onclick: () => press(context),
        },
        icon(rematch.isIn ? 'check' : 'again'),
        text('rematch.rematch'),
      ),
    rematch?.mayJoin &&
      createButton({ key: 'join', class: 'primary', onclick: join }, text('rematch.join')),
  );
}

/**
 * Says that the reader wants another game, or that they no longer do.
 *
 * @param {RoomContext} context
 */
function press({ state, issue }) {
  const rematch = rematchOf(state);
  const now = performance.now();
  if (!rematch || now - pressed < DOUBLE_MS) return;
  pressed = now;
  const ready = !rematch.isIn;
  void issue({ type: 'ready', ready, nonce: ready ? newNonce() : null });
}

/**
 * Paints who wants another game: the marker of each player, with a tick for those who do.
 *
 * @param {HTMLElement} parent
 * @param {RoomContext} context
 */
export function paintTicks(parent, { state, text }) {
  const rematch = rematchOf(state);
  const words = rematch ? sayRematch(rematch, text) : '';
  // A person alone with bots waits for no other player.
  parent.hidden = rematch === null || (rematch.people < 2 && words === '');
  paint(
    parent,
    rematch &&
      rematch.people > 1 &&
      html(
        'ul',
        { class: 'ticks', 'aria-label': text('rematch.who') },
        rematch.players.map(({ number, seat, isIn }) =>
          html(
            'li',
            { key: number, class: isIn ? 'wants in' : 'wants', title: shownName(seat.name) },
            glyph(seat.colour),
            isIn && icon('check'),
            html(
              'span',
              { class: 'visually-hidden' },
              text(isIn ? 'rematch.in' : 'rematch.not_in', { name: seat.name }),
            ),
          ),
        ),
      ),
    html('p', { class: 'rematch-words', role: 'status' }, words),
  );
}
