/**
 * Draws the markers on the board.
 *
 * @import {Standing} from '../pieces.js'
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { Pieces, place } from '../pieces.js';

/**
 * @typedef {object} Shown a marker as it should be shown
 * @property {Point} point the position of the marker, or the point where it left the board
 * @property {boolean} acting
 * @property {boolean} out
 *
 * @typedef {Standing & Shown} Marker a marker, identified by its seat
 */

/** The scale of the viewer's own marker, and below it that of the other markers. */
const OWN_SCALE = 1.3;
const SCALE = 1.1;

/**
 * @param {SVGGElement} layer
 * @returns {Pieces<Marker>}
 */
export function createMarkers(layer) {
  return new Pieces(layer, drawMarker, (group, { acting, out, point }) => {
    group.classList.toggle('acting', acting);
    group.classList.toggle('out', out);
    place(group, point);
  });
}

/** @param {Marker} marker */
function drawMarker({ own, colour }) {
  const scale = own ? OWN_SCALE : SCALE;
  const body = svg('g', { class: 'marker-body' });
  if (own) body.append(svg('circle', { class: 'marker-own', r: 17.5 }));
  body.append(svg('g', { transform: `scale(${scale})` }, glyphShape(colour)));
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
 * Draws the sign of an eliminated player at the corner of a marker.
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
