/**
 * Where a small board is looked at by itself: so close that a finger hits what can be chosen, as long as nobody has
 * looked elsewhere in that turn.
 *
 * @import {Point} from '../squares.js'
 * @import {Frame, Zoom} from '../zoom.js'
 */
import { CORNER, WIDE } from '../hexes.js';
import { framing, holds } from '../zoom.js';

/** A cell that a finger hits well, in pixels. */
const FINGER = 46;
/** How much of what lies round a point is to be seen with it. */
const AROUND = 1.1 * CORNER;

/** Follows what is being done, on boards whose cells are too small for a finger. */
export class Follow {
  /** Whether somebody has looked elsewhere, so that nothing moves by itself. */
  #left = false;
  /** The frame that was last come to by itself. @type {Frame | null} */
  #at = null;
  #moving = false;

  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
  }

  /** Somebody's turn begins: whatever was looked at is over. */
  begin() {
    if (this.#at !== null && !this.#left) this.#come(this.zoom.whole);
    this.#left = false;
    this.#at = null;
  }

  /** What is seen has changed: by itself, or because somebody looks elsewhere. */
  changed() {
    if (!this.#moving) this.#left = true;
  }

  /** Whether somebody has looked elsewhere in this turn. */
  get isLeft() {
    return this.#left;
  }

  /**
   * Comes so close that a finger hits these points, and sees all of them. Where they don't fit, the whole is shown.
   *
   * @param {readonly Point[] | null} points `null` for the whole
   */
  show(points) {
    const { zoom } = this;
    // A mouse hits what is small.
    if (this.#left || !matchMedia('(pointer: coarse)').matches) return;
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

  /** @param {Frame} frame */
  #come(frame) {
    this.#at = frame;
    this.#moving = true;
    this.zoom.glide(frame, () => {
      this.#moving = false;
    });
  }
}
