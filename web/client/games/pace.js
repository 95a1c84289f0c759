/**
 * Limits the time of moves that follow each other, so that a long chain of them ends soon.
 * The functions are pure. Times are in milliseconds.
 */

/** The longest time that the steps of one action take together. */
export const CHAIN_MS = 4_000;

/** The longest time that a step is shown before the next one. */
const STEP_MS = 900;
/** The time that is left for the last step, which decides how a chain ends. */
const LAST_MS = 1_000;

/**
 * Returns the time for a step of a chain whose length is not known yet. Each step takes a little
 * less time than the one before it, so that even an endless chain ends in time.
 *
 * @param {number} each the time of the first step
 * @param {number} index the number of steps before this one
 * @param {number} [most] the longest time of all steps together
 */
export function stepTime(each, index, most = CHAIN_MS) {
  return each * (1 - Math.min(each, most) / most) ** index;
}

/**
 * Returns the time of each step of a known number of steps. All together take no longer than
 * `most`.
 *
 * @param {number} count the number of steps
 * @param {number} [most]
 * @returns {number[]}
 */
export function stepTimes(count, most = CHAIN_MS) {
  if (count <= 0) return [];
  const last = Math.min(LAST_MS, most);
  const each = Math.min(STEP_MS, (most - last) / Math.max(1, count - 1));
  return [...Array.from({ length: count - 1 }, () => each), last];
}
