/**
 * Draws the board before the first turn for the lobby of a room: all tiles are face down.
 */
import { svg } from '../../lib/dom.js';
import { corner, squareName } from '../squares.js';
import { createTable } from './table.js';
import { drawBack } from './tile.js';

/** The number of squares along an edge. */
const EDGE = 7;

export function emptyBoard() {
  const { root, layers } = createTable(EDGE);
  const along = Array.from({ length: EDGE }, (_, at) => at);
  const squares = along.flatMap((y) => along.map((x) => corner(squareName(x, y))));
  layers.tiles.append(
    ...squares.map(({ x, y }) => svg('g', { transform: `translate(${x} ${y})` }, drawBack())),
  );
  return root;
}
