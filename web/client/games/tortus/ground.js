/**
 * Draws the board before the first turn for the lobby of a room: all tiles are face down.
 */
import { svg } from '../../lib/dom.js';
import { corner, squareName } from '../squares.js';
import { variantOf } from './shell.js';
import { createTable } from './table.js';
import { drawBack } from './tile.js';

/** The number of squares along an edge. */
const EDGE = 7;

export function emptyBoard() {
  const { root, layers } = createTable(EDGE);
  const along = Array.from({ length: EDGE }, (_, at) => at);
  const squares = along.flatMap((y) => along.map((x) => squareName(x, y)));
  layers.tiles.append(
    ...squares.map((square) => {
      const { x, y } = corner(square);
      return svg('g', { transform: `translate(${x} ${y})` }, drawBack(variantOf(square)));
    }),
  );
  return root;
}
