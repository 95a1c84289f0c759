/**
 * The pawns on the board.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { Keyed, svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';

/**
 * @typedef {object} Stand how one pawn is to be shown
 * @property {number} pawn its number
 * @property {Colour} colour
 * @property {string} title whose it is, in words
 * @property {Point} point where it stands
 * @property {boolean} own
 * @property {boolean} acting whether it may be chosen, or is under way
 * @property {boolean} chosen
 * @property {boolean} lifted whether it is captured and not yet pushed away
 */

/** How far a captured pawn is lifted off the one that captured it. */
const LIFT = 17;
/** Across the sign of a pawn, by that of a seat. */
const SCALE = 1.2;

/** All pawns of a board. */
export class Pawns {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    /** @type {Keyed<SVGGElement>} */
    this.groups = new Keyed(layer);
  }

  /** @param {readonly Stand[]} stands */
  show(stands) {
    const known = new Map(
      stands.map((stand) => [`${stand.pawn} ${stand.colour} ${stand.own}`, stand]),
    );
    this.groups.keep(known.keys(), (key) => drawPawn(/** @type {Stand} */ (known.get(key))));
    for (const [key, stand] of known) {
      const group = /** @type {SVGGElement} */ (this.groups.get(key));
      group.dataset['pawn'] = String(stand.pawn);
      group.classList.toggle('acting', stand.acting);
      group.classList.toggle('chosen', stand.chosen);
      group.classList.toggle('lifted', stand.lifted);
      const title = group.querySelector('title');
      if (title) title.textContent = stand.title;
      const { x, y } = placeOf(stand);
      group.setAttribute('transform', `translate(${x} ${y})`);
      // What is captured is seen on top of the one that stands there.
      if (stand.lifted) group.parentNode?.append(group);
    }
  }

  /**
   * @param {number} pawn
   * @returns {SVGGElement | undefined}
   */
  of(pawn) {
    return [...this.groups.elements.values()].find((one) => one.dataset['pawn'] === String(pawn));
  }
}

/**
 * Where a pawn is drawn.
 *
 * @param {Pick<Stand, 'point' | 'lifted'>} stand
 * @returns {Point}
 */
export function placeOf({ point, lifted }) {
  return lifted ? { x: point.x + LIFT, y: point.y - LIFT } : point;
}

/** @param {Pick<Stand, 'colour' | 'own'>} stand */
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
