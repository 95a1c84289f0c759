/**
 * Compares the file of a finished game with the events that this browser received while the game
 * was played.
 *
 * @import {AnyEvent, GameFile} from '../protocol.js'
 */

/**
 * Returns the step of the first event in the file that differs from the received one, or `null` if
 * all are equal.
 *
 * @param {GameFile} file
 * @param {AnyEvent[]} seen
 * @returns {{step: number} | null}
 */
export function otherThanSeen(file, seen) {
  const published = file.steps.flatMap((step, number) =>
    'events' in step ? step.events.map((event) => ({ step: number, event })) : [],
  );
  const at = seen.findIndex((event, index) => !fits(event, published[index]?.event));
  return at < 0 ? null : { step: published[at]?.step ?? file.steps.length };
}

/**
 * Whether a published value equals the received one. A value that was hidden at the time may be
 * anything.
 *
 * @param {unknown} seen
 * @param {unknown} now
 * @returns {boolean}
 */
function fits(seen, now) {
  if (seen === null) return now !== undefined;
  if (typeof seen !== 'object' || typeof now !== 'object' || now === null) return seen === now;
  const [before, after] = [Object.entries(seen), Object.entries(now)];
  const others = new Map(after);
  return (
    before.length === after.length && before.every(([key, value]) => fits(value, others.get(key)))
  );
}
