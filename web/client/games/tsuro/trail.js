/**
 * Draws the paths that markers have walked, in the colours of their players and with their
 * textures.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Curve} from './geometry.js'
 * @import {Point} from '../squares.js'
 */
import { Keyed, svg } from '../../lib/dom.js';
import { drawThreads } from '../threads.js';
import { measure, pathOf } from './geometry.js';

/** The overlap between a piece and its neighbours. */
const LAP = 0.7;

/** The part of a trail on one square. */
export class Piece {
  /**
   * @param {Curve} curve
   * @param {Colour} colour
   */
  constructor(curve, colour) {
    const d = lapped(curve);
    this.edge = svg('path', { class: 'trail-edge', d: pathOf([curve]) });
    this.line = svg('path', { class: 'trail-line', d });
    this.texture = svg('g', { class: 'trail-texture' }, ...drawThreads(colour, d));
    this.element = svg('g', { class: 'trail-piece' }, this.edge, this.line, this.texture);
    this.curve = curve;
    /** @type {ReturnType<typeof measure> | null} */
    this.measured = null;
    /** The visible part of the piece, from 0 to 1. */
    this.shown = 1;
  }

  /**
   * The measured curve. It is computed only for pieces that a marker walks on, because most pieces
   * already exist when the page opens.
   */
  get #measured() {
    this.measured ??= measure(this.curve);
    return this.measured;
  }

  /** The length of the curve. */
  get length() {
    return this.#measured.length;
  }

  /**
   * Shows the beginning of the piece.
   *
   * @param {number} part the visible part, from 0 for nothing to 1 for the whole
   */
  reveal(part) {
    if (part === this.shown) return;
    this.shown = part;
    const whole = part >= 1;
    this.element.classList.toggle('hidden', part <= 0);
    this.texture.classList.toggle('hidden', !whole);
    for (const path of [this.edge, this.line]) {
      if (whole) path.removeAttribute('stroke-dasharray');
      else path.setAttribute('stroke-dasharray', `${this.length * part} ${this.length * 2}`);
    }
  }

  /**
   * @param {number} part the position along the piece, from 0 to 1
   * @returns {Point}
   */
  pointAt(part) {
    return this.#measured.at(part);
  }
}

/**
 * Returns the path of a curve that extends a little at both ends, so that no seam shows between two
 * pieces.
 *
 * @param {Curve} curve
 */
function lapped({ from, c1, c2, to }) {
  const beyond = (/** @type {Point} */ end, /** @type {Point} */ inner) => {
    const length = Math.hypot(inner.x - end.x, inner.y - end.y);
    return {
      x: end.x + ((end.x - inner.x) / length) * LAP,
      y: end.y + ((end.y - inner.y) / length) * LAP,
    };
  };
  const before = beyond(from, c1);
  const after = beyond(to, c2);
  return `M${before.x} ${before.y}L${pathOf([{ from, c1, c2, to }]).slice(1)}L${after.x} ${after.y}`;
}

export class Trails {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    /** @type {Keyed<SVGGElement>} */
    this.groups = new Keyed(layer);
    /** @type {Map<string, Piece[]>} */
    this.pieces = new Map();
  }

  /**
   * Draws the current trails. Pieces that are already drawn stay.
   *
   * @param {readonly { seat: number, colour: Colour, path: readonly Curve[], out?: boolean }[]} walkers
   *   `out` fades the trail of a marker that has left the game
   */
  show(walkers) {
    const key = (/** @type {{ seat: number, colour: Colour }} */ one) =>
      `${one.seat} ${one.colour}`;
    const keys = walkers.map(key);
    for (const old of this.pieces.keys()) if (!keys.includes(old)) this.pieces.delete(old);
    this.groups.keep(keys, () => svg('g'));
    for (const walker of walkers) {
      const group = /** @type {SVGGElement} */ (this.groups.get(key(walker)));
      group.setAttribute('class', `trail ink-${walker.colour}`);
      group.classList.toggle('out', walker.out === true);
      const drawn = this.pieces.get(key(walker)) ?? [];
      while (drawn.length > walker.path.length) drawn.pop()?.element.remove();
      for (const curve of walker.path.slice(drawn.length)) {
        const piece = new Piece(curve, walker.colour);
        drawn.push(piece);
        group.append(piece.element);
      }
      this.pieces.set(key(walker), drawn);
    }
  }

  /**
   * Returns the pieces of one seat's trail from a step onward.
   *
   * @param {number} seat
   * @param {Colour} colour
   * @param {number} from
   * @returns {Piece[]}
   */
  since(seat, colour, from) {
    return this.pieces.get(`${seat} ${colour}`)?.slice(from) ?? [];
  }

  /**
   * Returns the drawing of a seat's trail.
   *
   * @param {number} seat
   * @param {Colour} colour
   */
  of(seat, colour) {
    return this.groups.get(`${seat} ${colour}`);
  }

  /** Removes all trails, because another game begins. */
  clear() {
    this.groups.keep([], () => svg('g'));
    this.pieces.clear();
  }
}
