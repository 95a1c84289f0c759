/** Spreads the attempts of pages that were cut off together. */

/** The minimum delay before a reconnection attempt, in milliseconds. */
const LEAST_MS = 100;
/**
 * The maximum delay before the first reconnection attempt, in milliseconds. Each failure doubles
 * it.
 */
export const SHORTEST_MS = 500;
/** The upper limit of the delay between attempts, in milliseconds. */
export const LONGEST_MS = 15_000;

/**
 * Returns the milliseconds to wait after `failures` failed attempts: a random delay up to a limit
 * that doubles with each failure, so that pages that were cut off together do not reconnect
 * together.
 *
 * @param {number} failures
 * @param {number} random a number from 0 to 1
 */
export function backoff(failures, random) {
  const most = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(failures, 10));
  return LEAST_MS + random * (most - LEAST_MS);
}
