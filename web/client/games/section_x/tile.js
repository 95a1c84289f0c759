/**
 * Draws a tile: the earth, and the tunnels through it.
 *
 * @import {Colour, SectionXSectionShape} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { turnTo } from '../drawing.js';
import { outline, WIDE } from '../hexes.js';
import { drawThreads } from '../threads.js';
import { pathOf, standOf } from './geometry.js';

/** The gap between the earth of a tile and the edge of its cell. */
const JOINT = 0.9;
/** The radius of a hide-out. */
const CHAMBER = 26;

/** @typedef {readonly SectionXSectionShape[]} Sections */

/**
 * Draws a tile with its centre at the origin. Only the tunnels turn; the light on the earth keeps
 * its direction.
 *
 * @param {Sections} sections
 * @param {number} rotation the rotation in sixths of a turn clockwise
 * @param {readonly (Colour | null)[]} [owners] the colour of each section's tunnel owner, or `null`
 * @returns {SVGGElement}
 */
export function drawTile(sections, rotation, owners = []) {
  const tunnels = svg('g', { class: 'tile-paths' });
  // Each section has its own edges: where two cross, one passes over the other.
  for (const [at, section] of sections.entries()) {
    tunnels.append(...drawSection(section, standOf(sections, at), owners[at] ?? null));
  }
  const tile = svg(
    'g',
    { class: 'tile' },
    svg('path', { class: 'tile-shade', d: outline(JOINT), transform: 'translate(0 2)' }),
    svg('path', { class: 'tile-stone', d: outline(JOINT) }),
    svg('path', { class: 'tile-light', d: outline(2.6) }),
    tunnels,
  );
  turnTile(tile, rotation);
  return tile;
}

/**
 * @param {SectionXSectionShape} section
 * @param {Point} stand
 * @param {Colour | null} owner
 * @returns {SVGElement[]}
 */
function drawSection({ openings, hide_out }, { x, y }, owner) {
  const d = pathOf(openings);
  /** @type {SVGElement[]} */
  const tunnel = [svg('path', { class: 'tunnel-edge', d }), svg('path', { class: 'tunnel', d })];
  if (openings.length > 2) tunnel.push(svg('circle', { class: 'tunnel-hub', r: 10.5 }));
  if (owner)
    tunnel.push(
      svg(
        'g',
        { class: `ink-${owner}` },
        svg('path', { class: 'owner-edge', d }),
        svg('path', { class: 'owner-line', d }),
        ...drawThreads(owner, d),
      ),
    );
  if (!hide_out) return tunnel;
  const circle = (/** @type {string} */ name, /** @type {number} */ r) =>
    svg('circle', { class: name, cx: x, cy: y, r });
  return [
    ...tunnel,
    circle('chamber-edge', CHAMBER + 2.6),
    circle('chamber', CHAMBER),
    circle('chamber-ring', CHAMBER - 3.4),
  ];
}

/**
 * Returns a tile as a picture of its own.
 *
 * @param {Sections} sections
 * @param {number} rotation the rotation in sixths of a turn clockwise
 * @returns {SVGSVGElement}
 */
export function pictureOf(sections, rotation) {
  const side = WIDE + 18;
  return svg(
    'svg',
    {
      viewBox: `${-side / 2} ${-side / 2} ${side} ${side}`,
      'aria-hidden': 'true',
      focusable: 'false',
    },
    drawTile(sections, rotation),
  );
}

/**
 * @param {SVGGElement} tile
 * @param {number} rotation the rotation in sixths of a turn clockwise
 */
export function turnTile(tile, rotation) {
  turnTo(tile, rotation * 60);
}
