/**
 * Finds the last matching item of a list. `findLast` and `findLastIndex` do the same, but Firefox
 * has them only since version 104.
 */

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T) => boolean} fits
 * @returns {number} the index of the item, or -1 if none fits
 */
export function lastIndexWhere(list, fits) {
  let at = list.length - 1;
  while (at >= 0 && !fits(/** @type {T} */ (list[at]))) at -= 1;
  return at;
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T) => boolean} fits
 * @returns {T | undefined}
 */
export function lastWhere(list, fits) {
  return list[lastIndexWhere(list, fits)];
}
