/**
 * Draws the signs of the changes to tiles in a turn. Each sign is in a corner of its square, in a
 * ring with the colour of the player who made the change.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 * @import {Deed, Mark} from './last-turn.js'
 */
import { svg } from '../../lib/dom.js';
import { never } from '../../lib/never.js';
import { SQUARE } from '../squares.js';

/**
 * @param {Mark} mark
 * @param {Colour} colour the colour of the player who made the change
 * @param {Facing} facing
 */
export function drawMark({ square, deed }, colour, facing) {
  const { x, y } = facing.corner(square);
  const side = SQUARE - 5;
  const box = { x: 2.5, y: 2.5, width: side, height: side, rx: 6 };
  return svg(
    'g',
    { class: `mark ink-${colour}`, transform: `translate(${x} ${y})` },
    svg('rect', { class: 'mark-frame', ...box }),
    svg('g', { transform: `translate(${SQUARE - 16} 16)` }, ...drawDeed(deed)),
  );
}

/**
 * Draws the sign of a change to a tile, around the origin.
 *
 * @param {Deed} deed
 * @returns {SVGElement[]}
 */
export function drawDeed(deed) {
  const ground = svg('circle', { class: 'mark-ground', r: 12 });
  const line = (/** @type {string} */ d) => svg('path', { class: 'mark-line', d });
  switch (deed) {
    case 'rotated':
      return [ground, line('M5.300 -1.800A5.600 5.600 0 1 0 4 4M5.800 -6.200V-1.600H1.200')];
    case 'revealed':
      return [
        ground,
        line('M-7.500 0C-4.500 -5.200 4.500 -5.200 7.500 0C4.500 5.200 -4.500 5.200 -7.500 0Z'),
        svg('circle', { class: 'mark-dot', r: 2 }),
      ];
    case 'misopened':
      return [ground, line('M-4.500 -4.500L4.500 4.500M4.500 -4.500L-4.500 4.500')];
    case 'swapped':
      return [
        ground,
        line(
          'M-6 -2.800H5.500M2.500 -6L5.800 -2.800L2.500 0.400M6 3.600H-5.500M-2.500 0.400L-5.800 3.600L-2.500 6.800',
        ),
      ];
    case 'filled':
      return [ground, line('M0 -7V1.500M-3.500 -1.800L0 1.800L3.500 -1.800M-6.500 2V6H6.500V2')];
    default:
      return never(deed);
  }
}
