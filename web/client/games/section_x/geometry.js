/**
 * Where tunnels run on a tile, and where prisoners and doors are in them. Pure; a tile has its middle at the origin.
 *
 * @import {SectionXSectionShape} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { REACH, toward } from '../hexes.js';

/** How far the handles of a curve are from the middle, by how many sides apart it leads. */
const HANDLE = [0, 0.556, 0.382, 1 / 3];
/** How far from the middle one stands in a tunnel that crosses others there. */
const ASIDE = 24;
/** How far along a tunnel a door is. */
const DOOR = 0.83;

/** @typedef {{ from: Point, c1: Point, c2: Point, to: Point }} Bend */

/**
 * Sides between two sides, the short way.
 *
 * @param {number} a
 * @param {number} b
 */
function apart(a, b) {
  const round = Math.abs(a - b) % 6;
  return Math.min(round, 6 - round);
}

/**
 * The way of a tunnel between two sides.
 *
 * @param {number} a
 * @param {number} b
 * @returns {Bend}
 */
export function bend(a, b) {
  const handle = REACH * (HANDLE[apart(a, b)] ?? 0);
  return {
    from: toward(a, REACH),
    c1: toward(a, handle),
    c2: toward(b, handle),
    to: toward(b, REACH),
  };
}

/**
 * A point of a bend.
 *
 * @param {Bend} curve
 * @param {number} part from 0, its beginning, to 1, its end
 * @returns {Point}
 */
export function along({ from, c1, c2, to }, part) {
  const rest = 1 - part;
  const mix = (/** @type {'x' | 'y'} */ of) =>
    rest ** 3 * from[of] +
    3 * rest * rest * part * c1[of] +
    3 * rest * part * part * c2[of] +
    part ** 3 * to[of];
  return { x: mix('x'), y: mix('y') };
}

const write = (/** @type {Point} */ { x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/**
 * What is drawn of a section: a bend, or a spoke for each opening.
 *
 * @param {readonly number[]} openings
 * @returns {string} as in the `d` of a path
 */
export function pathOf(openings) {
  const [a, b] = openings;
  if (openings.length === 2 && a !== undefined && b !== undefined) {
    const { from, c1, c2, to } = bend(a, b);
    return `M${write(from)}C${write(c1)} ${write(c2)} ${write(to)}`;
  }
  return openings.map((side) => `M${write(toward(side, REACH))}L0 0`).join('');
}

/**
 * Whether a section runs straight through the middle, where another does so too.
 *
 * @param {readonly SectionXSectionShape[]} sections
 * @param {number} at
 */
function crosses(sections, at) {
  const straight = (/** @type {SectionXSectionShape} */ { openings: [a, b, ...more] }) =>
    a !== undefined && b !== undefined && more.length === 0 && apart(a, b) === 3;
  const own = sections[at];
  return own !== undefined && straight(own) && sections.filter(straight).length > 1;
}

/**
 * Where prisoners stand in a section: in its middle, but for tunnels that cross each other there.
 *
 * @param {readonly SectionXSectionShape[]} sections of the tile, at rotation 0
 * @param {number} at which of them
 * @returns {Point}
 */
export function standOf(sections, at) {
  const openings = sections[at]?.openings ?? [];
  const [a, b] = openings;
  if (openings.length !== 2 || a === undefined || b === undefined) return { x: 0, y: 0 };
  if (crosses(sections, at)) return toward(at % 2 === 0 ? a : b, ASIDE);
  return along(bend(a, b), 0.5);
}

/**
 * Where the door of a section is, and how it is turned.
 *
 * @param {readonly SectionXSectionShape[]} sections of the tile, at rotation 0
 * @param {number} at which of them
 * @returns {Point & { angle: number }} degrees clockwise, across the tunnel
 */
export function doorOf(sections, at) {
  const [a = 0, b = 0] = sections[at]?.openings ?? [];
  // Where prisoners stand on one side of a crossing, the door is on the other.
  const back = crosses(sections, at) && at % 2 !== 0;
  const curve = back ? bend(b, a) : bend(a, b);
  const point = along(curve, DOOR);
  const before = along(curve, DOOR - 0.02);
  return { ...point, angle: (Math.atan2(point.y - before.y, point.x - before.x) * 180) / Math.PI };
}

/**
 * A point of a tile as it is turned.
 *
 * @param {Point} point
 * @param {number} rotation sixths of a turn clockwise
 * @returns {Point}
 */
export function turned({ x, y }, rotation) {
  const angle = (rotation * Math.PI) / 3;
  return {
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  };
}

/**
 * The sides that a section leads to as its tile is turned, the smallest first.
 *
 * @param {readonly number[]} openings
 * @param {number} rotation
 */
export function sidesOf(openings, rotation) {
  return openings.map((side) => (side + rotation) % 6).sort((a, b) => a - b);
}

/**
 * A tile's tunnels as one sees them: two rotations with the same look differ in nothing.
 *
 * @param {readonly SectionXSectionShape[]} sections
 * @param {number} rotation
 */
export function look(sections, rotation) {
  return sections
    .map(
      ({ openings, hide_out }) => `${sidesOf(openings, rotation).join('')}${hide_out ? '*' : ''}`,
    )
    .sort()
    .join(' ');
}
