/**
 * Draws the table of a game: everything that lies on it before the first tile, and the layers that
 * the rest is drawn into.
 *
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { createLayers } from '../drawing.js';
import { drawFrames, drawSigns, drawSquareBoard } from '../square-board.js';
import { corner, SQUARE, squareName } from '../squares.js';
import { inward, markPoint, parseMark, RIM, rimMarks } from './geometry.js';

/** The distance between the outer squares and the edge of the drawing. */
const MARGIN = RIM + 4;

/**
 * @typedef {object} Table
 * @property {SVGSVGElement} root
 * @property {Record<LayerName, SVGGElement>} layers
 */

/** The names of the layers, from the bottom to the top. */
const LAYERS = /** @type {const} */ ([
  'ground',
  'tiles',
  'trails',
  'ghost',
  'cells',
  'preview',
  'markers',
  'ends',
  'rim',
  'confirm',
]);
/** @typedef {(typeof LAYERS)[number]} LayerName */

/**
 * @param {number} edge the number of squares along an edge
 * @returns {Table}
 */
export function createTable(edge) {
  const layers = createLayers(LAYERS, ['cells', 'rim']);
  layers.ground.append(...drawGround(edge));
  return { root: drawSquareBoard(edge, MARGIN, layers), layers };
}

/**
 * @param {number} edge
 * @returns {SVGElement[]}
 */
function drawGround(edge) {
  const along = Array.from({ length: edge }, (_, at) => at);
  const squares = along.flatMap((y) => along.map((x) => drawSquare(corner(squareName(x, y)))));
  return [
    ...drawFrames(edge, MARGIN),
    ...squares,
    ...rimMarks(edge).map(drawTick),
    ...drawSigns(edge, { x: 17.5, y: 17 }),
  ];
}

/** @param {Point} corner */
function drawSquare({ x, y }) {
  const side = SQUARE - 4;
  return svg('rect', {
    class: 'empty-square',
    x: x + 2,
    y: y + 2,
    width: side,
    height: side,
    rx: 6,
  });
}

/** @param {string} mark */
function drawTick(mark) {
  const { x, y } = markPoint(mark);
  const look = inward(parseMark(mark).port);
  return svg('line', {
    class: 'tick',
    x1: x - look.x * 5,
    y1: y - look.y * 5,
    x2: x - look.x * 12,
    y2: y - look.y * 12,
  });
}
