/**
 * Draws the table of a game: everything that lies on it before the first tile, the players'
 * sections, and the layers that the rest is drawn into.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { createLayers } from '../drawing.js';
import { drawFrames, drawSigns, drawSquareBoard } from '../square-board.js';
import { SQUARE } from '../squares.js';
import { PLAIN } from './facing.js';

/** The distance between the outer squares and the edge of the drawing. */
const MARGIN = 34;

/** The names of the layers, from the bottom to the top. */
const LAYERS = /** @type {const} */ ([
  'ground',
  'tiles',
  'sections',
  'marks',
  'ghost',
  'way',
  'cells',
  'pawns',
  'fate',
  'signs',
  'confirm',
]);
/** @typedef {(typeof LAYERS)[number]} LayerName */
/**
 * @typedef {object} Table
 * @property {SVGSVGElement} root
 * @property {Record<LayerName, SVGGElement>} layers
 */

/**
 * @param {number} edge the number of squares along an edge
 * @param {Facing} [facing]
 * @returns {Table}
 */
export function createTable(edge, facing = PLAIN) {
  const layers = createLayers(LAYERS, ['cells']);
  layers.ground.append(
    ...drawFrames(edge, MARGIN),
    ...drawSigns(edge, { x: 19, y: 18 }, facing.seen),
  );
  return { root: drawSquareBoard(edge, MARGIN, layers), layers };
}

/**
 * Draws the sections of both players: a tint, a line at the end, and bars with the player's sign
 * beside it.
 *
 * @param {number} edge
 * @param {number} section the number of rows in each section
 * @param {(seat: number) => Colour} colour
 * @param {Facing} [facing]
 * @returns {SVGElement[]}
 */
export function drawSections(edge, section, colour, facing = PLAIN) {
  const side = edge * SQUARE;
  return [0, 1].map((seat) => {
    const isUp = (seat === 0) !== facing.turned;
    const top = isUp ? 0 : side - section * SQUARE;
    const end = isUp ? section * SQUARE : top;
    const bar = (/** @type {number} */ x) =>
      svg('rect', {
        class: 'section-bar',
        x,
        y: top + 2,
        width: 5,
        height: section * SQUARE - 4,
        rx: 2,
      });
    return svg(
      'g',
      { class: `ink-${colour(seat)}` },
      svg('rect', {
        class: 'section-tint',
        x: 0,
        y: top,
        width: side,
        height: section * SQUARE,
        rx: 5,
      }),
      svg('line', { class: 'section-edge', x1: 2, x2: side - 2, y1: end, y2: end }),
      svg('line', { class: 'section-end', x1: 2, x2: side - 2, y1: end, y2: end }),
      bar(-9),
      bar(side + 4),
      svg(
        'g',
        { transform: `translate(${side + 18} ${top + (section * SQUARE) / 2}) scale(1.02)` },
        glyphShape(colour(seat)),
      ),
    );
  });
}
