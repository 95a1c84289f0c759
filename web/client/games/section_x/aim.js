/**
 * Where on the board something is pointed at: where a prisoner can go, who can be chosen, which door. Pure.
 *
 * @import {Point} from '../squares.js'
 * @import {Plan} from './plan.js'
 */
import { middle } from '../hexes.js';
import { parseSpot, zoneOf } from './plan.js';
import { blockPoint } from './table.js';

/** How far from the middle of a hide-out a newcomer is pointed at, if somebody is there. */
const BESIDE = 33;

/**
 * A place that can be gone to, as it is pointed at.
 *
 * @typedef {object} Aim
 * @property {Point} at
 * @property {'point' | 'cell' | 'block'} shape whether it is a point in a tunnel, a whole cell, or the cell block
 */

/**
 * The points by which a place can be pressed.
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
 * The nearest of some things to a point, within reach.
 *
 * @template T
 * @param {readonly { at: Point, is: T }[]} things
 * @param {Point} point
 * @param {number} reach
 * @returns {T | null}
 */
export function nearestTo(things, { x, y }, reach) {
  const far = things
    .map(({ at, is }) => ({ is, far: Math.hypot(at.x - x, at.y - y) }))
    .filter((one) => one.far <= reach)
    .sort((a, b) => a.far - b.far);
  return far[0]?.is ?? null;
}
