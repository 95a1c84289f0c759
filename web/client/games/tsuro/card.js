/**
 * Draws a tile as a small picture, for pages that show many tiles and no board.
 *
 * @import {Text} from '../../lib/text.js'
 */
import { svg } from '../../lib/dom.js';
import { SQUARE } from '../squares.js';
import { curve, pathOf } from './geometry.js';
import { FACES } from './tile-paths.js';
import { pathWords } from './words.js';

/** The gap between the drawn tile and the edge of its square. */
const JOINT = 2;

/**
 * Draws the tile with that number, with its corner at the origin.
 *
 * @param {number} card
 * @returns {SVGElement[]} the elements of the drawing; empty where there is no such tile
 */
export function drawCard(card) {
  const face = FACES[card];
  if (!face) return [];
  const side = SQUARE - 2 * JOINT;
  const stone = svg('rect', {
    class: 'card-stone',
    x: JOINT,
    y: JOINT,
    width: side,
    height: side,
    rx: 7,
  });
  const paths = face.paths.flatMap(([from, to]) => {
    const d = pathOf([curve(from, to)]);
    return [svg('path', { class: 'card-path-edge', d }), svg('path', { class: 'card-path', d })];
  });
  return [stone, ...paths];
}

/**
 * Describes the picture in words.
 *
 * @param {number} card
 * @param {Text} text
 * @returns {string | null} the description, or `null` where there is no such tile
 */
export function sayCard(card, text) {
  const face = FACES[card];
  return face ? text('tsuro.open_hand.tile', { paths: pathWords(face, 0, text) }) : null;
}
