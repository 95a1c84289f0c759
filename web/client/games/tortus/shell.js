/**
 * The shells on the backs of the tiles. They vary from square to square, so that the closed part of
 * the board does not look like wallpaper. The functions are pure.
 */
import { parseSquare, SQUARE } from '../squares.js';

/** The number of different shells. */
export const SHELLS = 4;
/** The sides of the middle scute of each shell, and the rotation of that scute in degrees. */
const SHAPES = [
  { sides: 6, lean: 0 },
  { sides: 5, lean: 36 },
  { sides: 6, lean: 30 },
  { sides: 7, lean: 0 },
];
const MIDDLE = SQUARE / 2;
/** The distances from the centre: of the middle scute, and of the others, without the joints. */
const INNER = 16;
const RIM = 33;
const JOINT = 1.3;
/** The size of the growth ring within the middle scute, relative to the scute. */
const RING = 0.58;

/**
 * The outlines of a shell, each as the `d` attribute of an SVG path.
 *
 * @typedef {object} Shell
 * @property {string} lit the scutes that face the light
 * @property {string} plain
 * @property {string} dim the scutes on the other side
 * @property {string} lines the growth rings
 */

/** The shells that have been drawn, by number. @type {Map<number, Shell>} */
const known = new Map();

/**
 * Returns the number of the shell on a square. It is the same from both sides of the board.
 *
 * @param {string} square
 */
export function variantOf(square) {
  const { x, y } = parseSquare(square);
  return (x + 2 * y + Math.floor((x * y) / 3)) % SHELLS;
}

/**
 * @param {number} variant
 * @returns {Shell}
 */
export function shellOf(variant) {
  const number = variant % SHELLS;
  const { sides = 6, lean = 0 } = SHAPES[number] ?? {};
  const shell = known.get(number) ?? outline(sides, lean);
  known.set(number, shell);
  return shell;
}

/**
 * @param {number} sides
 * @param {number} lean
 * @returns {Shell}
 */
function outline(sides, lean) {
  const angles = Array.from({ length: sides }, (_, side) => lean - 90 + (side * 360) / sides);
  const middle = closed(angles.map((angle) => at(angle, INNER)));
  /** @type {Record<'lit' | 'plain' | 'dim', string[]>} */
  const scutes = { lit: [], plain: [middle], dim: [] };
  for (const angle of angles) {
    const next = angle + 360 / sides;
    // The joints on both sides have the same width near the middle and at the rim.
    const near = (JOINT / (INNER + 3)) * 57;
    const far = (JOINT / RIM) * 57;
    const d = `M${at(angle + near, INNER + 2.6)}L${at(next - near, INNER + 2.6)}L${at(next - far, RIM)}A${RIM} ${RIM} 0 0 0 ${at(angle + far, RIM)}Z`;
    // The light comes from above, slightly from the left.
    const facing = Math.cos(((angle + 180 / sides + 110) * Math.PI) / 180);
    scutes[facing > 0.45 ? 'lit' : facing < -0.45 ? 'dim' : 'plain'].push(d);
  }
  return {
    lit: scutes.lit.join(''),
    plain: scutes.plain.join(''),
    dim: scutes.dim.join(''),
    lines: closed(angles.map((angle) => at(angle, INNER * RING))),
  };
}

/** @param {readonly string[]} points */
function closed(points) {
  return `M${points.join('L')}Z`;
}

/**
 * @param {number} angle in degrees clockwise from the right
 * @param {number} reach the distance from the centre of the tile
 */
function at(angle, reach) {
  const turn = (angle * Math.PI) / 180;
  return `${(MIDDLE + reach * Math.cos(turn)).toFixed(1)} ${(MIDDLE + reach * Math.sin(turn)).toFixed(1)}`;
}
