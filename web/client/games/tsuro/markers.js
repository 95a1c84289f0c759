/**
 * The markers on the board.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { Keyed, svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';

/**
 * @typedef {object} Stand how one marker is to be shown
 * @property {number} seat
 * @property {Colour} colour
 * @property {string} title who it is, in words
 * @property {Point} point where it stands, or left
 * @property {boolean} own
 * @property {boolean} acting
 * @property {boolean} out
 */

/** Across a marker of one's own, and of another. */
const OWN_SCALE = 1.3;
const SCALE = 1.1;

/** All markers of a board. */
export class Markers {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    /** @type {Keyed<SVGGElement>} */
    this.groups = new Keyed(layer);
  }

  /** @param {readonly Stand[]} stands */
  show(stands) {
    const shapes = new Map(
      stands.map((stand) => [`${stand.seat} ${stand.colour} ${stand.own}`, stand]),
    );
    this.groups.keep(shapes.keys(), (key) => drawMarker(/** @type {Stand} */ (shapes.get(key))));
    for (const [key, stand] of shapes) {
      const group = /** @type {SVGGElement} */ (this.groups.get(key));
      group.dataset['seat'] = String(stand.seat);
      group.classList.toggle('acting', stand.acting);
      group.classList.toggle('out', stand.out);
      const title = group.querySelector('title');
      if (title) title.textContent = stand.title;
      place(group, stand.point);
    }
  }

  /**
   * @param {number} seat
   * @returns {SVGGElement | undefined}
   */
  of(seat) {
    return [...this.groups.elements.values()].find((one) => one.dataset['seat'] === String(seat));
  }
}

/**
 * Puts a marker somewhere.
 *
 * @param {SVGGElement} marker
 * @param {Point} point
 */
export function place(marker, point) {
  marker.setAttribute('transform', `translate(${point.x} ${point.y})`);
}

/** @param {Stand} stand */
function drawMarker(stand) {
  const scale = stand.own ? OWN_SCALE : SCALE;
  const body = svg('g', { class: 'marker-body' });
  if (stand.own) body.append(svg('circle', { class: 'marker-own', r: 17.5 }));
  body.append(svg('g', { transform: `scale(${scale})` }, glyphShape(stand.colour)));
  return svg(
    'g',
    { class: 'marker' },
    svg('title', {}),
    svg('circle', { class: 'marker-halo', r: 18 }),
    body,
    drawCross('marker-cross'),
  );
}

/**
 * The sign of having left the game, at the corner of a marker.
 *
 * @param {string} name
 */
export function drawCross(name) {
  const d = 'M4 4L13 13M13 4L4 13';
  return svg(
    'g',
    { class: name },
    svg('path', { class: 'cross-edge', d }),
    svg('path', { class: 'cross-line', d }),
  );
}
