/**
 * How long things take to move.
 */

/**
 * A duration of a style sheet.
 *
 * @param {string} value such as `420ms` or `.42s`
 * @returns {number} milliseconds
 */
export function milliseconds(value) {
  const number = Number.parseFloat(value);
  if (Number.isNaN(number)) return 0;
  return value.trim().endsWith('ms') ? number : number * 1000;
}

/**
 * How long it takes to walk over a square; nothing where nothing may move, or nobody looks.
 *
 * @param {Element} drawing
 * @returns {number} milliseconds
 */
export function walkMs(drawing) {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return milliseconds(getComputedStyle(drawing).getPropertyValue('--walk'));
}
