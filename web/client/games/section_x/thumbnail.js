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

/** The colours of the drawing, which has no style sheet of its own. */
const [SEA, LAND, LINE, ROCK] = ['#2a6474', '#96784c', '#755b35', '#57504a'];
const [EARTH, EDGE, FLOOR, TIMBER] = ['#e3c891', '#6b4f27', '#33261a', '#b98848'];
const [GRASS, HEDGE] = ['#97c866', '#2f5a24'];

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
  if (GREEN.includes(name)) return shape(outline, GRASS, HEDGE);
  if (TILES.includes(name)) return shape(outline, EARTH, EDGE);
  return shape(outline, LAND, LINE);
}

/** Draws the cell block with its prisoners. */
function drawBlock() {
  const at = middle(1, 3);
  return svg(
    'g',
    { transform: `translate(${at.x} ${at.y})` },
    box(-21, -19, 42, 38, '#d5d1c8', '#4a4d52', 4),
    box(-17, -15, 34, 30, '#4a4f57', '#cc3a2b', 2),
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

/** The edge of the sea. */
const COAST = 'M106 -4Q112 9 124 8T141 25T154 38V-4Z';

/** Draws the lighthouse on the coast. */
function drawLighthouse() {
  return svg(
    'g',
    { transform: 'translate(136 22)' },
    shape('M0 -11L-19 -16V-7ZM0 -11L15 -16V-7Z', '#ffc65a'),
    shape('M-5 9L-3.5 -9H3.5L5 9Z', '#f6efdf', ROCK),
    shape('M-4.4 2H4.4L4 -3H-4ZM-4.5 -13L0 -18L4.5 -13Z', '#b8452f'),
    shape('M-3 -13H3V-9H-3Z', '#23292c'),
  );
}

export function drawThumbnail() {
  const points = TUNNEL.map(([column = 0, row = 0]) => middle(column, row));
  const way = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y}`).join('L')}`;
  const [, second, , fourth] = points;
  return thumbnail(
    cells.map(drawCell),
    line(way, EDGE, 12),
    line(way, TIMBER, 10, '0.1 3.4'),
    line(way, FLOOR, 6.5),
    svg('path', { d: COAST, fill: SEA, stroke: ROCK, 'stroke-width': 4 }),
    drawLighthouse(),
    shape('M36 44L120 62L98 92Z', 'rgb(255 242 176 / 22%)'),
    drawBlock(),
    marker(second?.x ?? 0, second?.y ?? 0, 'red', 0.8),
    marker(fourth?.x ?? 0, fourth?.y ?? 0, 'blue', 0.8),
  );
}
