/**
 * The squares of a board as a grid that the player walks over with the arrow keys and that a screen
 * reader speaks.
 */
import { svg } from '../lib/dom.js';
import { Grid } from './grid.js';
import { corner, parseSquare, SQUARE, squareName } from './squares.js';

/** The squares of a board as a single stop of the Tab key. */
export class Cells extends Grid {
  /**
   * @param {SVGGElement} layer
   * @param {number} edge the number of squares along an edge
   * @param {(square: string) => string} seen maps a square to the square in whose place it is
   *   drawn, and back
   */
  constructor(layer, edge, seen) {
    const count = Array.from({ length: edge }, (_, at) => at);
    super(layer, {
      rows: count.map((y) => count.map((x) => seen(squareName(x, y)))),
      draw: (square) => drawSquare(seen(square)),
      beside: (square, key) => {
        const next = neighbour(seen(square), key, edge);
        return next === null ? null : seen(next);
      },
      start: seen('a1'),
    });
  }
}

/** @param {string} square */
function drawSquare(square) {
  const at = corner(square);
  return svg('rect', {
    x: at.x + 2.5,
    y: at.y + 2.5,
    width: SQUARE - 5,
    height: SQUARE - 5,
    rx: 5,
  });
}

/**
 * Returns the square that a key leads to, or `null` for a key that does not move.
 *
 * @param {string} square
 * @param {string} key
 * @param {number} edge
 * @returns {string | null}
 */
export function neighbour(square, key, edge) {
  const { x, y } = parseSquare(square);
  const last = edge - 1;
  switch (key) {
    case 'ArrowLeft':
      return squareName(Math.max(0, x - 1), y);
    case 'ArrowRight':
      return squareName(Math.min(last, x + 1), y);
    case 'ArrowUp':
      return squareName(x, Math.max(0, y - 1));
    case 'ArrowDown':
      return squareName(x, Math.min(last, y + 1));
    default:
      return null;
  }
}
