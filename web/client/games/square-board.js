/**
 * Draws boards of squares: the table under them, and the tiles on them.
 *
 * @import {Point} from './squares.js'
 */
import { Keyed, svg } from '../lib/dom.js';
import { Cells } from './cells.js';
import { SQUARE, squareName } from './squares.js';

/** The gap between a drawn tile and the edge of its square. */
const JOINT = 0.9;

/**
 * Draws a board of squares around its layers.
 *
 * @param {number} edge the number of squares along an edge
 * @param {number} margin the margin between the outer squares and the edge of the drawing
 * @param {Record<string, SVGGElement>} layers
 */
export function drawSquareBoard(edge, margin, layers) {
  const whole = edge * SQUARE + 2 * margin;
  const root = svg(
    'svg',
    {
      class: 'board-picture',
      viewBox: `${-margin} ${-margin} ${whole} ${whole}`,
      focusable: 'false',
    },
    Object.values(layers),
  );
  // The style sheets enlarge the parts that must stay visible and easy to hit as squares become
  // smaller.
  root.style.setProperty('--edge', String(edge));
  return root;
}

/**
 * Draws the table under a board of squares.
 *
 * @param {number} edge the number of squares along an edge
 * @param {number} margin the margin between the outer squares and the edge of the drawing
 */
export function drawFrames(edge, margin) {
  const frame = (
    /** @type {string} */ name,
    /** @type {number} */ out,
    /** @type {number} */ rx,
  ) => {
    const side = edge * SQUARE + 2 * out;
    return svg('rect', { class: name, x: -out, y: -out, width: side, height: side, rx });
  };
  return [
    frame('table', margin - 1, 16),
    frame('table-frame', margin - 6, 11),
    frame('table-field', 3, 7),
  ];
}

/**
 * Draws the letters of the columns and the numbers of the rows.
 *
 * @param {number} edge the number of squares along an edge
 * @param {Point} away the distance between the signs and the outer squares
 * @param {(square: string) => string} [seen] maps a square to the square that is drawn in its place
 */
export function drawSigns(edge, away, seen = (square) => square) {
  return Array.from({ length: edge }, (_, index) => {
    const at = (index + 0.5) * SQUARE;
    const square = seen(squareName(index, index));
    return [
      svg('text', { class: 'sign', x: at, y: -away.y }, square.slice(0, 1)),
      svg('text', { class: 'sign', x: -away.x, y: at }, square.slice(1)),
    ];
  }).flat();
}

/** The drawing of a board of squares. @template {string} N */
export class SquareScene {
  /**
   * @param {number} edge the number of squares along an edge
   * @param {{ root: SVGSVGElement, layers: Record<N | 'tiles' | 'cells', SVGGElement> }} table
   * @param {(square: string) => string} [seen] maps a square to the square in whose place it is
   *   drawn, and back
   */
  constructor(edge, { root, layers }, seen = (square) => square) {
    this.edge = edge;
    this.root = root;
    this.layers = layers;
    /** @type {Keyed<SVGGElement>} */
    this.tiles = new Keyed(layers.tiles);
    this.cells = new Cells(layers.cells, edge, seen);
  }
}

/**
 * Draws the body of a square tile, with its corner at the origin.
 *
 * @param {string} name the class of its face
 */
export function drawStone(name) {
  const side = SQUARE - 2 * JOINT;
  const box = { x: JOINT, y: JOINT, width: side, height: side, rx: 5 };
  const light = { x: 2.6, y: 2.6, width: SQUARE - 5.2, height: SQUARE - 5.2, rx: 3.6 };
  return [
    svg('rect', { class: 'tile-shade', ...box, y: JOINT + 2 }),
    svg('rect', { class: name, ...box }),
    svg('rect', { class: 'tile-light', ...light }),
  ];
}

/**
 * Returns a square tile as a picture of its own.
 *
 * @param {SVGGElement} tile
 * @returns {SVGSVGElement}
 */
export function pictureOfSquare(tile) {
  return svg(
    'svg',
    { viewBox: `-1 -1 ${SQUARE + 2} ${SQUARE + 4}`, 'aria-hidden': 'true', focusable: 'false' },
    tile,
  );
}
