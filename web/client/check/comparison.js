/**
 * Whether a finished game's file tells the story that this browser saw while it was played.
 *
 * @import {AnyEvent, GameFile} from '../protocol.js'
 */

/**
 * The first event of a file that is not the one that was seen; `null` if all are.
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
 * Whether it says what was seen; what was hidden then may be anything.
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
