/**
 * The positions on a board of Tortus: the arrows on tiles, and the ways of pawns. The functions are
 * pure. Lengths are in the drawing's own units, and y grows to the south.
 *
 * @import {TortusTile} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Facing} from './facing.js'
 */
import { isBeside } from '../squares.js';
import { arrowsOf } from './arrows.js';
import { PLAIN } from './facing.js';

/** @typedef {'up' | 'right' | 'down' | 'left'} Side */

/** The sides, clockwise. @type {readonly Side[]} */
const SIDES = ['up', 'right', 'down', 'left'];

/**
 * Returns the sides that a tile's arrows or its tip point to as the viewer sees it, clockwise from
 * the top.
 *
 * @param {TortusTile} tile
 * @param {number} rotation the rotation in quarter turns clockwise
 * @returns {Side[]}
 */
export function sidesOf(tile, rotation) {
  const turned = arrowsOf(tile)
    .map((quarter) => (quarter + rotation) % 4)
    .sort((a, b) => a - b);
  return turned.flatMap((quarter) => SIDES[quarter] ?? []);
}

/**
 * The distance between the end of a way and the centre of its square. It keeps the pawns there
 * visible.
 */
const SHORT = 15;
/**
 * The bend of a way to an adjacent square per unit of its length, and below it that of a way over
 * other squares.
 */
const BEND = 0.16;
const JUMP = 0.24;

/**
 * @typedef {object} Way the way of a pawn from one square to another
 * @property {Point} from
 * @property {Point} bend the control point of the curve
 * @property {Point} to
 * @property {Point} badge the position of the number
 */

/**
 * Returns the curve of a step. It bends to its right, so that a step and its return are two
 * distinct ways.
 *
 * @param {{ from: string, to: string }} step
 * @param {Facing} [facing]
 * @returns {Way}
 */
export function wayOf({ from, to }, facing = PLAIN) {
  const [a, b] = [facing.middle(from), facing.middle(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const reach = length * (isBeside(from, to) ? BEND : JUMP);
  const across = { x: -along.y * reach, y: along.x * reach };
  const start = {
    x: a.x + along.x * SHORT + across.x * 0.35,
    y: a.y + along.y * SHORT + across.y * 0.35,
  };
  const end = {
    x: b.x - along.x * SHORT + across.x * 0.35,
    y: b.y - along.y * SHORT + across.y * 0.35,
  };
  const bend = { x: (a.x + b.x) / 2 + across.x * 1.6, y: (a.y + b.y) / 2 + across.y * 1.6 };
  return {
    from: start,
    bend,
    to: end,
    badge: { x: (start.x + 2 * bend.x + end.x) / 4, y: (start.y + 2 * bend.y + end.y) / 4 },
  };
}

/**
 * Returns the arrowhead at the end of a way.
 *
 * @param {Way} way
 * @returns {string} the `d` attribute of an SVG path
 */
export function headOf({ bend, to }) {
  const length = Math.hypot(to.x - bend.x, to.y - bend.y) || 1;
  const along = { x: (to.x - bend.x) / length, y: (to.y - bend.y) / length };
  const wing = (/** @type {1 | -1} */ side) => ({
    x: to.x - along.x * 12 - along.y * 8 * side,
    y: to.y - along.y * 12 + along.x * 8 * side,
  });
  return `${move(wing(1))}L${pair({ x: to.x + along.x * 4, y: to.y + along.y * 4 })}L${pair(wing(-1))}Z`;
}

/**
 * @param {Way} way
 * @returns {string} the `d` attribute of an SVG path
 */
export function curveOf({ from, bend, to }) {
  return `${move(from)}Q${pair(bend)} ${pair(to)}`;
}

/** @param {Point} point */
function move(point) {
  return `M${pair(point)}`;
}

/** @param {Point} point */
function pair({ x, y }) {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}
