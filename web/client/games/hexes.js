/**
 * The cells of a board of hexagons, and where they are in its drawing. Pure; lengths are in the drawing's own
 * units, y grows to the south; sides are counted clockwise from 0 in the east.
 *
 * @import {Point} from './squares.js'
 */

/** From side to side of a cell. */
export const WIDE = 90;
/** From the middle of a cell to the middle of a side. */
export const REACH = WIDE / 2;
/** From the middle of a cell to a corner. */
export const CORNER = WIDE / Math.sqrt(3);
/** From one row to the next. */
export const ROW = 1.5 * CORNER;

/** Column and row beside a cell, for each side. @type {readonly (readonly [number, number])[]} */
const BESIDE = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/**
 * How far a cell is from the middle of the board: to the east, and to the south-east.
 *
 * @param {string} cell such as `g7`
 * @param {number} radius steps from the middle to the rim
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
 * Steps from the middle of the board.
 *
 * @param {number} q
 * @param {number} r
 */
function steps(q, r) {
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/**
 * The middle of a cell that need not be on the board.
 *
 * @param {number} q
 * @param {number} r
 * @returns {Point}
 */
export function pointAt(q, r) {
  return { x: WIDE * (q + r / 2), y: ROW * r };
}

/**
 * The middle of a cell.
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
 * All cells, row by row from the north, each from the west.
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
 * The cell beside another.
 *
 * @param {string} cell
 * @param {number} side
 * @param {number} radius
 * @returns {string | null} `null` beyond the rim
 */
export function beside(cell, side, radius) {
  const { q, r } = axial(cell, radius);
  const [east, south] = BESIDE[side] ?? [0, 0];
  return steps(q + east, r + south) <= radius ? cellName(q + east, r + south, radius) : null;
}

/**
 * The side by which another cell lies beside a cell.
 *
 * @param {string} cell
 * @param {string} other
 * @param {number} radius
 * @returns {number | null} `null` if it is not beside it
 */
export function sideTo(cell, other, radius) {
  const side = BESIDE.findIndex((_, at) => beside(cell, at, radius) === other);
  return side < 0 ? null : side;
}

/**
 * The cell in which a point lies.
 *
 * @param {Point} point
 * @param {number} radius
 * @returns {string | null} `null` beside the board
 */
export function cellAt({ x, y }, radius) {
  const r = y / ROW;
  const q = x / WIDE - r / 2;
  const whole = { q: Math.round(q), r: Math.round(r), s: Math.round(-q - r) };
  const off = { q: Math.abs(whole.q - q), r: Math.abs(whole.r - r), s: Math.abs(whole.s + q + r) };
  // The three always add up to nothing: the one that was rounded most follows from the others.
  if (off.q > off.r && off.q > off.s) whole.q = -whole.r - whole.s;
  else if (off.r > off.s) whole.r = -whole.q - whole.s;
  return steps(whole.q, whole.r) <= radius ? cellName(whole.q + 0, whole.r + 0, radius) : null;
}

/**
 * So far from the middle of a cell towards a side.
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
 * The outline of a cell around the origin.
 *
 * @param {number} inset how far it stays away from its neighbours
 */
export function outline(inset) {
  const far = CORNER - (inset * 2) / Math.sqrt(3);
  const points = Array.from({ length: 6 }, (_, at) => {
    const angle = ((at + 0.5) * Math.PI) / 3;
    return `${(Math.cos(angle) * far).toFixed(2)} ${(Math.sin(angle) * far).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/** The side to which each of these letters leads: they lie round the S of a keyboard as the cells do. */
const LETTERS = /** @type {Readonly<Record<string, number>>} */ ({
  d: 0,
  x: 1,
  z: 2,
  a: 3,
  w: 4,
  e: 5,
});

/**
 * Where a key leads from a cell: left and right along its row, up and down as straight as rows of hexagons allow,
 * and by six letters to the six sides.
 *
 * @param {string} cell
 * @param {string} key
 * @param {number} radius
 * @returns {string | null} `null` for a key that leads nowhere
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
  const row = rowsOf(radius)[r + radius] ?? [];
  switch (key) {
    case 'ArrowLeft':
      return to(3);
    case 'ArrowRight':
      return to(0);
    case 'ArrowUp':
      return even ? to(5, 4) : to(4, 5);
    case 'ArrowDown':
      return even ? to(1, 2) : to(2, 1);
    case 'Home':
      return row[0] ?? cell;
    case 'End':
      return row.at(-1) ?? cell;
    default: {
      const side = LETTERS[key.toLowerCase()];
      return side === undefined ? null : to(side);
    }
  }
}
