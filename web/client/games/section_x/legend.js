/**
 * Draws the legend of the signs on the board.
 *
 * @import {Colour, SectionXKind} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 * @import {Text} from './words.js'
 */
import { html, svg } from '../../lib/dom.js';
import { outline, WIDE } from '../hexes.js';
import { drawTarget } from './ghost.js';
import { drawDoor, drawOwner, drawPrisoner } from './pieces.js';
import { drawPlace } from './places.js';
import { ZONE, zonePoint } from './table.js';
import { drawTile } from './tile.js';
import { drawGone, drawTouched, drawWalk } from './trail.js';

const MIDDLE = { x: 0, y: 0 };
/** The side length of the visible part of the board in a picture. */
const SIDE = WIDE + 22;

/**
 * @param {Plan} plan
 * @param {(seat: number) => Colour} colour
 * @param {Text} text
 * @returns {HTMLElement[]}
 */
export function drawLegend(plan, colour, text) {
  const [one, other] = [colour(0), colour(1)];
  const tile = (/** @type {SectionXKind} */ kind, /** @type {Colour | null} */ owner = null) =>
    drawTile(plan.sections(kind), 0, [owner]);
  const scaled = (/** @type {SVGElement} */ drawn, scale = 1.85) =>
    svg('g', { transform: `scale(${scale})` }, drawn);
  const marked = (/** @type {SVGGElement} */ prisoner, /** @type {string} */ mark) => {
    prisoner.classList.add(mark);
    return scaled(prisoner);
  };
  const trail = (/** @type {readonly SVGElement[]} */ parts) =>
    svg('g', { class: `trail-mark ink-${other}` }, ...parts);
  const [zone] = plan.view.areas.keys();
  const { x, y } = zonePoint(zone ?? 0, plan.radius);
  /** @type {readonly (readonly [string, readonly SVGElement[]])[]} */
  const rows = [
    ['movable', [tile('straight'), marked(drawPrisoner(one), 'movable')]],
    ['chosen', [tile('straight'), marked(drawPrisoner(one), 'chosen')]],
    ['target', [tile('straight'), drawTarget({ at: MIDDLE, shape: 'point', look: 'open' })]],
    ['telling', [tile('straight'), drawTarget({ at: MIDDLE, shape: 'point', look: 'telling' })]],
    ['barred', [tile('straight'), drawTarget({ at: MIDDLE, shape: 'point', look: 'barred' })]],
    ['held', [tile('straight', one)]],
    ['door', [tile('straight', one), drawDoor(one)]],
    ['hide_out', [tile('hide_out_straight')]],
    ['green', [svg('path', { class: 'green-cell', d: outline(1) })]],
    [
      'zone',
      [
        svg(
          'g',
          { transform: `scale(0.8) translate(${-x} ${-y})` },
          svg('circle', { class: 'zone', cx: x, cy: y, r: ZONE }),
          svg('g', { transform: `translate(${x} ${y})` }, drawPlace(zone ?? 0)),
          drawOwner(zone ?? 0, plan.radius, one),
        ),
      ],
    ],
    ['tile', [tile('wide_bend'), trail(drawTouched(MIDDLE, other))]],
    [
      'walk',
      [
        tile('straight'),
        trail(
          drawWalk([
            { x: -40, y: 0 },
            { x: 60, y: 0 },
          ]),
        ),
      ],
    ],
    ['gone', [tile('straight'), drawGone({ ...MIDDLE, angle: 0 }, one)]],
  ];
  return [
    html(
      'ul',
      { class: 'sx-legend' },
      ...rows.map(([name, parts]) =>
        html(
          'li',
          {},
          svg(
            'svg',
            {
              viewBox: `${-SIDE / 2} ${-SIDE / 2} ${SIDE} ${SIDE}`,
              'aria-hidden': 'true',
              focusable: 'false',
            },
            ...parts,
          ),
          html('span', {}, text(`section_x.legend.${name}`)),
        ),
      ),
    ),
  ];
}
