/**
 * Caches results: those that are computed from immutable objects, because each step of a game needs
 * the results of all steps before it, and values that are expensive to create.
 */

/**
 * Creates a value when it is first needed.
 *
 * @template {object} T
 * @param {() => T} create
 * @returns {() => T} returns the value
 */
export function lazily(create) {
  /** @type {T | undefined} */
  let created;
  return () => {
    created ??= create();
    return created;
  };
}

/**
 * Computes a result of an object once, and caches it for the lifetime of the object.
 *
 * @template {object} T
 * @template R
 * @param {(one: T) => R} work
 * @returns {(one: T) => R} the cached version of `work`; its results must not be modified
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
