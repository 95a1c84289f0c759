/**
 * The clocks beside the players.
 *
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { html, write } from '../../lib/dom.js';
import { SHORT_MS, sayClockTime, timeOf } from './clock.js';

/**
 * Creates the clock of a seat.
 *
 * @param {RoomContext} context
 * @param {number} seat
 */
export function clockFace(context, seat) {
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
 * @param {HTMLElement} face
 * @param {Text} text
 */
function showUnknown(face, text) {
  write(face, text('clock.unknown'));
  face.classList.remove('running', 'short');
}

/**
 * Updates the clocks of all players.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 * @param {boolean} isLost whether there is no connection, so that the times are unknown
 */
export function tickClocks(parent, context, isLost) {
  const clock = context.state.view?.clock ?? null;
  for (const face of parent.querySelectorAll('.clock')) {
    if (!(face instanceof HTMLElement)) continue;
    const time = timeOf(clock, Number(face.dataset['seat']), context.serverTime());
    if (time && isLost) showUnknown(face, context.text);
    else if (time) showTime(face, time, context.text);
  }
}
