/**
 * Draws a tile as a small picture, for pages that show many tiles and no board.
 *
 * @import {Text} from '../../lib/text.js'
 */
import { svg } from '../../lib/dom.js';
import { outline, WIDE } from '../hexes.js';
import { SQUARE } from '../squares.js';
import { KINDS } from './cards.js';
import { pathOf, standOf } from './geometry.js';
import { KINDS as SHAPES } from './how-to/tiles.js';

/** The gap between the drawn tile and the edge of its cell. */
const JOINT = 2;
/** The radius of a hide-out. */
const CHAMBER = 24;

/**
 * Draws the tile with that number, in a square with its corner at the origin.
 *
 * @param {number} card
 * @returns {SVGElement[]} the elements of the drawing; empty where there is no such tile
 */
export function drawCard(card) {
  const shape = SHAPES.find(({ kind }) => kind === KINDS[card]);
  if (!shape) return [];
  const tunnels = shape.sections.flatMap(({ openings, hide_out }, at) => {
    const d = pathOf(openings);
    const { x, y } = standOf(shape.sections, at);
    return [
      svg('path', { class: 'card-path-edge', d }),
      svg('path', { class: 'card-path', d }),
      ...(hide_out ? [svg('circle', { class: 'card-chamber', cx: x, cy: y, r: CHAMBER })] : []),
    ];
  });
  const middle = SQUARE / 2;
  const size = SQUARE / (WIDE * 1.2);
  return [
    svg(
      'g',
      { transform: `translate(${middle} ${middle}) scale(${size.toFixed(3)})` },
      svg('path', { class: 'card-stone', d: outline(JOINT) }),
      ...tunnels,
    ),
  ];
}

/**
 * Describes the picture in words.
 *
 * @param {number} card
 * @param {Text} text
 * @returns {string | null} the description, or `null` where there is no such tile
 */
export function sayCard(card, text) {
  const kind = KINDS[card];
  return kind === undefined ? null : text(`section_x.kind.${kind}`);
}
