/**
 * Draws the pawns on the board.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Standing} from '../pieces.js'
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { Pieces, place } from '../pieces.js';

/**
 * @typedef {object} Shown a pawn as it should be shown
 * @property {Point} point the centre of its square
 * @property {boolean} acting whether the player may choose it, or it is moving
 * @property {boolean} chosen
 * @property {boolean} lifted whether it is captured and not yet pushed away
 *
 * @typedef {Standing & Shown} Pawn
 */

/**
 * The distance between a pawn and the centre of its square, so that the tile below it is visible.
 */
const ASIDE = 25;
/** The scale of a pawn's sign, relative to the sign of a seat. */
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
    // A captured pawn is drawn above the pawn that stands there.
    if (pawn.lifted) layer.append(group);
  };
  return new Pieces(layer, drawPawn, update);
}

/**
 * Returns the position of a pawn: to the left of the centre of its square and below it. A pawn that
 * is captured and not yet pushed away is on the opposite side of the centre, so that it does not
 * cover the pawn that stands there.
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

/** Draws the ring around the foot that distinguishes the viewer's own pawns. */
function drawRing() {
  return [
    svg('circle', { class: 'pawn-ring-edge', r: 17.5 }),
    svg('circle', { class: 'pawn-ring', r: 17.5 }),
  ];
}

/**
 * Draws a pawn seen from above, around the origin.
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

/** The cross over a lost pawn. */
const CROSS = 'M-13 -13L13 13M13 -13L-13 13';

/**
 * Draws a pawn that has fallen, around the origin.
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
