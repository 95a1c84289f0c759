/**
 * Computes the positions of selectable places on the board: destinations of a prisoner, prisoners
 * and doors. The functions are pure.
 *
 * @import {Point} from '../squares.js'
 * @import {Plan} from './plan.js'
 */
import { middle } from '../hexes.js';
import { parseSpot, zoneOf } from './plan.js';
import { blockPoint } from './prison.js';

/** The distance between the centre of an occupied hide-out and the position of a newcomer there. */
const BESIDE = 33;

/**
 * A selectable place with its position on the board.
 *
 * @typedef {object} Aim
 * @property {Point} at
 * @property {'point' | 'cell' | 'block'} shape whether the place is a point in a tunnel, a whole
 *   cell, or the cell block
 */

/**
 * Returns the positions where a place can be pressed.
 *
 * @param {Plan} plan
 * @param {string} place
 * @param {number | null} own the viewer's seat
 * @returns {Aim[]}
 */
export function aimsAt(plan, place, own) {
  const spot = parseSpot(place);
  if (spot) {
    const { x, y } = plan.stand(place);
    const taken = plan.view.prisoners.some((one) => one.at === place);
    return [{ at: taken ? { x: x + BESIDE, y } : { x, y }, shape: 'point' }];
  }
  const zone = zoneOf(place);
  if (zone === null) return [{ at: blockPoint(own ?? 0), shape: 'block' }];
  return (plan.view.areas[zone]?.cells ?? []).map((cell) => ({
    at: middle(cell, plan.radius),
    shape: 'cell',
  }));
}

/**
 * Returns the thing that is nearest to a point and within reach, or `null`.
 *
 * @template T
 * @param {readonly { at: Point, is: T }[]} things
 * @param {Point} point the pressed point
 * @param {number} reach the largest distance, in the drawing's units
 * @returns {T | null}
 */
export function nearestTo(things, { x, y }, reach) {
  const far = things
    .map(({ at, is }) => ({ is, far: Math.hypot(at.x - x, at.y - y) }))
    .filter((one) => one.far <= reach)
    .sort((a, b) => a.far - b.far);
  return far[0]?.is ?? null;
}
