/**
 * Spans of time in words.
 *
 * @import {Text} from './text.js'
 */

/**
 * A day, as the reader writes it.
 *
 * @param {number} at milliseconds since 1970
 */
export const sayDate = (at) =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(at);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How much time is left, in the largest unit of which there are two at least, or else in the next one.
 *
 * @param {number} ms
 * @param {Text} text
 */
export function sayLeft(ms, text) {
  if (ms >= 2 * DAY_MS) return text('time.days', { count: Math.floor(ms / DAY_MS) });
  if (ms >= 2 * HOUR_MS) return text('time.hours', { count: Math.floor(ms / HOUR_MS) });
  if (ms >= 2 * MINUTE_MS) return text('time.minutes', { count: Math.floor(ms / MINUTE_MS) });
  return text('time.seconds', { count: Math.max(0, Math.ceil(ms / 1000)) });
}
