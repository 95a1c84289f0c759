/**
 * The table that a game is played on: everything that lies there before the first tile, and the
 * layers that the rest is drawn into.
 */
import { svg } from '../../lib/dom.js';
import { corner, SQUARE, squareName } from '../squares.js';
import { inward, markPoint, parseMark, RIM, rimMarks } from './geometry.js';

/** From the last square to the end of the drawing. */
const MARGIN = RIM + 4;

/**
 * @typedef {object} Table
 * @property {number} edge squares along an edge
 * @property {SVGSVGElement} root
 * @property {Record<LayerName, SVGGElement>} layers
 */

/** From the bottom to the top. */
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
 * @param {number} edge squares along an edge
 * @returns {Table}
 */
export function createTable(edge) {
  const side = edge * SQUARE;
  const whole = side + 2 * MARGIN;
  const entries = LAYERS.map((name) => [name, svg('g', { class: `layer-${name}` })]);
  const layers = /** @type {Record<LayerName, SVGGElement>} */ (Object.fromEntries(entries));
  for (const name of /** @type {const} */ ([
    'ground',
    'tiles',
    'trails',
    'ghost',
    'preview',
    'markers',
    'ends',
    'confirm',
  ])) {
    layers[name].setAttribute('aria-hidden', 'true');
  }
  layers.ground.append(...drawGround(edge, side));
  const root = svg('svg', {
    class: 'board-picture',
    viewBox: `${-MARGIN} ${-MARGIN} ${whole} ${whole}`,
    focusable: 'false',
  });
  // What has to be seen and hit grows as squares become smaller.
  root.style.setProperty('--edge', String(edge));
  root.append(...LAYERS.map((name) => layers[name]));
  return { edge, root, layers };
}

/**
 * @param {number} edge
 * @param {number} side
 * @returns {SVGElement[]}
 */
function drawGround(edge, side) {
  const frame = (/** @type {string} */ name, /** @type {number} */ out, /** @type {number} */ rx) =>
    svg('rect', {
      class: name,
      x: -out,
      y: -out,
      width: side + 2 * out,
      height: side + 2 * out,
      rx,
    });
  const squares = [];
  const signs = [];
  for (let y = 0; y < edge; y += 1) {
    for (let x = 0; x < edge; x += 1) {
      const at = corner(squareName(x, y));
      squares.push(
        svg('rect', {
          class: 'empty-square',
          x: at.x + 2,
          y: at.y + 2,
          width: SQUARE - 4,
          height: SQUARE - 4,
          rx: 6,
        }),
      );
    }
    const middle = (y + 0.5) * SQUARE;
    const letter = squareName(y, 0).slice(0, 1);
    signs.push(
      svg('text', { class: 'sign', x: middle, y: -17 }, letter),
      svg('text', { class: 'sign', x: -17.5, y: middle }, String(y + 1)),
    );
  }
  return [
    frame('table', MARGIN - 1, 16),
    frame('table-frame', MARGIN - 6, 11),
    frame('table-field', 3, 7),
    ...squares,
    ...rimMarks(edge).map(drawTick),
    ...signs,
  ];
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
