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

/** How far a captured pawn is lifted off the one that captured it. */
const LIFT = 17;
/** Across the sign of a pawn, by that of a seat. */
const SCALE = 1.2;

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
 * Where a pawn is drawn.
 *
 * @param {Pick<Pawn, 'point' | 'lifted'>} stand
 * @returns {Point}
 */
export function placeOf({ point, lifted }) {
  return lifted ? { x: point.x + LIFT, y: point.y - LIFT } : point;
}

/** @param {Pick<Pawn, 'colour' | 'own'>} stand */
function drawPawn({ colour, own }) {
  return svg(
    'g',
    { class: own ? 'marker pawn own' : 'marker pawn' },
    svg('title', {}),
    svg('circle', { class: 'marker-halo', r: 26 }),
    ...drawFoot(colour),
  );
}

/**
 * A pawn seen from above, around the origin.
 *
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
export function drawFoot(colour) {
  return [
    svg('ellipse', { class: 'pawn-shade', cx: 0, cy: 5, rx: 20, ry: 18 }),
    svg('circle', { class: 'pawn-foot', r: 19 }),
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
