/**
 * The rooms, and the operator's actions on each.
 *
 * @import {Desk} from './desk.js'
 */
import { ask, confirm } from '../lib/dialog.js';
import { createButton, html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { facts, openButton, row } from './desk.js';
import { operate } from './operator-api.js';
import { sayMoment, sayNumber } from './words.js';

/**
 * @typedef {object} Room
 * @property {string} room
 * @property {string} game
 * @property {string | null} phase
 * @property {number | null} seats
 * @property {number | null} taken
 * @property {number} people
 * @property {number} spectators
 * @property {number} created_at
 * @property {number} active_at
 * @property {boolean | null} public
 * @property {boolean | null} locked
 * @property {boolean} closed
 * @property {string | null} server
 */

/** The number of rooms that are fetched together. */
const PAGE = 100;

/** @param {Desk} desk */
export function createRooms({ text, attempt, report }) {
  /** @type {Room[]} */
  let rooms = [];
  /** The position of the next page. @type {string | null} */
  let next = null;
  const find = /** @type {HTMLInputElement} */ (part('rooms-find'));

  /** @param {string | null} after */
  async function load(after) {
    const position = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const page = await operate('GET', `rooms?limit=${PAGE}${position}`);
    rooms = after === null ? page.rooms : [...rooms, ...page.rooms];
    next = page.next;
    draw();
  }

  /** Returns the state of a room in words. @param {Room} room */
  const states = ({ phase, closed, locked }) =>
    [
      phase !== null && text(`admin.phase.${phase}`),
      closed && text('admin.closed'),
      locked === true && text('admin.locked'),
    ].filter((word) => word !== false);

  function draw() {
    const wanted = find.value.trim().toLowerCase();
    const shown = rooms.filter((room) =>
      [room.room, text(`game.${room.game}`), ...states(room)].some((word) =>
        word.toLowerCase().includes(wanted),
      ),
    );
    paint(part('rooms'), shown.map(item));
    write(part('rooms-note'), shown.length > 0 ? '' : text('admin.no_rooms'));
    part('rooms-more').hidden = next === null;
  }

  /** @param {Room} room */
  const item = (room) =>
    row(
      room.room,
      `${text(`game.${room.game}`)} · ${room.room}`,
      [
        ...states(room),
        text('admin.people_in', { count: room.people }),
        sayMoment(room.active_at),
      ].join(' · '),
      openButton(text, room.room, () => void attempt(() => open(room.room))),
    );

  /** Shows a room with the actions on it. @param {string} id */
  async function open(id) {
    /** @type {Room} */
    const room = await operate('GET', `rooms/${encodeURIComponent(id)}`);
    const yesNo = (/** @type {boolean | null} */ is) => {
      if (is === null) return text('admin.unknown');
      return text(is ? 'admin.yes' : 'admin.no');
    };
    const action = await ask(
      text('admin.room', { room: id }),
      (end) => [
        facts('facts', [
          [text('admin.game'), text(`game.${room.game}`)],
          [text('admin.state'), states(room).join(' · ') || text('admin.unknown')],
          [
            text('admin.seats'),
            room.seats === null ? text('admin.unknown') : `${room.taken}/${room.seats}`,
          ],
          [text('admin.people_here'), sayNumber(room.people)],
          [text('admin.created'), sayMoment(room.created_at)],
          [text('admin.active'), sayMoment(room.active_at)],
          [text('admin.public'), yesNo(room.public)],
        ]),
        html('p', {}, html('a', { href: prefixed(`/r/${id}`) }, text('admin.visit'))),
        html(
          'div',
          { class: 'choices' },
          !room.closed &&
            createButton(
              { onclick: () => end(room.locked === true ? 'unlock' : 'lock') },
              text(room.locked === true ? 'admin.unlock' : 'admin.lock'),
            ),
          createButton(
            { onclick: () => end(room.closed ? 'open' : 'close') },
            text(room.closed ? 'admin.open_room' : 'admin.close_room'),
          ),
          createButton({ class: 'danger', onclick: () => end('delete') }, text('admin.delete')),
        ),
      ],
      { close: text('close') },
    );
    if (action === null) return;
    const path = `rooms/${encodeURIComponent(id)}`;
    if (action === 'delete') {
      if (!(await confirm(text, 'delete_room', { room: id }))) return;
      await operate('DELETE', path);
      part('rooms-title').focus();
    } else {
      if (action === 'close' && !(await confirm(text, 'close_room', { room: id }))) return;
      await operate('POST', `${path}/${action}`);
    }
    report(text(`admin.done.${action}`, { room: id }));
    await load(null);
  }

  find.addEventListener('input', draw);
  part('rooms-form').addEventListener('submit', (event) => {
    event.preventDefault();
    // A room that is not on the loaded pages is found by its whole id.
    const id = find.value.trim();
    if (id !== '' && !rooms.some(({ room }) => room === id)) void attempt(() => open(id));
  });
  part('rooms-more').addEventListener('click', () => attempt(() => load(next)));
  return { show: () => load(null), open };
}
