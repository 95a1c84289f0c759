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
 * @property {boolean} shares whether two pawns are on its square, because one of them is captured
 * @property {boolean} covers whether it stands on an open tile, whose arrows stay visible around it
 *
 * @typedef {Standing & Shown} Pawn
 */

/** The states that the style sheets distinguish. */
const STATES = /** @type {const} */ (['acting', 'chosen', 'lifted', 'shares', 'covers']);
/** The distance of two pawns on the same square from its centre, along both axes. */
const APART = 16;

/**
 * @param {SVGGElement} layer
 * @returns {Pieces<Pawn>}
 */
export function createPawns(layer) {
  const update = (/** @type {SVGGElement} */ group, /** @type {Pawn} */ pawn) => {
    for (const state of STATES) group.classList.toggle(state, pawn[state]);
    place(group, placeOf(pawn));
    // A captured pawn is drawn above the pawn that stands there.
    if (pawn.lifted) layer.append(group);
  };
  return new Pieces(layer, drawPawn, update);
}

/**
 * Returns the position of a pawn: the centre of its square. Where it shares the square with another
 * one, the pawn that is captured is above the centre, and the one that stands there is below it.
 *
 * @param {Pick<Pawn, 'point' | 'lifted' | 'shares'>} stand
 * @returns {Point}
 */
export function placeOf({ point, lifted, shares }) {
  const aside = shares ? (lifted ? APART : -APART) : 0;
  return { x: point.x + aside, y: point.y - aside };
}

/** @param {Pick<Pawn, 'colour' | 'own'>} stand */
export function drawPawn({ colour, own }) {
  return svg(
    'g',
    { class: own ? 'marker pawn own' : 'marker pawn' },
    svg('title', {}),
    svg('circle', { class: 'marker-halo', r: 33 }),
    svg('g', { class: 'pawn-motion' }, ...drawFoot(colour, own)),
  );
}

/**
 * Draws a pawn seen from above, around the origin: a disc with the sign of its seat.
 *
 * @param {Colour} colour
 * @param {boolean} [own] whether the pawn is the viewer's own, which has a second ring
 * @returns {SVGElement[]}
 */
export function drawFoot(colour, own = false) {
  return [
    svg(
      'g',
      { class: `pawn-body ink-${colour}` },
      svg('ellipse', { class: 'pawn-shade', cx: 1, cy: 4.2, rx: 15.8, ry: 14.4 }),
      svg('circle', { class: 'pawn-foot', r: 15 }),
      svg('circle', { class: 'pawn-top', r: own ? 11.4 : 12.4 }),
      ...(own ? [svg('circle', { class: 'pawn-ring', r: 13.1 })] : []),
      svg('path', { class: 'pawn-light', d: 'M-11.600 -5.500A12.900 12.900 0 0 1 5.500 -11.600' }),
      svg('g', { transform: `scale(${own ? 0.84 : 0.92})` }, glyphShape(colour)),
    ),
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
