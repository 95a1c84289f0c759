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
const CHAMBER = 27;
/** The number of notches in the wall of a hide-out, and their depth. */
const NOTCHES = { count: 11, depth: 2.6 };
/** The position of the lantern in a hide-out, relative to its centre. */
const LANTERN = { x: 19, y: -18 };

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
  const line = (/** @type {string} */ look) => svg('path', { class: look, d });
  // The props of the walls, the floor, and the beams across it.
  /** @type {SVGElement[]} */
  const tunnel = [line('tunnel-edge'), line('tunnel-props'), line('tunnel'), line('tunnel-beams')];
  if (owner)
    tunnel.push(
      svg(
        'g',
        { class: `ink-${owner}` },
        line('owner-edge'),
        line('owner-line'),
        ...drawThreads(owner, d),
      ),
    );
  return hide_out ? [...tunnel, drawHideOut({ x, y })] : tunnel;
}

/**
 * Draws a hide-out as a cave with a lantern.
 *
 * @param {Point} point
 */
function drawHideOut({ x, y }) {
  const wall = (/** @type {string} */ look, /** @type {number} */ radius) => {
    const points = Array.from({ length: NOTCHES.count * 2 }, (_, at) => {
      const angle = (at * Math.PI) / NOTCHES.count;
      const far = radius - (at % 2) * NOTCHES.depth - (at % 3) * 0.8;
      return `${(Math.cos(angle) * far).toFixed(1)} ${(Math.sin(angle) * far).toFixed(1)}`;
    });
    return svg('path', { class: look, d: `M${points.join('L')}Z` });
  };
  return svg(
    'g',
    { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` },
    wall('chamber-edge', CHAMBER + 5),
    wall('chamber', CHAMBER),
    svg('circle', { class: 'chamber-glow', r: CHAMBER - 7 }),
    svg('circle', { class: 'chamber-glow', r: CHAMBER - 15 }),
    svg('g', { class: 'lantern' }, drawLantern()),
  );
}

/** Draws the lantern of a hide-out, which stays upright when the tile is rotated. */
function drawLantern() {
  return svg(
    'g',
    { transform: `translate(${LANTERN.x} ${LANTERN.y}) scale(1.3)` },
    svg('circle', { class: 'lantern-glow', r: 11 }),
    svg('path', { class: 'lantern-frame', d: 'M-4 -5Q0 -11 4 -5M-5 -5H5L6 7H-6Z' }),
    svg('path', { class: 'lantern-light', d: 'M-3 -3H3L3.6 5H-3.6Z' }),
  );
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
  const turning = /** @type {SVGGElement | null} */ (tile.querySelector('.tile-paths'));
  const angle = Number(turning?.dataset['angle'] ?? 0);
  for (const one of /** @type {NodeListOf<SVGGElement>} */ (tile.querySelectorAll('.lantern')))
    one.style.setProperty('transform', `rotate(${-angle}deg) rotate(var(--upright, 0deg))`);
}
