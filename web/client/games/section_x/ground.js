/**
 * Draws the board before the first tile for the lobby of a room.
 */
import { rowsOf } from '../hexes.js';
import { AREAS, ISLAND, RADIUS } from './how-to/tiles.js';
import { createTable, extent } from './table.js';

export function emptyBoard() {
  const areas = AREAS.map((cells) => ({ cells: cells.split(' '), owner: null }));
  const others = new Set([...ISLAND, ...areas.flatMap(({ cells }) => cells)]);
  const cells = rowsOf(RADIUS)
    .flat()
    .filter((cell) => !others.has(cell));
  const { root } = createTable({ radius: RADIUS, island: ISLAND, areas, cells });
  const { x, y, width, height } = extent(RADIUS);
  root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  return root;
}
