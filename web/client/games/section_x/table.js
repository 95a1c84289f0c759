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

/** The distance between a free zone and the corner of its green area. */
const BEYOND = 88;
/** The radius of a free zone. */
export const ZONE = 52;
/** The distance between a sign and the centre of the adjacent cell. */
const SIGN = 62;
/** The distance between the rim of a free zone and its name. */
const NAME = 10;
/** Half the width and half the height of a cell block. */
export const BLOCK = { x: 42.5, y: 47 };

/** The names of the layers, from the bottom to the top. */
const LAYERS = /** @type {const} */ ([
  'ground',
  'zones',
  'tiles',
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
 * Returns the centre of a cell block.
 *
 * @param {number} seat
 * @returns {Point}
 */
export function blockPoint(seat) {
  const [x, y] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ][seat % 4] ?? [0, 0];
  return { x: (x ?? 0) * (BLOCK.x + 2.5), y: (y ?? 0) * (BLOCK.y + 2.5) };
}

/**
 * @param {Pick<SectionXView, 'radius' | 'island' | 'areas' | 'cells'>} view
 * @param {(zone: number) => string} [nameOf] returns the name of a free zone; without it the zones
 *   have no names
 * @returns {Table}
 */
export function createTable(view, nameOf = () => '') {
  const layers = createLayers(LAYERS, ['cells']);
  layers.ground.append(
    ...drawGround(view),
    ...view.areas.map((_, zone) => drawName(zone, view.radius, nameOf(zone))),
  );
  const root = svg('svg', { class: 'board-picture', focusable: 'false' }, Object.values(layers));
  return { root, layers };
}

/**
 * @param {Pick<SectionXView, 'radius' | 'island' | 'areas' | 'cells'>} view
 * @returns {SVGElement[]}
 */
function drawGround({ radius, island, areas, cells }) {
  const cell = (
    /** @type {string} */ name,
    /** @type {string} */ look,
    /** @type {number} */ inset,
  ) => {
    const { x, y } = middle(name, radius);
    return svg('path', { class: look, d: outline(inset), transform: `translate(${x} ${y})` });
  };
  const zones = areas.map((_, zone) => drawWay(zone, radius));
  return [
    ...zones,
    ...areas.flatMap((area) => area.cells.map((name) => cell(name, 'green-cell', 1))),
    ...areas.flatMap((area) => area.cells.map((name) => drawGrass(middle(name, radius)))),
    ...cells.map((name) => cell(name, 'empty-cell', 2)),
    ...island.map((name) => cell(name, 'island-shore', -7)),
    ...island.map((name) => cell(name, 'island-cell', -1)),
    ...[0, 1, 2, 3].map(drawBlock),
    ...drawSigns(radius),
  ];
}

/**
 * Draws a free zone and the way into it from its green area.
 *
 * @param {number} zone
 * @param {number} radius
 */
function drawWay(zone, radius) {
  const from = toward(zone, WIDE * radius);
  const to = zonePoint(zone, radius);
  return svg(
    'g',
    {},
    svg('path', { class: 'zone-way', d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
    svg('circle', { class: 'zone', cx: to.x, cy: to.y, r: ZONE }),
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
  // In the east and the west there is no room beside the zone.
  const inRow = Math.abs(y) < 1;
  return svg(
    'text',
    {
      class: `sign zone-name ${inRow ? 'above' : side > 0 ? 'after' : 'before'}`,
      x: inRow ? x : x + side * (ZONE + NAME),
      y: inRow ? y - ZONE - 3 * NAME : y,
    },
    words,
  );
}

/** @param {Point} point */
function drawGrass({ x, y }) {
  const tuft = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `M${x + dx} ${y + dy}l-4 -9m4 9l0 -11m0 11l4 -9`;
  return svg('path', { class: 'grass', d: [tuft(-21, -9), tuft(17, -17), tuft(-3, 25)].join('') });
}

/** @param {number} seat */
function drawBlock(seat) {
  const { x, y } = blockPoint(seat);
  return svg('rect', {
    class: 'block',
    x: x - BLOCK.x,
    y: y - BLOCK.y,
    width: 2 * BLOCK.x,
    height: 2 * BLOCK.y,
    rx: 6,
  });
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
