/**
 * Draws a tile as a small picture, for pages that show many tiles and no board.
 *
 * @import {Text} from '../../lib/text.js'
 */
import { svg } from '../../lib/dom.js';
import { SQUARE } from '../squares.js';
import { TILES } from './cards.js';
import { drawFace } from './tile.js';

/** The style sheets that the drawing needs. */
export const STYLES = ['games/tortus/style.css'];
/** The gap between the drawn tile and the edge of its square. */
const JOINT = 2;

/**
 * Draws the tile with that number, with its corner at the origin.
 *
 * @param {number} card
 * @returns {SVGElement[]} the elements of the drawing; empty where there is no such tile
 */
export function drawCard(card) {
  const tile = TILES[card];
  if (tile === undefined) return [];
  const side = SQUARE - 2 * JOINT;
  const stone = { class: 'card-stone', x: JOINT, y: JOINT, width: side, height: side, rx: 7 };
  // The class of the game selects its colours.
  return [svg('g', { class: 'tortus' }, svg('rect', stone), ...drawFace(tile))];
}

/**
 * Describes the picture in words.
 *
 * @param {number} card
 * @param {Text} text
 * @returns {string | null} the description, or `null` where there is no such tile
 */
export function sayCard(card, text) {
  const tile = TILES[card];
  return tile === undefined ? null : text(`tortus.kind.${tile}`);
}
