/**
 * Zooms a small board automatically: so close that a finger can hit the selectable places, as long
 * as the viewer has not moved the visible part in this turn.
 *
 * @import {Point} from '../squares.js'
 * @import {Frame, Zoom} from '../zoom.js'
 */
import { CORNER, WIDE } from '../hexes.js';
import { framing, holds } from '../zoom.js';

/** The size of a cell that a finger hits reliably, in pixels. */
const FINGER = 46;
/** The size of a cell whose tunnels a finger can tell apart, in pixels. */
const APART = 132;
/** The distance around a point that must be visible with it. */
const AROUND = 1.1 * CORNER;

/** Follows the draft, on boards whose cells are too small for a finger. */
export class Follow {
  /** The part that was visible before the others' moves were shown. @type {Frame | null} */
  #away = null;
  /** Whether the viewer has moved the visible part, so that nothing zooms automatically. */
  #left = false;
  /** The frame of the last automatic zoom. @type {Frame | null} */
  #at = null;
  #moving = false;
  /** The visible part before the player had to choose between tunnels. @type {Frame | null} */
  #before = null;
  /** The point of the cell with these tunnels. @type {string | null} */
  #asked = null;

  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
  }

  /** Resets the zoom at the start of a turn. An earlier automatic zoom ends. */
  begin() {
    this.#before = null;
    this.#asked = null;
    if (this.#at !== null && !this.#left) this.#come(this.zoom.whole);
    this.#left = false;
    this.#at = null;
  }

  /**
   * Shows the whole board when another player does something outside the visible part.
   *
   * @param {Point} point the point of the move
   */
  watch(point) {
    const { zoom } = this;
    if (zoom.isWhole || holds(zoom.frame, point, AROUND / 2)) return;
    this.#away ??= zoom.frame;
    this.#come(zoom.whole);
  }

  /** Shows the part again that was visible before the others moved, unless it has changed. */
  resume() {
    const frame = this.#away;
    this.#away = null;
    if (frame === null) return;
    this.#come(frame);
    // The viewer has chosen that part, so nothing zooms automatically.
    this.#at = null;
    this.#left = true;
  }

  /** Handles a change of the visible part: an automatic one, or one that the viewer made. */
  changed() {
    if (this.#moving) return;
    this.#left = true;
    this.#away = null;
  }

  /** Whether the viewer has moved the visible part in this turn. */
  get isLeft() {
    return this.#left;
  }

  /**
   * Zooms so close that a finger can hit these points, with all of them visible. Where they do not
   * fit, the whole board is shown.
   *
   * @param {readonly Point[] | null} points the points; `null` for the whole board
   */
  show(points) {
    const { zoom } = this;
    if (points === null && this.#before !== null) {
      const before = this.#before;
      this.#before = null;
      this.#asked = null;
      if (!this.#left || !isCoarse()) return this.#come(before);
    }
    // A mouse can hit small places without a zoom.
    if (this.#left || !isCoarse()) return;
    if (points === null) {
      if (this.#at !== null && !zoom.isWhole) this.#come(zoom.whole);
      return;
    }
    const close = FINGER / (WIDE * (zoom.scale / zoom.closeness));
    if (close <= 1 || points.length === 0) return;
    const seen = points.every((point) => holds(zoom.frame, point, AROUND / 2));
    if (seen && zoom.closeness >= close * 0.99) return;
    this.#come(framing(points, zoom.whole, close, AROUND) ?? zoom.whole);
  }

  /**
   * Zooms so close to a cell that its tunnels can be told apart, also where the viewer has moved
   * the visible part.
   *
   * @param {Point} point the centre of the cell
   */
  ask(point) {
    const { zoom } = this;
    const close = Math.max(zoom.closeness, APART / (WIDE * (zoom.scale / zoom.closeness)));
    const frame = framing([point], zoom.whole, close, AROUND);
    const key = `${point.x} ${point.y}`;
    if (this.#asked === key || !frame) return;
    this.#asked = key;
    this.#before ??= zoom.frame;
    this.#come(frame);
  }

  /** @param {Frame} frame */
  #come(frame) {
    this.#at = frame;
    this.#moving = true;
    this.zoom.glide(frame, () => {
      this.#moving = false;
    });
  }
}

/** Returns whether the viewer points with a finger. */
function isCoarse() {
  return matchMedia('(pointer: coarse)').matches;
}
