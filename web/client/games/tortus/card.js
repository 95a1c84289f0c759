/**
 * A tile as a small picture, where there are many of them and no board.
 *
 * @import {Text} from '../../lib/text.js'
 */
import { svg } from '../../lib/dom.js';
import { SQUARE } from '../squares.js';
import { TILES } from './cards.js';
import { drawFace } from './tile.js';

/** The style sheets that the drawing needs. */
export const STYLES = ['games/tortus/style.css'];
/** How far the stone stays away from the edge of its square. */
const JOINT = 2;

/**
 * The tile of that number, with its corner at the origin.
 *
 * @param {number} card
 * @returns {SVGElement[]} nothing where there is no such tile
 */
export function drawCard(card) {
  const tile = TILES[card];
  if (tile === undefined) return [];
  const side = SQUARE - 2 * JOINT;
  const stone = { class: 'card-stone', x: JOINT, y: JOINT, width: side, height: side, rx: 7 };
  // The colours of the game come with its name.
  return [svg('g', { class: 'tortus' }, svg('rect', stone), ...drawFace(tile))];
}

/**
 * What the picture shows, in words.
 *
 * @param {number} card
 * @param {Text} text
 * @returns {string | null} nothing where there is no such tile
 */
export function sayCard(card, text) {
  const tile = TILES[card];
  return tile === undefined ? null : text(`tortus.kind.${tile}`);
}
