/**
 * Shows the board turned clockwise by 90 degrees where the space for it is higher than wide: its
 * cells are larger then. All coordinates of the board stay as they are, and only the drawing as a
 * whole is turned. Whatever must stay upright in it has the class `upright`, and its origin at the
 * point around which it turns back. The functions are pure.
 *
 * @import {Text} from '../../lib/text.js'
 * @import {Point} from '../squares.js'
 * @import {Frame} from '../zoom.js'
 */

/**
 * Returns where a point of the board is seen in the drawing.
 *
 * @param {Point} point
 * @param {boolean} turned
 * @returns {Point}
 */
export function seenAt({ x, y }, turned) {
  return turned ? { x: -y, y: x } : { x, y };
}

/**
 * Returns the point of the board that is seen at a point of the drawing.
 *
 * @param {Point} point
 * @param {boolean} turned
 * @returns {Point}
 */
export function placedAt({ x, y }, turned) {
  return turned ? { x: y, y: -x } : { x, y };
}

/**
 * Returns the frame of a drawing that is centred at the origin, after it has been turned.
 *
 * @param {Frame} frame
 * @param {boolean} turned
 * @returns {Frame}
 */
export function frameOf({ x, y, width, height }, turned) {
  return turned ? { x: y, y: x, width: height, height: width } : { x, y, width, height };
}

/** The key of an unturned board that leads the same way, for each key on a turned board. */
const KEYS = /** @type {Readonly<Record<string, string>>} */ ({
  ArrowRight: 'ArrowUp',
  ArrowDown: 'ArrowRight',
  ArrowLeft: 'ArrowDown',
  ArrowUp: 'ArrowLeft',
  // Six letters lie round the S of a keyboard, and the sides of a turned cell lead straight up and
  // down instead of left and right.
  d: 'e',
  x: 'd',
  z: 'x',
  a: 'z',
  w: 'a',
  e: 'w',
});

/**
 * Returns the key that leads over an unturned board as the pressed one leads over this board.
 *
 * @param {string} key
 * @param {boolean} turned
 */
export function keyOn(key, turned) {
  return turned ? (KEYS[key] ?? KEYS[key.toLowerCase()] ?? key) : key;
}

/**
 * Returns a text function for a board that may be turned: a side is named by where it is seen, as
 * the arrow keys lead there.
 *
 * @param {Text} text
 * @param {() => boolean} isTurned
 * @returns {Text}
 */
export const sayTurned = (text, isTurned) => (key, values) =>
  text(isTurned() && /^side\.\d$/.test(key) ? `side.turned.${key.slice(-1)}` : key, values);
