/**
 * The textures of lines in the players' colours. Colour is never the only sign, so each colour has
 * a texture of its own, such as rails, dashes, beads or ties.
 *
 * @import {Colour} from '../protocol.js'
 */
import { svg } from '../lib/dom.js';

/**
 * One line of a texture.
 *
 * @typedef {object} Thread
 * @property {number} width
 * @property {string} [dash] the dashes, as in `stroke-dasharray`; omitted for a solid line
 * @property {boolean} [round] whether the dashes have round ends
 * @property {boolean} [base] whether the line has the seat's colour instead of its ink colour
 */

/** @type {Record<Colour, readonly Thread[]>} */
const TEXTURES = {
  red: [{ width: 2.4 }],
  blue: [{ width: 3, dash: '13 9' }],
  yellow: [{ width: 4.6, dash: '0 9.5', round: true }],
  green: [{ width: 2.8, dash: '9 7 0 7', round: true }],
  purple: [{ width: 7 }, { width: 3.6, base: true }],
  orange: [{ width: 8.4, dash: '2.6 9' }],
  white: [{ width: 1.8, dash: '5 6' }],
  black: [{ width: 4.4, dash: '4.4 7' }],
};

/**
 * Draws the texture of a colour along a line. It lies on top of a line of that colour.
 *
 * @param {Colour} colour
 * @param {string} d the path data of the line
 * @returns {SVGPathElement[]}
 */
export function drawThreads(colour, d) {
  return TEXTURES[colour].map((thread) =>
    svg('path', {
      d,
      class: thread.base ? 'thread-base' : 'thread',
      'stroke-width': thread.width,
      'stroke-dasharray': thread.dash ?? null,
      'stroke-linecap': thread.round ? 'round' : null,
    }),
  );
}
