/**
 * What is worked out of something that never changes, and wanted again and again: each step of a game asks for the same
 * of all that was there before it.
 */

/**
 * Works something out of an object once, and keeps it for as long as the object is there.
 *
 * @template {object} T
 * @template R
 * @param {(one: T) => R} work
 * @returns {(one: T) => R} what it gives must not be changed
 */
export function once(work) {
  /** @type {WeakMap<T, R>} */
  const known = new WeakMap();
  return (one) => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const found = work(one);
    known.set(one, found);
    return found;
  };
}
