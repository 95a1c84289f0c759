/**
 * The grades of decisions by their loss. These are the only thresholds of the review on this page.
 *
 * @import {Judged} from '../protocol.js'
 */

/** @typedef {'blunder' | 'mistake' | 'inaccuracy' | 'good'} Grade */

/** The least loss in percentage points of each grade, the worst first. */
const FROM = /** @type {const} */ ([
  ['blunder', 20],
  ['mistake', 10],
  ['inaccuracy', 1],
]);

/**
 * @param {number} loss the loss of a decision in percentage points
 * @returns {Grade}
 */
export function gradeOf(loss) {
  return FROM.find(([, least]) => loss >= least)?.[0] ?? 'good';
}

/**
 * Returns the number of judged decisions of a seat, and of those that were as good as a hard bot's.
 *
 * @param {readonly Pick<Judged, 'seat' | 'loss'>[]} decisions
 * @param {number} of
 */
export function countGood(decisions, of) {
  const judged = decisions.filter(({ seat, loss }) => seat === of && loss !== null);
  return { good: judged.filter(({ loss }) => loss === 0).length, count: judged.length };
}
