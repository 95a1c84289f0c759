/**
 * Draws the land that the tunnels run through: the shallow sea, the cliffs and the earth. The
 * coast is computed, so that no file has to contain it. It is the same on every device.
 *
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { WIDE } from '../hexes.js';

/** The number of points of the coast. */
const POINTS = 288;
/** The number of points on each side over which the coast is smoothed. */
const SMOOTH = 2;
/** The width of the land beyond the outermost cells, and the radius of a headland. */
const BEACH = 30;
const HEADLAND = 60;
/** The bays of the coast, as waves: their number around the land and their depth. */
const BAYS = /** @type {const} */ ([
  [7, 4],
  [13, 4],
  [23, 3],
]);
/** The depth of the notches in the edge of the cliffs. */
const NOTCH = 9;

/**
 * Returns a number between -1 and 1 that looks random, and is always the same for an index.
 *
 * @param {number} index
 */
export function noise(index) {
  const wild = Math.sin(index * 127.1 + 11.7) * 43758.5453;
  return 2 * (wild - Math.floor(wild)) - 1;
}

/**
 * Returns the distance between the centre of the board and the coast in a direction.
 *
 * @param {number} angle
 * @param {number} radius the radius of the board
 * @param {number} zone the distance between the centre of the board and that of a free zone
 */
function distance(angle, radius, zone) {
  const sixth = Math.PI / 3;
  const side = (((angle % sixth) + sixth) % sixth) - sixth / 2;
  const corner = sixth / 2 - Math.abs(side);
  // The cells form a hexagon whose corners point to the free zones.
  const land = ((WIDE * (radius + 0.6) * Math.cos(sixth / 2) + BEACH) / Math.cos(side)) * 0.985;
  const across = zone * Math.sin(corner);
  if (across > HEADLAND) return land;
  return Math.max(land, zone * Math.cos(corner) + Math.sqrt(HEADLAND ** 2 - across ** 2));
}

/**
 * Returns the outline of the land.
 *
 * @param {number} radius
 * @param {number} zone
 * @param {number} beyond the distance between the outline and the coast
 * @param {number} notch the depth of its notches
 * @returns {string} the path data
 */
function outlineOf(radius, zone, beyond, notch) {
  const far = Array.from({ length: POINTS }, (_, at) =>
    distance((at / POINTS) * 2 * Math.PI, radius, zone),
  );
  const points = far.map((_, at) => {
    let sum = 0;
    for (let off = -SMOOTH; off <= SMOOTH; off += 1) sum += far[(at + off + POINTS) % POINTS] ?? 0;
    const angle = (at / POINTS) * 2 * Math.PI;
    const bays = BAYS.reduce(
      (deep, [count, depth]) => deep + depth * Math.sin(count * angle + count),
      0,
    );
    const reach = sum / (2 * SMOOTH + 1) + beyond + bays + noise(at) * notch;
    return `${(Math.cos(angle) * reach).toFixed(0)} ${(Math.sin(angle) * reach).toFixed(0)}`;
  });
  return `M${points.join('L')}Z`;
}

/**
 * Draws the land, from the sea upwards.
 *
 * @param {number} radius
 * @param {number} zone the distance between the centre of the board and that of a free zone
 * @returns {SVGElement[]}
 */
export function drawLand(radius, zone) {
  const land = (/** @type {string} */ look, /** @type {number} */ beyond, notch = 0) =>
    svg('path', { class: look, d: outlineOf(radius, zone, beyond, notch) });
  return [
    land('shallow wide', 34),
    land('shallow', 19),
    land('surf', 12, 3),
    land('cliff-foot', 4, NOTCH),
    land('cliff', -3, NOTCH),
    land('land', -13, 3),
  ];
}

/**
 * Draws stones and cracks in the earth of cells that are not dug up yet.
 *
 * @param {readonly Point[]} cells the centres of the cells
 */
export function drawStones(cells) {
  const marks = cells.flatMap(({ x, y }, at) =>
    [0, 1, 2].map((one) => {
      const seed = at * 3 + one;
      const to = { x: x + noise(seed) * 30, y: y + noise(seed + 0.37) * 30 };
      const long = 3 + 3 * Math.abs(noise(seed + 0.71));
      return `M${to.x.toFixed(0)} ${to.y.toFixed(0)}q${long.toFixed(1)} -3 ${(2 * long).toFixed(1)} 0`;
    }),
  );
  return svg('path', { class: 'stones', d: marks.join('') });
}
