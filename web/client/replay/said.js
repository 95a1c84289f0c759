/**
 * The time of a step, and the viewer of a board, in the forms that a replay needs.
 */
import { locale } from '../lib/language.js';
import { isolate } from '../lib/text.js';

/**
 * Formats the time of day of a step.
 *
 * @param {number} at milliseconds since 1970
 */
export const sayTime = (at) =>
  new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(at);

/**
 * Returns the player in a seat, in the form that a board expects for its viewer.
 *
 * @param {number} seat
 * @param {string} name
 */
export const viewerAt = (seat, name) => ({
  person: '',
  name: isolate(name),
  seat,
  host: false,
  left_out: false,
  tabs: 1,
});
