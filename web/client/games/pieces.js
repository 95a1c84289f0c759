/**
 * Draws the pieces that stand on a board.
 *
 * @import {Colour} from '../protocol.js'
 * @import {Point} from './squares.js'
 */
import { Keyed, set } from '../lib/dom.js';

/**
 * @typedef {object} Standing a piece as it should be shown
 * @property {number} number the number that identifies the piece
 * @property {Colour} colour
 * @property {string} title the owner of the piece, in words
 * @property {boolean} own
 */

/**
 * @template {Standing} S
 */
export class Pieces {
  /**
   * @param {SVGGElement} layer
   * @param {(piece: S) => SVGGElement} draw draws a piece with an empty title
   * @param {(group: SVGGElement, piece: S) => void} update
   */
  constructor(layer, draw, update) {
    /** @type {Keyed<SVGGElement>} */
    this.groups = new Keyed(layer);
    this.draw = draw;
    this.update = update;
  }

  /** @param {readonly S[]} pieces */
  show(pieces) {
    const known = new Map(
      pieces.map((piece) => [`${piece.number} ${piece.colour} ${piece.own}`, piece]),
    );
    this.groups.keep(known.keys(), (key) => this.draw(/** @type {S} */ (known.get(key))));
    for (const [key, piece] of known) {
      const group = /** @type {SVGGElement} */ (this.groups.get(key));
      set(group, { 'data-piece': piece.number });
      const title = group.querySelector('title');
      if (title) title.textContent = piece.title;
      this.update(group, piece);
    }
  }

  /**
   * @param {number} number
   * @returns {SVGGElement | undefined}
   */
  of(number) {
    return [...this.groups.elements.values()].find(
      ({ dataset }) => dataset['piece'] === String(number),
    );
  }
}

/**
 * Moves a piece to a point.
 *
 * @param {SVGGElement} piece
 * @param {Point} point
 */
export function place(piece, { x, y }) {
  set(piece, { transform: `translate(${x} ${y})` });
}
