/**
 * Checks the shape of untrusted data from a file.
 */

/** The maximum number of seats at a table. */
export const MOST_SEATS = 8;

/** @typedef {Record<string, unknown>} Fields */

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @param {number} below
 */
export const isNumber = (value, below = 2 ** 32) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < below;
/** @param {unknown} value */
export const isSeat = (value) => isNumber(value, MOST_SEATS);
/** @param {unknown} value */
export const isCard = (value) => value === null || isNumber(value);
/**
 * @param {unknown} value
 * @param {(item: unknown) => boolean} is
 */
export const isList = (value, is) => Array.isArray(value) && value.every(is);
