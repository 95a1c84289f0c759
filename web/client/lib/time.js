/**
 * Days and spans of time in words.
 *
 * @import {Text} from './text.js'
 */
import { LANGUAGE } from './text.js';

/**
 * A day, in the language of the sentence that it stands in; with its year where that is another than now.
 *
 * @param {number} at milliseconds since 1970
 * @param {number} [now]
 */
export function sayDate(at, now = Date.now()) {
  const year = (/** @type {number} */ time) => new Date(time).getFullYear();
  return new Intl.DateTimeFormat(LANGUAGE, {
    day: 'numeric',
    month: 'short',
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  }).format(at);
}

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
