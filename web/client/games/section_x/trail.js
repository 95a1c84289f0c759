/**
 * Marks the recent actions of the other players on the board, in their colours.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Plan} from './plan.js'
 * @import {Mark} from './turns.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { lastWhere } from '../../lib/last.js';
import { CORNER, middle, outline } from '../hexes.js';
import { drawDoor, standsOf } from './pieces.js';
import { parseSpot, zoneOf } from './plan.js';
import { blockPoint } from './prison.js';

/** The distance between the end of a walk and the prisoner that stands there. */
const SHORT = 26;
/** The length of the two strokes of an arrowhead, and their angle to the line in radians. */
const HEAD = { long: 15, open: 0.6 };

/**
 * Returns the position of a mark on the board.
 *
 * @param {Mark} mark
 * @param {Plan} plan
 * @returns {Point}
 */
export function pointOf(mark, plan) {
  switch (mark.type) {
    case 'tile':
      return middle(mark.cell, plan.radius);
    case 'moved':
      return middle(mark.to, plan.radius);
    case 'walk':
      return placePoint(mark.places.at(-1) ?? 'block', mark.seat, plan);
    default:
      return plan.door(mark.at);
  }
}

/**
 * @param {string} place
 * @param {number} seat
 * @param {Plan} plan
 * @returns {Point}
 */
function placePoint(place, seat, plan) {
  if (parseSpot(place)) return plan.stand(place);
  const zone = zoneOf(place);
  if (zone === null) return blockPoint(seat);
  const stands = standsOf(plan);
  const there = lastWhere(plan.view.prisoners, (one) => one.seat === seat && one.at === place);
  const stand = there && stands.get(`${seat} ${there.number}`);
  return stand ?? middle(plan.cellOf(place), plan.radius);
}

/** The marks of a board. */
export class Trail {
  #drawn = '';

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
  }

  /**
   * @param {readonly Mark[]} marks
   * @param {Plan} plan
   * @param {(seat: number) => Colour} colour
   */
  show(marks, plan, colour) {
    const drawn = JSON.stringify([
      marks.map((mark) => [mark, colour(mark.seat)]),
      plan.view.tiles,
      plan.view.prisoners,
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.layer.replaceChildren(...marks.map((mark) => drawMark(mark, plan, colour(mark.seat))));
  }
}

/**
 * @param {Mark} mark
 * @param {Plan} plan
 * @param {Colour} colour
 */
function drawMark(mark, plan, colour) {
  const group = svg('g', { class: `trail-mark ink-${colour}` }, ...partsOf(mark, plan, colour));
  group.dataset['mark'] = mark.type;
  return group;
}

/**
 * @param {Mark} mark
 * @param {Plan} plan
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
function partsOf(mark, plan, colour) {
  switch (mark.type) {
    case 'tile':
      return drawTouched(middle(mark.cell, plan.radius), colour);
    case 'moved':
      return drawMoved(middle(mark.from, plan.radius), middle(mark.to, plan.radius));
    case 'walk':
      return drawWalk(mark.places.map((place) => placePoint(place, mark.seat, plan)));
    case 'door': {
      const { x, y } = plan.door(mark.at);
      return ['trail-edge', 'trail-line'].map((look) =>
        svg('circle', { class: look, cx: x, cy: y, r: 28 }),
      );
    }
    case 'gone':
      return [drawGone(plan.door(mark.at), colour)];
  }
}

/**
 * Draws a line round a tile, with the sign of the player who has laid, moved or turned it.
 *
 * @param {Point} point
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
export function drawTouched({ x, y }, colour) {
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  return [
    ...['trail-edge', 'trail-line'].map((look) =>
      svg('path', { class: look, d: outline(4), transform: at }),
    ),
    svg(
      'g',
      { transform: `${at} translate(0 ${4 - CORNER}) scale(0.8)` },
      svg('g', { class: 'upright' }, glyphShape(colour)),
    ),
  ];
}

/**
 * Draws the empty outline of a tile at its former cell, and its way to the new one.
 *
 * @param {Point} from
 * @param {Point} to
 * @returns {SVGElement[]}
 */
function drawMoved(from, to) {
  const at = `translate(${from.x.toFixed(1)} ${from.y.toFixed(1)})`;
  return [
    ...['trail-edge', 'trail-line'].map((look) =>
      svg('path', { class: `${look} left`, d: outline(8), transform: at }),
    ),
    ...drawWalk([from, to]),
  ];
}

/**
 * Draws a ribbon with an arrowhead along the steps of a prisoner.
 *
 * @param {readonly Point[]} points
 * @returns {SVGElement[]}
 */
export function drawWalk(points) {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return [];
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const far = Math.hypot(last.x - before.x, last.y - before.y);
  const short = Math.min(SHORT, far / 2);
  const end = { x: last.x - Math.cos(angle) * short, y: last.y - Math.sin(angle) * short };
  const pair = (/** @type {Point} */ { x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const side = (/** @type {1 | -1} */ way) =>
    pair({
      x: end.x - Math.cos(angle + way * HEAD.open) * HEAD.long,
      y: end.y - Math.sin(angle + way * HEAD.open) * HEAD.long,
    });
  const line = [...points.slice(0, -1), end].map(pair).join('L');
  const d = `M${line}M${side(1)}L${pair(end)}L${side(-1)}`;
  return ['trail-edge', 'trail-line'].map((look) => svg('path', { class: look, d }));
}

/**
 * Draws a removed door with a cross over it.
 *
 * @param {Point & { angle: number }} at
 * @param {Colour} colour
 */
export function drawGone({ x, y, angle }, colour) {
  const cross = 'M-15 -15L15 15M15 -15L-15 15';
  return svg(
    'g',
    { class: 'trail-gone', transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg('g', { class: 'faint', transform: `rotate(${angle.toFixed(1)})` }, drawDoor(colour)),
    svg('path', { class: 'barred-edge', d: cross }),
    svg('path', { class: 'barred', d: cross }),
  );
}
