/**
 * The squares of a board and their coordinates in its drawing. The functions are pure. Lengths are
 * in the drawing's own units, and y grows to the south.
 */

/** The side length of a square. */
export const SQUARE = 90;

/** @typedef {{ x: number, y: number }} Point */

/**
 * Returns the column and the row of a square, counted from 0.
 *
 * @param {string} square a square such as `a1`
 * @returns {Point}
 */
export function parseSquare(square) {
  return { x: square.charCodeAt(0) - 97, y: Number(square.slice(1)) - 1 };
}

/**
 * @param {number} x
 * @param {number} y
 */
export function squareName(x, y) {
  return `${String.fromCharCode(97 + x)}${y + 1}`;
}

/**
 * Returns the north-west corner of a square.
 *
 * @param {string} square
 * @returns {Point}
 */
export function corner(square) {
  const { x, y } = parseSquare(square);
  return { x: x * SQUARE, y: y * SQUARE };
}

/**
 * Returns the square that contains a point. For a point beyond the rim the result is not the name
 * of a square.
 *
 * @param {Point} point
 */
export function squareAt({ x, y }) {
  return squareName(Math.floor(x / SQUARE), Math.floor(y / SQUARE));
}

/**
 * Returns whether a point is on a square or close to it, so that a finger need not hit it exactly.
 *
 * @param {Point} point
 * @param {string} square
 */
export function isAround({ x, y }, square) {
  const from = corner(square);
  const near = (/** @type {number} */ along) => along > -SQUARE / 2 && along < 1.5 * SQUARE;
  return near(x - from.x) && near(y - from.y);
}

/**
 * Returns whether two squares share an edge.
 *
 * @param {string} a
 * @param {string} b
 */
export function isBeside(a, b) {
  const [from, to] = [parseSquare(a), parseSquare(b)];
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) === 1;
}
