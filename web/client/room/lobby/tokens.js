/**
 * Draws the seats of a room as tokens around the table: taken seats with their state, free seats
 * with what the reader can do there. After a game the same tokens stand in rows.
 *
 * @import {SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { createButton, html, svg } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from '../../lib/icons.js';
import { shownName } from '../../lib/text.js';
import { botNote, changeBot, chooseBot } from './bots.js';
import { chooseColour } from './colours.js';
import { changeGuest } from './guests.js';
import { hostChoices, menuLabel, offerChoices } from './host-menu.js';

/**
 * The places of the seats around the table, clockwise from the top left, by the number of seats.
 *
 * @type {Readonly<Record<number, string>>}
 */
const PLACES = {
  2: 'top bottom',
  3: 'top-left top-right bottom',
  4: 'top-left top-right bottom-right bottom-left',
  5: 'top-left top-right right bottom left',
  6: 'top-left top-right right bottom-right bottom-left left',
  7: 'top-left top top-right right bottom-right bottom-left left',
  8: 'top-left top top-right right bottom-right bottom bottom-left left',
};

/**
 * Returns the place of a seat around the table.
 *
 * @param {number} seat
 * @param {number} seats the number of seats
 */
export const placeOf = (seat, seats) => PLACES[seats]?.split(' ')[seat] ?? 'top';

/**
 * Draws a seat.
 *
 * @param {RoomContext} context
 * @param {number} number
 * @param {(seat: number | null) => void} sit takes a seat
 */
export function drawSeat(context, number, sit) {
  const seats = context.state.view?.seats ?? [];
  const seat = seats[number];
  const place = placeOf(number, seats.length);
  return seat && !seat.vacant
    ? takenSeat(context, seat, number, place)
    : freeSeat(context, number, place, sit);
}

/**
 * @param {RoomContext} context
 * @param {number} number
 * @param {string} place
 * @param {(seat: number | null) => void} sit
 */
function freeSeat(context, number, place, sit) {
  const { text, state } = context;
  const button = (
    /** @type {string} */ label,
    /** @type {boolean} */ asks,
    /** @type {() => unknown} */ onclick,
  ) =>
    createButton(
      {
        class: 'token',
        title: label,
        'aria-label': label,
        'aria-haspopup': asks ? 'dialog' : null,
        onclick,
      },
      '+',
    );
  const values = { number: number + 1 };
  const seated = state.you?.seat != null;
  const isClosed = state.view?.used_up === true;
  if (!isClosed && !seated) {
    return html(
      'li',
      { key: number, class: `seat free at-${place}` },
      button(text('seats.sit_at', values), false, () => sit(number)),
      html('span', { class: 'seat-words', 'aria-hidden': 'true' }, text('seats.sit_here')),
    );
  }
  if (!isClosed && state.you?.host === true) {
    return html(
      'li',
      { key: number, class: `seat free at-${place}` },
      button(text('bot.add_at', values), true, () => void chooseBot(context, number)),
    );
  }
  return html(
    'li',
    { key: number, class: `seat free at-${place}` },
    html('span', { class: 'token', 'aria-hidden': 'true' }, String(number + 1)),
    html('span', { class: 'visually-hidden' }, text('seats.free')),
  );
}

/**
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 * @param {string} place
 */
function takenSeat(context, seat, number, place) {
  const { state, text } = context;
  const { you, view, presence } = state;
  const mine = you?.seat === number;
  const here = presence.seats.includes(number);
  const won = view?.winners.includes(seat.person);
  // A host is ready by starting, and a bot always.
  const asked = view?.host.seat !== number && !seat.bot;
  const classes = ['seat', `at-${place}`, mine && 'mine', !here && 'offline', won && 'won'];
  return html(
    'li',
    { key: number, 'data-seat': number, class: classes.filter((one) => one !== false).join(' ') },
    drawToken(context, seat, number, here),
    html(
      'span',
      { class: 'seat-words' },
      html('strong', { dir: 'auto', translate: 'no' }, shownName(seat.name)),
      // The crown says the same to those who see it.
      won && html('span', { class: 'visually-hidden' }, text('seats.won')),
      html(
        'span',
        { class: 'seat-notes' },
        html('small', {}, notesOn(context, seat, number, here).join(' · ')),
        asked &&
          html(
            'span',
            { class: seat.ready ? 'state ready' : 'state' },
            text(seat.ready ? 'seats.ready' : 'seats.not_ready'),
          ),
      ),
    ),
  );
}

/**
 * Draws the token of a taken seat. It is a button where the reader can do something: change their
 * own marker, or as the host change the bot or choose for the player.
 *
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 * @param {boolean} here whether the player is connected
 */
function drawToken(context, seat, number, here) {
  const { state, text } = context;
  const { you, view } = state;
  const mine = you?.seat === number;
  const won = view?.winners.includes(seat.person);
  const drawing = [glyph(seat.colour), won && drawCrown()];
  // A guest has no connection of their own to be host on.
  const choices = hostChoices(context, seat.person, here && seat.guest_of === undefined);
  const isGuest = seat.guest_of !== undefined && seat.guest_of === you?.person;
  const isMenu = !mine && (isGuest || (seat.bot ? you?.host === true : choices.length > 0));
  if (!mine && !isMenu) {
    return html('span', { class: 'token', title: text(`colour.${seat.colour}`) }, drawing);
  }
  const label = mine
    ? text('seats.colour', { colour: text(`colour.${seat.colour}`) })
    : seat.bot || isGuest
      ? text('host.menu', { name: seat.name })
      : menuLabel(text, seat.name, choices);
  const choose = () => {
    if (mine) return chooseColour(context, seat.colour);
    if (isGuest) return changeGuest(context, seat, number);
    if (seat.bot) return changeBot(context, seat, number);
    return offerChoices(context, seat.person, seat.name, choices);
  };
  return createButton(
    {
      class: 'token',
      title: label,
      'aria-label': label,
      'aria-haspopup': 'dialog',
      onclick: () => void choose(),
    },
    drawing,
    isMenu && html('span', { class: 'token-more' }, icon('more')),
  );
}

/**
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 * @param {boolean} here
 */
function notesOn(context, seat, number, here) {
  const { state, text } = context;
  return [
    state.you?.seat === number && text('seats.you'),
    state.view?.host.seat === number && text('seats.host'),
    botNote(text, seat),
    context.guests?.note(seat),
    !here && text('seats.offline'),
  ].filter((note) => typeof note === 'string');
}

/** Draws the crown of a winner, above the token. */
function drawCrown() {
  return svg(
    'svg',
    { class: 'crown', viewBox: '0 0 24 16', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: 'M3 14.500V4l5 4.500L12 1.500l4 7L21 4v10.500Z' }),
  );
}
