/**
 * Draws the table of a game: everything that lies on it before the first tile, and the layers that
 * the rest is drawn into.
 *
 * @import {SectionXView} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { createLayers } from '../drawing.js';
import { CORNER, middle, outline, ROW, rowsOf, toward, WIDE } from '../hexes.js';
import { drawLand, drawStones, noise } from './coast.js';
import { drawPlace } from './places.js';
import { drawPrison, drawYard } from './prison.js';
import { placedAt, seenAt } from './turned.js';

/** The distance between a free zone and the corner of its green area. */
const BEYOND = 88;
/** The radius of a free zone. */
export const ZONE = 52;
/** The distance between a sign and the centre of the adjacent cell. */
const SIGN = 62;
/** The distance between the rim of a free zone and its name. */
const NAME = 10;

/** The names of the layers, from the bottom to the top. */
const LAYERS = /** @type {const} */ ([
  'ground',
  'zones',
  'tiles',
  'yard',
  'trail',
  'ghost',
  'cells',
  'targets',
  'doors',
  'prisoners',
  'fallen',
  'confirm',
]);
/** @typedef {(typeof LAYERS)[number]} LayerName */

/**
 * @typedef {object} Table
 * @property {SVGSVGElement} root
 * @property {Record<LayerName, SVGGElement>} layers
 */

/**
 * Returns the visible area of a board with that radius.
 *
 * @param {number} radius
 * @returns {{ x: number, y: number, width: number, height: number }}
 */
export function extent(radius) {
  const width = 2 * (WIDE * (radius + 0.5) + BEYOND + 16);
  const height = 2 * (ROW * radius + CORNER + BEYOND);
  return { x: -width / 2, y: -height / 2, width, height };
}

/**
 * Returns the centre of a free zone.
 *
 * @param {number} zone
 * @param {number} radius
 * @returns {Point}
 */
export function zonePoint(zone, radius) {
  return toward(zone, WIDE * radius + BEYOND);
}

/**
 * @param {Pick<SectionXView, 'radius' | 'island' | 'areas' | 'cells'>} view
 * @param {(zone: number) => string} [nameOf] returns the name of a free zone; without it the zones
 *   have no names
 * @returns {Table}
 */
export function createTable(view, nameOf = () => '') {
  const layers = createLayers(LAYERS, ['cells']);
  layers.ground.append(...drawGround(view), ...drawNames(view, nameOf, false));
  layers.yard.append(drawYard());
  const root = svg(
    'svg',
    { class: 'board-picture chart', focusable: 'false' },
    Object.values(layers),
  );
  return { root, layers };
}

/**
 * Draws the names of the free zones.
 *
 * @param {Pick<SectionXView, 'radius' | 'areas'>} view
 * @param {(zone: number) => string} nameOf
 * @param {boolean} turned whether the board is shown turned clockwise by 90 degrees
 */
export function drawNames({ radius, areas }, nameOf, turned) {
  return areas.map((_, zone) => (turned ? drawTurnedName : drawName)(zone, radius, nameOf(zone)));
}

/**
 * @param {Pick<SectionXView, 'radius' | 'island' | 'areas' | 'cells'>} view
 * @returns {SVGElement[]}
 */
function drawGround({ radius, island, areas, cells }) {
  const centre = (/** @type {string} */ cell) => middle(cell, radius);
  const { width, height, ...corner } = extent(radius);
  return [
    // The sea reaches beyond the picture, for windows of another shape.
    svg('path', {
      class: 'sea boundless',
      d: `M${2 * corner.x} ${2 * corner.y}h${2 * width}v${2 * height}h${-2 * width}Z`,
    }),
    drawWaves(radius),
    ...drawLand(radius, WIDE * radius + BEYOND),
    drawStones(cells.map(centre)),
    ...cells.map((name) => drawCell(centre(name), 'empty-cell', 0)),
    ...areas.map((area, zone) => drawArea(area.cells.map(centre), zonePoint(zone, radius), zone)),
    ...drawPrison(island.map(centre)),
    ...drawSigns(radius),
  ];
}

/**
 * @param {Point} point
 * @param {string} look
 * @param {number} inset
 */
function drawCell({ x, y }, look, inset) {
  return svg('path', { class: look, d: outline(inset), transform: `translate(${x} ${y})` });
}

/**
 * Draws small waves all over the sea. The land covers most of them.
 *
 * @param {number} radius
 */
