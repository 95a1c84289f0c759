/**
 * Requests the review of a finished game and follows its progress.
 *
 * @import {Review} from '../protocol.js'
 */
import { Refused, request } from '../lib/session.js';
import { pause } from '../lib/wait.js';

/** The interval in milliseconds between two requests for the progress of a review. */
const ASK_EVERY_MS = 1_000;
/** The maximum number of consecutive attempts of a request. */
const UNANSWERED = 5;

/**
 * @typedef {{ done: number, of: number }} Progress the number of evaluated decisions, and of all
 *   decisions
 */

/**
 * Returns the review of a game once it is computed, or `null` if it is not wanted any more.
 *
 * @param {string} path the path of the game in the API
 * @param {object} use
 * @param {() => boolean} use.isWanted
 * @param {(progress: Progress) => void} use.progress
 * @returns {Promise<Review | null>}
 */
export async function fetchReviewOf(path, { isWanted, progress }) {
  for (;;) {
    const told = await askPatiently(`${path}/review`);
    if (!isWanted()) return null;
    if ('worst' in told) return told;
    progress(told);
    await pause(ASK_EVERY_MS);
    if (!isWanted()) return null;
  }
}

/**
 * Sends a request, with retries. The request is idempotent, so a short network failure does no
 * harm.
 *
 * @param {string} path
 * @returns {Promise<Review | Progress>}
 */
async function askPatiently(path) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request('POST', path, undefined, { repeats: true });
    } catch (error) {
      if (error instanceof Refused || tries === UNANSWERED) throw error;
      await pause(tries * ASK_EVERY_MS);
    }
  }
}
