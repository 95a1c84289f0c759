/**
 * Computes and formats the remaining time of a seat.
 *
 * @import {ClockView} from '../../protocol.js'
 * @import {Text} from '../../lib/text.js'
 */
import { sayLeft } from '../../lib/time.js';

/** The remaining time in milliseconds from which the clock asks for attention. */
export const SHORT_MS = 10_000;

const HOUR_MS = 3_600_000;

/**
 * Formats the time of a clock. Above two hours, which only turns of days reach, it shows hours or
 * days, in the words of every other remaining time.
 *
 * @param {number} ms
 * @param {Text} text
 */
export const sayClockTime = (ms, text) => (ms <= 2 * HOUR_MS ? formatClock(ms) : sayLeft(ms, text));

/**
 * Formats minutes and seconds, rounded up to whole seconds, so that 0:00 means that the time is up.
 *
 * @param {number} ms
 */
export function formatClock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}:${rest < 10 ? '0' : ''}${rest}`;
}

/**
 * Returns the remaining time of a seat.
 *
 * @param {ClockView | null} clock
 * @param {number} seat
 * @param {number} now the server's time in milliseconds since 1970
 * @returns {{ms: number, running: boolean} | null} the time and whether it runs, or `null` if the
 *   seat has no time to show
 */
export function timeOf(clock, seat, now) {
  if (!clock) return null;
  const running = clock.running.find((one) => one.seat === seat);
  if (running) return { ms: Math.max(0, running.until - now), running: true };
  const bank = clock.banks_ms?.[seat];
  return bank === undefined ? null : { ms: bank, running: false };
}
