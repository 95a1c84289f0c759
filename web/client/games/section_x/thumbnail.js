/** Draws a small picture of a board of Section X. */
import { svg } from '../../lib/dom.js';
import { box, line, marker, shape, thumbnail, times } from '../sketches.js';

/** The distance from the middle of a cell to its corners, and half its width. */
const RADIUS = 20;
const HALF = 17.3;
/** The rows and columns of the cells that are drawn. */
const ROWS = 5;
const COLUMNS = 6;
/** The cells on the island's coast, and those with a tile; each by column and row. */
const GREEN = ['4 0', '5 0', '5 1'];
const TILES = ['2 1', '3 1', '2 2', '4 1'];

const GROUND = 'rgb(255 255 255 / 6%)';

/**
 * @param {number} column
 * @param {number} row
 */
const middle = (column, row) => ({
  x: (column * 2 + (row % 2)) * HALF - 12,
  y: row * RADIUS * 1.5 - 13,
});

/**
 * @param {{ x: number, y: number }} at
 * @param {number} [radius]
 */
function hexagon({ x, y }, radius = RADIUS) {
  const corners = times(6, (at) => {
    const angle = (at * 60 - 90) * (Math.PI / 180);
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

const cells = times(ROWS, (row) => times(COLUMNS, (column) => ({ column, row }))).flat();

/** @param {{ column: number, row: number }} cell */
function drawCell({ column, row }) {
  const name = `${column} ${row}`;
  const outline = hexagon(middle(column, row), RADIUS - 0.6);
  if (GREEN.includes(name)) return shape(outline, '#6aa257', '#3f7038');
  if (TILES.includes(name)) return shape(outline, 'var(--tile)', 'var(--tile-edge)');
  return shape(outline, GROUND, 'var(--table-line)');
}

/** Draws the cell block with its prisoners. */
function drawBlock() {
  const at = middle(1, 3);
  return svg(
    'g',
    { transform: `translate(${at.x} ${at.y})` },
    box(-19, -17, 38, 34, '#3f444b', '#8b9096', 3),
    times(6, (one) => marker((one % 3) * 11 - 11, one < 3 ? -7 : 7, 'red', 0.5)),
  );
}

/** The tunnel, from cell to cell. */
const TUNNEL = [
  [1, 3],
  [2, 2],
  [2, 1],
  [3, 1],
  [4, 1],
  [4, 0],
];

export function drawThumbnail() {
  const points = TUNNEL.map(([column = 0, row = 0]) => middle(column, row));
  const way = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y}`).join('L')}`;
  const [, second, , fourth] = points;
  return thumbnail(
    cells.map(drawCell),
    line(way, 'var(--tile-edge)', 9),
    line(way, 'var(--path)', 6.5),
    svg('circle', { cx: 141, cy: 6, r: 13, fill: '#cfe3b8', stroke: '#6aa257' }),
    drawBlock(),
    marker(second?.x ?? 0, second?.y ?? 0, 'red', 0.8),
    marker(fourth?.x ?? 0, fourth?.y ?? 0, 'blue', 0.8),
  );
}
