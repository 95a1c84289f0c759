/**
 * Computes how far markers walk: to where they stand, off the board, or to the point where two
 * markers meet. The functions are pure. Lengths are in the drawing's own units.
 *
 * @import {Marker, Step, Walk} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Curve} from './geometry.js'
 */
import { markPoint, measure, standOf, stepCurve, stepsOf } from './geometry.js';

/**
 * The distance to the meeting point at which each of two colliding markers stops, so that they
 * stand face to face.
 */
export const APART = 13;

/**
 * Returns the curves that a marker has walked. A marker that collided with another has walked only
 * to their meeting point, half of the path that they shared.
 *
 * @param {readonly Pick<Marker, 'start' | 'path' | 'out'>[]} markers
 * @param {number} seat
 * @returns {Curve[]}
 */
export function trailOf(markers, seat) {
  const marker = markers[seat];
  if (!marker) return [];
  const steps = stepsOf(marker);
  const { out } = marker;
  const other = out?.how === 'collision' ? markers[out.with] : undefined;
  const alone = other ? steps.length - sharedBy(steps, stepsOf(other)) : steps.length;
  return [...steps.slice(0, alone).map(stepCurve), ...halfOf(steps.slice(alone).map(stepCurve))];
}

/**
 * Returns the number of last steps that two markers made on the same path, towards each other.
 *
 * @param {readonly Step[]} one
 * @param {readonly Step[]} other
 */
function sharedBy(one, other) {
  const most = Math.min(one.length, other.length);
  for (let count = most; count > 0; count -= 1) {
    const against = other.slice(-count).reverse();
    const same = one
      .slice(-count)
      .every(
        ({ square, enter, leave }, index) =>
          square === against[index]?.square &&
          enter === against[index]?.leave &&
          leave === against[index]?.enter,
      );
    if (same) return count;
  }
  return 0;
}

/**
 * Returns the curves of a walk, up to its end.
 *
 * @param {Walk} walk
 * @returns {Curve[]}
 */
export function walkOf({ path, end }) {
  const curves = path.map(stepCurve);
  return end.type === 'collision' ? halfOf(curves) : curves;
}

/**
 * Returns the first half of a path on which two markers approach each other.
 *
 * @param {readonly Curve[]} curves
 * @returns {Curve[]}
 */
function halfOf(curves) {
  const lengths = curves.map((one) => measure(one).length);
  let left = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / 2 - APART);
  return curves.flatMap((one, index) => {
    const length = lengths[index] ?? 0;
    const part = left / length;
    left -= length;
    if (part <= 0) return [];
    return [part >= 1 ? one : beginning(one, measure(one).timeAt(part))];
  });
}

/**
 * Returns the beginning of a curve.
 *
 * @param {Curve} curve
 * @param {number} time the parameter at which the part ends, from 0 to 1
 * @returns {Curve}
 */
function beginning({ from, c1, c2, to }, time) {
  const between = (/** @type {Point} */ a, /** @type {Point} */ b) => ({
    x: a.x + (b.x - a.x) * time,
    y: a.y + (b.y - a.y) * time,
  });
  const [a, b, c] = [between(from, c1), between(c1, c2), between(c2, to)];
  const [d, e] = [between(a, b), between(b, c)];
  return { from, c1: a, c2: d, to: between(d, e) };
}

/**
 * Returns the position of a marker, or the point where it left the game; `null` before it has
 * started.
 *
 * @param {readonly Pick<Marker, 'start' | 'path' | 'out'>[]} markers
 * @param {number} seat
 * @returns {Point | null}
 */
export function markerPoint(markers, seat) {
  const marker = markers[seat];
  if (!marker) return null;
  const at = standOf(marker);
  if (at !== null) return markPoint(at);
  return (
    trailOf(markers, seat).at(-1)?.to ?? (marker.start === null ? null : markPoint(marker.start))
  );
}
