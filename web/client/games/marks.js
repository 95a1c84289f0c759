/**
 * The marks in the figures of the how-to pages: arrows, and outlines of selectable elements.
 * Lengths are on the scale of the boards.
 *
 * @import {Colour} from '../protocol.js'
 * @import {Point} from './squares.js'
 */
import { svg } from '../lib/dom.js';

/** The length of the two strokes of an arrowhead, and their angle to the line in radians. */
const HEAD = { long: 17, open: 0.62 };

/**
 * Draws an arrow along a line.
 *
 * @param {readonly Point[]} points
 * @param {Colour | null} colour the colour of the player whose piece moves there; `null` where the
 *   arrow belongs to no player
 */
export function drawArrow(points, colour) {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return svg('g');
  const line = `M${points.map(pair).join('L')}`;
  return draw(line + head(end, Math.atan2(end.y - before.y, end.x - before.x)), colour);
}

/**
 * Draws a clockwise arrow over a tile, which shows that the tile turns.
 *
 * @param {Point} middle the centre of the tile
 * @param {number} radius
 */
export function drawTurn({ x, y }, radius) {
  const at = (/** @type {number} */ angle) => ({
    x: x + Math.cos(angle) * radius,
    y: y + Math.sin(angle) * radius,
  });
  const [from, to] = [-2.35, -0.55];
  return draw(
    `M${pair(at(from))}A${radius} ${radius} 0 0 1 ${pair(at(to))}${head(at(to), to + Math.PI / 2 - 0.2)}`,
    null,
  );
}

/**
 * Draws a dashed line round an element that can be chosen, with a dark line below it so that it is
 * visible on any background.
 *
 * @param {(look: string) => SVGElement} outline draws the outline with the given class
 */
export function drawChoice(outline) {
  return svg('g', {}, outline('choice-edge'), outline('choice'));
}

/**
 * @param {Point} end
 * @param {number} angle
 */
function head({ x, y }, angle) {
  const side = (/** @type {1 | -1} */ way) => ({
    x: x - Math.cos(angle + way * HEAD.open) * HEAD.long,
    y: y - Math.sin(angle + way * HEAD.open) * HEAD.long,
  });
  return `M${pair(side(1))}L${pair({ x, y })}L${pair(side(-1))}`;
}

/**
 * @param {string} d
 * @param {Colour | null} colour
 */
function draw(d, colour) {
  return svg(
    'g',
    { class: colour === null ? 'way' : `way ink-${colour}` },
    svg('path', { class: 'way-edge', d }),
    svg('path', { class: 'way-line', d }),
  );
}

/** @param {Point} point */
function pair({ x, y }) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
