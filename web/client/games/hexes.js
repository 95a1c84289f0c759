/**
 * The cells of a hexagonal board and their coordinates in its drawing. The functions are pure.
 * Lengths are in the drawing's own units, y grows to the south, and sides are counted clockwise
 * from 0 in the east.
 *
 * @import {Point} from './squares.js'
 */

/** The distance between opposite sides of a cell. */
export const WIDE = 90;
/** The distance from the centre of a cell to the middle of a side. */
export const REACH = WIDE / 2;
/** The distance from the centre of a cell to a corner. */
export const CORNER = WIDE / Math.sqrt(3);
/** The distance between adjacent rows. */
export const ROW = 1.5 * CORNER;

/**
 * The column and row offsets of the neighbour on each side.
 *
 * @type {readonly (readonly [number, number])[]}
 */
const BESIDE = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/**
 * Returns the axial coordinates of a cell relative to the centre of the board: `q` counts to the
 * east, `r` to the south-east.
 *
 * @param {string} cell a cell such as `g7`
 * @param {number} radius the number of steps from the centre to the rim
 * @returns {{ q: number, r: number }}
 */
export function axial(cell, radius) {
  return { q: cell.charCodeAt(0) - 97 - radius, r: Number(cell.slice(1)) - 1 - radius };
}

/**
 * @param {number} q
 * @param {number} r
 * @param {number} radius
 */
export function cellName(q, r, radius) {
  return `${String.fromCharCode(97 + q + radius)}${r + radius + 1}`;
}

/**
 * Returns the number of steps between a cell and the centre of the board.
 *
 * @param {number} q
 * @param {number} r
 */
function steps(q, r) {
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/**
 * Returns the centre of a cell, which need not be on the board.
 *
 * @param {number} q
 * @param {number} r
 * @returns {Point}
 */
export function pointAt(q, r) {
  return { x: WIDE * (q + r / 2), y: ROW * r };
}

/**
 * Returns the centre of a cell.
 *
 * @param {string} cell
 * @param {number} radius
 * @returns {Point}
 */
export function middle(cell, radius) {
  const { q, r } = axial(cell, radius);
  return pointAt(q, r);
}

/**
 * Returns all cells, row by row from the north, each row from the west.
 *
 * @param {number} radius
 * @returns {string[][]}
 */
export function rowsOf(radius) {
  const across = Array.from({ length: 2 * radius + 1 }, (_, at) => at - radius);
  return across.map((r) =>
    across.filter((q) => steps(q, r) <= radius).map((q) => cellName(q, r, radius)),
  );
}

/**
 * Returns all cells, column by column from the west, each column from the south: the rows of a
 * board that is turned clockwise by 90 degrees. The cells of a column lie alternately on its left
 * and on its right.
 *
 * @param {number} radius
 * @returns {string[][]}
 */
export function columnsOf(radius) {
  /** @type {string[][]} */
  const columns = Array.from({ length: 2 * radius + 1 }, () => []);
  for (const cell of rowsOf(radius).flat().reverse()) {
    const { q, r } = axial(cell, radius);
    columns[Math.floor(q + r / 2) + radius]?.push(cell);
  }
  return columns;
}

/**
 * Returns the cell beside another on one side.
 *
 * @param {string} cell
 * @param {number} side
 * @param {number} radius
 * @returns {string | null} the neighbour, or `null` beyond the rim
 */
export function beside(cell, side, radius) {
  const { q, r } = axial(cell, radius);
  const [east, south] = BESIDE[side] ?? [0, 0];
  return steps(q + east, r + south) <= radius ? cellName(q + east, r + south, radius) : null;
}

/**
 * Returns the side of a cell on which another cell lies.
 *
 * @param {string} cell
 * @param {string} other
 * @param {number} radius
 * @returns {number | null} the side, or `null` if the cells are not adjacent
 */
export function sideTo(cell, other, radius) {
  const side = BESIDE.findIndex((_, at) => beside(cell, at, radius) === other);
  return side < 0 ? null : side;
}

/**
 * Returns the cell that contains a point.
 *
 * @param {Point} point
 * @param {number} radius
 * @returns {string | null} the cell, or `null` for a point outside the board
 */
export function cellAt({ x, y }, radius) {
  const r = y / ROW;
  const q = x / WIDE - r / 2;
  const whole = { q: Math.round(q), r: Math.round(r), s: Math.round(-q - r) };
  const off = { q: Math.abs(whole.q - q), r: Math.abs(whole.r - r), s: Math.abs(whole.s + q + r) };
  // The three cube coordinates always add up to zero. The one with the largest rounding error is
  // computed from the other two.
  if (off.q > off.r && off.q > off.s) whole.q = -whole.r - whole.s;
  else if (off.r > off.s) whole.r = -whole.q - whole.s;
  return steps(whole.q, whole.r) <= radius ? cellName(whole.q + 0, whole.r + 0, radius) : null;
}

/**
 * Returns the point at a distance from the centre of a cell towards a side.
 *
 * @param {number} side
 * @param {number} far
 * @returns {Point}
 */
export function toward(side, far) {
  const angle = (side * Math.PI) / 3;
  return { x: Math.cos(angle) * far, y: Math.sin(angle) * far };
}

/**
 * Returns the outline of a cell around the origin, as path data.
 *
 * @param {number} inset the distance between the outline and the sides of the cell
 */
export function outline(inset) {
  const far = CORNER - (inset * 2) / Math.sqrt(3);
  const points = Array.from({ length: 6 }, (_, at) => {
    const angle = ((at + 0.5) * Math.PI) / 3;
    return `${(Math.cos(angle) * far).toFixed(2)} ${(Math.sin(angle) * far).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/**
 * The side that each of these letters leads to. The letters lie round the S of a keyboard as the
 * neighbours lie round a cell.
 */
const LETTERS = /** @type {Readonly<Record<string, number>>} */ ({
  d: 0,
  x: 1,
  z: 2,
  a: 3,
  w: 4,
  e: 5,
});

/**
 * Returns the cell that a key leads to: left and right along the row, up and down as straight as
 * rows of hexagons allow, and with six letters to the six sides.
 *
 * @param {string} cell
 * @param {string} key
 * @param {number} radius
 * @returns {string | null} the cell, or `null` for a key that does not move
 */
export function step(cell, key, radius) {
  const { r } = axial(cell, radius);
  const to = (/** @type {number[]} */ ...sides) => {
    for (const side of sides) {
      const found = beside(cell, side, radius);
      if (found !== null) return found;
    }
    return cell;
  };
  const even = r % 2 === 0;
  switch (key) {
    case 'ArrowLeft':
      return to(3);
    case 'ArrowRight':
      return to(0);
    case 'ArrowUp':
      return even ? to(5, 4) : to(4, 5);
    case 'ArrowDown':
      return even ? to(1, 2) : to(2, 1);
    default: {
      const side = LETTERS[key.toLowerCase()];
      return side === undefined ? null : to(side);
    }
  }
}
