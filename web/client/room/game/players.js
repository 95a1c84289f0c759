/**
 * The players during a game: whose turn it is, and how much time each has left.
 *
 * @import {SeatView} from '../../protocol.js'
 * @import {Text} from '../../lib/text.js'
 * @import {RoomContext} from '../context.js'
 */

import { factsOf } from '../../games/index.js';
import { boardOf } from '../../games/modules.js';
import { askWhich } from '../../lib/dialog.js';
import { html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { addBot, botNote } from '../lobby/bots.js';
import { SHORT_MS, sayClockTime, timeOf } from './clock.js';
import { seatRequest } from './seat-requests.js';
import { onVacation, sayVacation } from './vacation.js';

const MINUTE_MS = 60_000;

/**
 * Draws the strip or list of players.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintPlayers(parent, context) {
  const { view } = context.state;
  const game = view?.game;
  if (!view || !game) return;
  // The start of a round moves the players together, so the seats after them are empty.
  paint(
    parent,
    view.seats.map((seat, number) => seat && player(context, seat, number)),
  );
}

/**
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 */
function player(context, seat, number) {
  const { state, text } = context;
  const { view, you } = state;
  if (!view?.game) return null;
  const playing = view.phase === 'playing';
  const facts = factsOf(view.game, number);
  const turn = playing && view.game.acting === number;
  const hand =
    playing &&
    boardOf(view.game.game).handOf(
      view.game,
      number,
      { text, name: context.name },
      you?.seat ?? null,
    );
  const here = state.presence.seats.includes(number);
  const urged = urgedFor(context);
  const notes = [
    facts.score !== null && text(facts.score.key, { count: facts.score.count }),
    facts.out && text('players.out'),
    botNote(text, seat),
    playing && seat.vacant && text('players.vacant'),
    playing && seat.away && !seat.vacant && text('players.away'),
    playing && onVacation(seat, context.serverTime()) && sayVacation(seat, text),
    !here && !seat.vacant && text('seats.offline'),
    you?.seat === number && text('seats.you'),
    playing && !hand && facts.held !== null && text(facts.held.key, { count: facts.held.count }),
    view.host.seat === number && text('seats.host'),
    urged?.seat === number && text('players.urged', urged),
  ].filter((note) => note !== false);
  const classes = [
    'player',
    turn && 'turn',
    facts.out && 'out',
    you?.seat === number && 'mine',
  ].filter((one) => one !== false);
  return html(
    'li',
    {
      key: number,
      class: classes.join(' '),
      'data-seat': number,
      'aria-current': turn ? 'true' : false,
    },
    html('span', { class: 'seat-sign', title: text(`colour.${seat.colour}`) }, glyph(seat.colour)),
    html(
      'span',
      { class: 'who' },
      html('strong', { dir: 'auto', translate: 'no' }, seat.name),
      turn && html('span', { class: 'visually-hidden' }, text('players.turn')),
      html(
        'small',
        {},
        notes.map((note, index) => html('span', {}, index === 0 ? note : ` · ${note}`)),
      ),
    ),
    hand,
    view.clock !== null && playing && !facts.out && clockFace(context, number),
    playing &&
      !seat.vacant &&
      (seat.away || !here) &&
      // The notes contain this as well if there is space for them.
      html(
        'span',
        { class: 'absence', 'aria-hidden': 'true' },
        text(seat.away ? 'players.away' : 'players.offline'),
      ),
    number === urgeable(context) &&
      html(
        'button',
        {
          type: 'button',
          'aria-label': text('players.urge_named', { name: seat.name }),
          onclick: () => context.issue({ type: 'urge', seat: number }),
        },
        text('players.urge'),
      ),
    playing && seat.vacant && you?.host === true && !facts.out && addBot(context, number),
    playing &&
      !here &&
      !seat.bot &&
      !facts.out &&
      // The creator of the room keeps their seat, even if another person is host.
      (seat.vacant || seat.person !== view.creator) &&
      you?.host === true &&
      handOver(context, number),
    playing &&
      !here &&
      !seat.bot &&
      !seat.vacant &&
      seat.person !== view.creator &&
      !facts.out &&
      you?.host === false &&
      you.seat === null &&
      seatRequest(context, number),
    playing &&
      seat.vacant &&
      you?.seat === null &&
      !facts.out &&
      html(
        'button',
        {
          type: 'button',
          'aria-label': text('players.take_named', { name: seat.name }),
          onclick: () => context.issue({ type: 'sit', seat: number, colour: null, nonce: null }),
        },
        text('players.take'),
      ),
  );
}

/**
 * Creates the host's button that gives the seat of an absent player to a spectator. Returns `null`
 * if there are no spectators.
 *
 * @param {RoomContext} context
 * @param {number} seat
 */
function handOver(context, seat) {
  const { text, issue, state } = context;
  const people = state.presence.people.filter(({ person }) => person !== state.you?.person);
  if (people.length === 0) return null;
  const values = { name: context.name(seat) };
  return html(
    'button',
    {
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-label': text('players.hand_named', values),
      onclick: async () => {
        const to = await askWhich(text, text('players.hand_to', values), people);
        if (to) await issue({ type: 'hand', seat, person: to.person });
      },
    },
    text('players.hand'),
  );
}

/**
 * Returns the seat that the reader may vote to skip. The server sends the time from which that is
 * allowed.
 *
 * @param {Pick<RoomContext, 'state' | 'serverTime'>} context
 * @returns {number | null}
 */
export function urgeable({ state: { view, you }, serverTime }) {
  const own = you?.seat ?? null;
  if (!view?.game || own === null || factsOf(view.game, own).out) return null;
  const now = serverTime();
  const long = view.awaited.find(
    ({ seat, urge_from, urged_by }) => seat !== own && urge_from <= now && !urged_by.includes(own),
  );
  return long?.seat ?? null;
}

/**
 * Returns the seat that players have voted to skip, the number of votes, and the minutes until they
 * suffice.
 *
 * @param {Pick<RoomContext, 'state' | 'serverTime'>} context
 * @returns {{seat: number, count: number, minutes: number} | null}
 */
export function urgedFor({ state: { view }, serverTime }) {
  const urged = view?.awaited.find(({ urged_by }) => urged_by.length > 0);
  if (!urged) return null;
  const { seat, urged_by, alone_from } = urged;
  const minutes = Math.max(1, Math.ceil((alone_from - serverTime()) / MINUTE_MS));
  return { seat, count: urged_by.length, minutes };
}

/**
 * @param {RoomContext} context
 * @param {number} seat
 */
function clockFace(context, seat) {
  const time = timeOf(context.state.view?.clock ?? null, seat, context.serverTime());
  const face = html('time', { class: 'clock', 'data-seat': seat });
  if (time) showTime(face, time, context.text);
  return face;
}

/**
 * @param {HTMLElement} face
 * @param {{ms: number, running: boolean}} time
 * @param {Text} text
 */
function showTime(face, { ms, running }, text) {
  const written = sayClockTime(ms, text);
  if (face.textContent !== written) face.textContent = written;
  face.classList.toggle('running', running);
  face.classList.toggle('short', running && ms <= SHORT_MS);
}

/**
 * Updates the clocks of all players.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function tickClocks(parent, context) {
  const clock = context.state.view?.clock ?? null;
  for (const face of parent.querySelectorAll('.clock')) {
    if (!(face instanceof HTMLElement)) continue;
    const time = timeOf(clock, Number(face.dataset['seat']), context.serverTime());
    if (time) showTime(face, time, context.text);
  }
}
