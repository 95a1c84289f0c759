/**
 * The squares of a board as something to walk over with the arrow keys and to hear spoken.
 */
import { svg } from '../lib/dom.js';
import { Grid } from './grid.js';
import { corner, parseSquare, SQUARE, squareName } from './squares.js';

/** The squares of a board as one stop of the Tab key. */
export class Cells extends Grid {
  /**
   * @param {SVGGElement} layer
   * @param {number} edge squares along an edge
   * @param {(square: string) => string} seen the square in whose place one is seen, and the other way round
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
 * Where a key leads from a square; `null` for a key that leads nowhere.
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
    case 'Home':
      return squareName(0, y);
    case 'End':
      return squareName(last, y);
    default:
      return null;
  }
}
