/**
 * Requests what the server computes of a finished game, such as its review, and follows the
 * progress.
 */
import { Refused, request } from './session.js';
import { pause } from './wait.js';

/** The first and the longest interval between two requests for the progress, in milliseconds. */
const [ASK_SOON_MS, ASK_EVERY_MS] = [250, 1_000];
/** The maximum number of consecutive attempts of a request. */
const UNANSWERED = 5;

/**
 * @typedef {{ done: number, of: number }} Progress the number of examined decisions, and of all
 *   decisions
 */

/**
 * Returns what is computed once it is there, or `null` if it is not wanted any more.
 *
 * @template {object} Result
 * @param {string} path
 * @param {object} [use]
 * @param {() => boolean} [use.isWanted]
 * @param {(progress: Progress) => void} [use.progress]
 * @returns {Promise<Result | null>}
 */
export async function fetchComputed(path, { isWanted = () => true, progress } = {}) {
  for (let waitMs = ASK_SOON_MS; ; waitMs = Math.min(2 * waitMs, ASK_EVERY_MS)) {
    /** @type {Result | Progress} */
    const told = await askPatiently(path);
    if (!isWanted()) return null;
    if (!('done' in told)) return told;
    progress?.(told);
    await pause(waitMs);
    if (!isWanted()) return null;
  }
}

/**
 * Sends a request, with retries. The request is idempotent, so a short network failure does no
 * harm.
 *
 * @param {string} path
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
