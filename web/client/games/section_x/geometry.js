/**
 * Computes where tunnels run on a tile, and where prisoners and doors are in them. The functions
 * are pure. A tile has its centre at the origin.
 *
 * @import {SectionXSectionShape} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { REACH, toward } from '../hexes.js';

/**
 * The distance of a curve's handles from the centre as a fraction of {@link REACH}, indexed by the
 * number of sides between the ends of the curve.
 */
const HANDLE = [0, 0.556, 0.382, 1 / 3];
/** The distance between the centre and a prisoner in a tunnel that crosses other tunnels there. */
const ASIDE = 24;
/** The position of a door along its tunnel, from 0 to 1. */
const DOOR = 0.83;

/** @typedef {{ from: Point, c1: Point, c2: Point, to: Point }} Bend */

/**
 * Returns the number of sides between two sides, the short way.
 *
 * @param {number} a
 * @param {number} b
 */
function apart(a, b) {
  const round = Math.abs(a - b) % 6;
  return Math.min(round, 6 - round);
}

/**
 * Returns the curve of a tunnel between two sides.
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
 * Returns a point on a curve.
 *
 * @param {Bend} curve
 * @param {number} part the position, from 0 at its beginning to 1 at its end
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
 * Returns the path of a section: a curve, or a spoke for each opening.
 *
 * @param {readonly number[]} openings
 * @returns {string} the path data, as in the `d` attribute
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
 * Returns whether a section runs straight through the centre, where another section does so too.
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
 * Returns the position of prisoners in a section: its middle, except for tunnels that cross each
 * other there.
 *
 * @param {readonly SectionXSectionShape[]} sections the sections of the tile, at rotation 0
 * @param {number} at the index of the section
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
 * Returns the position and the angle of the door of a section.
 *
 * @param {readonly SectionXSectionShape[]} sections the sections of the tile, at rotation 0
 * @param {number} at the index of the section
 * @returns {Point & { angle: number }} the position, with the angle across the tunnel in degrees
 *   clockwise
 */
export function doorOf(sections, at) {
  const [a = 0, b = 0] = sections[at]?.openings ?? [];
  // Prisoners stand on one side of a crossing, and the door is on the other.
  const back = crosses(sections, at) && at % 2 !== 0;
  const curve = back ? bend(b, a) : bend(a, b);
  const point = along(curve, DOOR);
  const before = along(curve, DOOR - 0.02);
  return { ...point, angle: (Math.atan2(point.y - before.y, point.x - before.x) * 180) / Math.PI };
}

/**
 * Returns a point of a tile after its rotation.
 *
 * @param {Point} point
 * @param {number} rotation the rotation in sixths of a turn clockwise
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
 * Returns the sides that a section leads to after the rotation of its tile, in ascending order.
 *
 * @param {readonly number[]} openings
 * @param {number} rotation
 */
export function sidesOf(openings, rotation) {
  return openings.map((side) => (side + rotation) % 6).sort((a, b) => a - b);
}

/**
 * Returns a string for the look of a tile's tunnels. It is equal for rotations that cannot be told
 * apart.
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
