/**
 * The pawns on the board.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Standing} from '../pieces.js'
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { Pieces, place } from '../pieces.js';

/**
 * @typedef {object} Shown how one pawn is to be shown
 * @property {Point} point where it stands
 * @property {boolean} acting whether it may be chosen, or is under way
 * @property {boolean} chosen
 * @property {boolean} lifted whether it is captured and not yet pushed away
 *
 * @typedef {Standing & Shown} Pawn
 */

/** How far beside the middle of its square a pawn stands, so that the tile below it is seen. */
const ASIDE = 25;
/** Across the sign of a pawn, by that of a seat. */
const SCALE = 0.98;

/**
 * @param {SVGGElement} layer
 * @returns {Pieces<Pawn>}
 */
export function createPawns(layer) {
  const update = (/** @type {SVGGElement} */ group, /** @type {Pawn} */ pawn) => {
    for (const state of /** @type {const} */ (['acting', 'chosen', 'lifted'])) {
      group.classList.toggle(state, pawn[state]);
    }
    place(group, placeOf(pawn));
    // What is captured is seen on top of the one that stands there.
    if (pawn.lifted) layer.append(group);
  };
  return new Pieces(layer, drawPawn, update);
}

/**
 * Where a pawn is drawn: to the left and below the middle of its square. One that is captured and not yet pushed away is
 * beyond the middle from the one that stands there.
 *
 * @param {Pick<Pawn, 'point' | 'lifted'>} stand
 * @returns {Point}
 */
export function placeOf({ point, lifted }) {
  const aside = lifted ? ASIDE : -ASIDE;
  return { x: point.x + aside, y: point.y - aside };
}

/** @param {Pick<Pawn, 'colour' | 'own'>} stand */
export function drawPawn({ colour, own }) {
  return svg(
    'g',
    { class: own ? 'marker pawn own' : 'marker pawn' },
    svg('title', {}),
    svg('circle', { class: 'marker-halo', r: 20.5 }),
    ...(own ? drawRing() : []),
    ...drawFoot(colour),
  );
}

/** What one's own pawns have and others have not: a ring around the foot. */
function drawRing() {
  return [
    svg('circle', { class: 'pawn-ring-edge', r: 17.5 }),
    svg('circle', { class: 'pawn-ring', r: 17.5 }),
  ];
}

/**
 * A pawn seen from above, around the origin.
 *
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
export function drawFoot(colour) {
  return [
    svg('ellipse', { class: 'pawn-shade', cx: 0, cy: 4, rx: 16, ry: 14.5 }),
    svg('circle', { class: 'pawn-foot', r: 15 }),
    svg('g', { transform: `scale(${SCALE})` }, glyphShape(colour)),
  ];
}

/** The sign across a pawn that is lost. */
const CROSS = 'M-13 -13L13 13M13 -13L-13 13';

/**
 * A pawn that has fallen, around the origin.
 *
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
export function drawLost(colour) {
  return [
    svg('circle', { class: 'fate-ring', r: 40 }),
    svg('g', { class: 'fate-pawn' }, ...drawFoot(colour)),
    svg('path', { class: 'cross-edge', d: CROSS }),
    svg('path', { class: 'cross-line', d: CROSS }),
  ];
}
