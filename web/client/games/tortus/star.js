/**
 * The square that the tip of a drafted star points to, and what lies there. The functions are pure.
 *
 * @import {TortusView} from '../../protocol.js'
 * @import {Lying} from './tile.js'
 */
import { parseSquare, squareName } from '../squares.js';
import { sidesOf } from './geometry.js';

/** The way to the square on each side. */
const WAYS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/**
 * @typedef {object} Pointed
 * @property {string} square the square that the tip points to
 * @property {Lying} lying the open tile there
 * @property {Lying | null} hole the hole or the pit that lies there or that the star there copies
 */

/**
 * Returns the open tile that the tip of a star points to, or `null` where there is none.
 *
 * @param {{ square: string, lying: Lying }} star
 * @param {Pick<TortusView, 'board'>} view
 * @returns {Pointed | null}
 */
export function pointedBy({ square, lying }, { board }) {
  if (lying.tile !== 'star') return null;
  const [side = 'up'] = sidesOf('star', lying.rotation);
  const { x, y } = parseSquare(square);
  const [across = 0, down = 0] = WAYS[side];
  const at = squareName(x + across, y + down);
  const field = board.find((one) => one.square === at);
  if (!field || field.tile === null || field.rotation === null || !field.open) return null;
  const source = board.find((one) => one.square === field.copies) ?? field;
  const isHole = source.tile === 'hole' || source.tile === 'pit';
  return {
    square: at,
    lying: { tile: field.tile, rotation: field.rotation },
    hole: isHole && source.tile !== null ? { tile: source.tile, rotation: 0 } : null,
  };
}
