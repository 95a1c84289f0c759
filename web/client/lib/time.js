/**
 * Formats dates and durations as text.
 *
 * @import {Text} from './text.js'
 */
import { locale } from './language.js';

/**
 * Formats a date in the language of the texts, with the year unless it is the current one.
 *
 * @param {number} at milliseconds since 1970
 * @param {number} [now]
 */
export function sayDate(at, now = Date.now()) {
  const year = (/** @type {number} */ time) => new Date(time).getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  }).format(at);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Formats the remaining time in the largest unit that has a count of at least two, and in seconds
 * below two minutes. Hours are rounded up, so that a turn of three days begins with three days.
 *
 * @param {number} ms
 * @param {Text} text
 */
export function sayLeft(ms, text) {
  const hours = Math.ceil(ms / HOUR_MS);
  if (hours >= 48) return text('time.days', { count: Math.floor(hours / 24) });
  if (ms >= 2 * HOUR_MS) return text('time.hours', { count: hours });
  if (ms >= 2 * MINUTE_MS) return text('time.minutes', { count: Math.floor(ms / MINUTE_MS) });
  return text('time.seconds', { count: Math.max(0, Math.ceil(ms / 1000)) });
}