function drawWaves(radius) {
  const { x, y, width, height } = extent(radius);
  const [columns, rows] = [15, 13];
  const waves = Array.from({ length: columns * rows }, (_, at) => {
    const left = x + ((at % columns) + 0.5 + 0.4 * noise(at)) * (width / columns);
    const top = y + (Math.floor(at / columns) + 0.5 + 0.4 * noise(at + 0.5)) * (height / rows);
    return `M${left.toFixed(0)} ${top.toFixed(0)}q6 -6 12 0t12 0`;
  });
  return svg('path', { class: 'waves', d: waves.join('') });
}

/**
 * Draws a green area: its cells, its free zone and the place there as one meadow.
 *
 * @param {readonly Point[]} cells the centres of its cells; the corner of the board comes first
 * @param {Point} to the centre of its free zone
 * @param {number} zone
 */
function drawArea(cells, to, zone) {
  const [from = to] = cells;
  const way = svg('path', { class: 'zone-way', d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
  return svg(
    'g',
    { class: 'area' },
    ...[1, -1].map((edge) =>
      svg(
        'g',
        { class: edge > 0 ? 'hedge' : 'meadow' },
        way.cloneNode(),
        svg('circle', { class: 'zone', cx: to.x, cy: to.y, r: ZONE }),
        ...cells.map((cell) => drawCell(cell, 'green-cell', 1)),
      ),
    ),
    ...cells.map((cell) => drawCell(cell, 'green-line', 4)),
    ...cells.map(drawGrass),
    svg(
      'g',
      { class: 'zone-place', transform: `translate(${to.x} ${to.y})` },
      svg('g', { class: 'upright' }, drawPlace(zone)),
    ),
  );
}

/**
 * Draws the name of a free zone beside it, where it does not cover anything.
 *
 * @param {number} zone
 * @param {number} radius
 * @param {string} words
 */
function drawName(zone, radius, words) {
  const { x, y } = zonePoint(zone, radius);
  const side = Math.sign(Math.round(x));
  // In the east and the west there is no room beside the zone, so the name begins at the edge.
  const inRow = Math.abs(y) < 1;
  const edge = extent(radius).width / 2 - NAME;
  return svg(
    'text',
    {
      class: `sign zone-name ${inRow === side > 0 ? 'before' : 'after'}`,
      x: inRow ? side * edge : x + side * (ZONE + NAME),
      y: inRow ? y - ZONE - 9 * NAME : y,
    },
    words,
  );
}

/**
 * Draws the name of a free zone on a turned board: to the right of the zones in the north and the
 * south of the window, and above or below the others.
 *
 * @param {number} zone
 * @param {number} radius
 * @param {string} words
 */
function drawTurnedName(zone, radius, words) {
  const { x, y } = seenAt(zonePoint(zone, radius), true);
  const inColumn = Math.abs(x) < 1;
  const side = Math.sign(Math.round(x));
  const at = placedAt(
    inColumn
      ? { x: ZONE + NAME, y }
      : { x: x + side * ZONE, y: y + Math.sign(y) * (ZONE + 2 * NAME) },
    true,
  );
  return svg(
    'text',
    {
      class: `sign zone-name ${inColumn || side < 0 ? 'after' : 'before'}`,
      transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) rotate(-90)`,
    },
    words,
  );
}
/** The positions of the tufts of grass on a cell, relative to its centre. */
const TUFTS = [
  [-24, -10],
  [19, -22],
  [-4, 32],
  [-27, 20],
  [26, 14],
  [-6, -30],
  [3, 4],
];

/** @param {Point} point */
function drawGrass({ x, y }) {
  const tufts = TUFTS.map(([dx = 0, dy = 0]) => `M${x + dx} ${y + dy}l-4 -8m4 8v-10m0 10l4 -8`);
  return svg('path', { class: 'grass', d: tufts.join('') });
}

/**
 * Draws the letters and numbers, before the first cell of a row and after the last of a column.
 *
 * @param {number} radius
 */
function drawSigns(radius) {
  const rows = rowsOf(radius);
  const last = new Map(rows.flat().map((cell) => [cell.slice(0, 1), cell]));
  const sign = (
    /** @type {string} */ cell,
    /** @type {number} */ side,
    /** @type {string} */ words,
  ) => {
    const at = middle(cell, radius);
    const corner = toward(side, WIDE * radius);
    // A sign at a free zone moves aside.
    const meets = Math.hypot(corner.x - at.x, corner.y - at.y) < 1;
    const off = toward(meets ? side + (side === 3 ? 0.8 : -0.85) : side, SIGN);
    return svg('text', { class: 'sign', x: at.x + off.x, y: at.y + off.y }, words);
  };
  return [
    ...rows.map(([cell = '']) => sign(cell, 3, cell.slice(1))),
    ...[...last].map(([letter, cell]) => sign(cell, 1, letter)),
  ];
}
