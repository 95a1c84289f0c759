/**
 * Looking closer at a board, and moving over it: by wheel, by drag, by two fingers, by keys and buttons.
 *
 * @import {Point} from './squares.js'
 */
import { set } from '../lib/dom.js';

/** @typedef {{ x: number, y: number, width: number, height: number }} Frame what is seen, in the drawing's units */

/** How many times larger than the whole a board can be seen, at most. */
const CLOSEST = 6;
/** How much closer one press of a key or a button looks. */
export const STEP = 1.5;
/** How far a press of a key moves, as a part of what is seen. */
const STRIDE = 0.25;
/** How far a wheel turns to look closer by {@link STEP}, in pixels. */
const WHEEL = 240;
/** How far a finger may slip and still press what it is on, in pixels. */
const SLIP = 8;
/** How long it takes to come to another frame, in milliseconds. */
const GLIDE = 260;

/**
 * What is seen, kept within the whole.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 * @returns {Frame}
 */
function within({ x, y, width, height }, whole) {
  const keep = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
    Math.max(from, Math.min(to, at));
  return {
    x: keep(x, whole.x, whole.x + whole.width - width),
    y: keep(y, whole.y, whole.y + whole.height - height),
    width,
    height,
  };
}

/**
 * How much larger than the whole something is seen.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 */
export function closeness(frame, whole) {
  return whole.width / frame.width;
}

/**
 * Looks closer, or less close; what is at the point stays there.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 * @param {Point} point
 * @param {number} factor above 1 for closer
 * @returns {Frame}
 */
export function closer(frame, whole, point, factor) {
  const to = Math.max(1, Math.min(CLOSEST, closeness(frame, whole) * factor));
  const part = whole.width / to / frame.width;
  return within(
    {
      x: point.x - (point.x - frame.x) * part,
      y: point.y - (point.y - frame.y) * part,
      width: whole.width / to,
      height: whole.height / to,
    },
    whole,
  );
}

/**
 * Moves what is seen.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 * @param {number} x
 * @param {number} y
 * @returns {Frame}
 */
export function moved(frame, whole, x, y) {
  return within({ ...frame, x: frame.x + x, y: frame.y + y }, whole);
}

/**
 * Moves no further than is needed to see a point, and so much around it.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 * @param {Point} point
 * @param {number} around
 * @returns {Frame}
 */
export function revealing(frame, whole, point, around) {
  const need = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ long) =>
    Math.min(0, at - around - from) + Math.max(0, at + around - from - long);
  return moved(
    frame,
    whole,
    need(point.x, frame.x, frame.width),
    need(point.y, frame.y, frame.height),
  );
}

/**
 * The least of the whole in which some points are seen with so much around them, from as close as is asked for.
 *
 * @param {readonly Point[]} points
 * @param {Frame} whole
 * @param {number} close how much larger than the whole
 * @param {number} around
 * @returns {Frame | null} `null` if they don't fit
 */
export function framing(points, whole, close, around) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs) - around, Math.max(...xs) + around];
  const [top, bottom] = [Math.min(...ys) - around, Math.max(...ys) + around];
  const factor = Math.max(1, Math.min(CLOSEST, close));
  const [width, height] = [whole.width / factor, whole.height / factor];
  if (points.length === 0 || right - left > width || bottom - top > height) return null;
  return within(
    { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height },
    whole,
  );
}

/**
 * Whether a point is seen, with so much around it.
 *
 * @param {Frame} frame
 * @param {Point} point
 * @param {number} around
 */
export function holds(frame, { x, y }, around) {
  return (
    x - around >= frame.x &&
    x + around <= frame.x + frame.width &&
    y - around >= frame.y &&
    y + around <= frame.y + frame.height
  );
}

/** What is seen of a drawing, and how that changes. */
export class Zoom {
  /** Fingers and mouse buttons that are down, by their ids. @type {Map<number, Point>} */
  #down = new Map();
  #slipped = 0;
  #gliding = 0;
  #arrived = () => {};

  /**
   * @param {SVGSVGElement} root
   * @param {Frame} whole
   * @param {() => void} changed
   */
  constructor(root, whole, changed) {
    this.root = root;
    this.whole = whole;
    this.frame = whole;
    this.changed = changed;
    this.#listen();
    this.look(whole);
  }

  /** How much larger than the whole it is seen. */
  get closeness() {
    return closeness(this.frame, this.whole);
  }

  /** Whether it can't be seen larger. */
  get closest() {
    return this.closeness >= CLOSEST - 0.01;
  }

  /** Whether the whole is seen. */
  get isWhole() {
    return this.closeness <= 1.01;
  }

  /**
   * Looks at a frame at once.
   *
   * @param {Frame} frame
   */
  look(frame) {
    this.#halt();
    this.#see(frame);
  }

  /** @param {Frame} frame */
  #see(frame) {
    this.frame = frame;
    set(this.root, {
      viewBox: [frame.x, frame.y, frame.width, frame.height].map((one) => one.toFixed(2)).join(' '),
    });
    // Where there is nothing to move over, a finger scrolls the page.
    this.root.classList.toggle('closer', !this.isWhole);
    this.changed();
  }

  /**
   * Comes to a frame by and by; at once where nothing may move.
   *
   * @param {Frame} to
   * @param {() => void} [arrived] also when something else is looked at on the way
   */
  glide(to, arrived = () => {}) {
    this.#halt();
    this.#arrived = arrived;
    const from = this.frame;
    const begin = performance.now();
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const next = (/** @type {number} */ now) => {
      const time = still ? 1 : Math.min(1, Math.max(0, (now - begin) / GLIDE));
      const part = 1 - (1 - time) ** 3;
      const mix = (/** @type {keyof Frame} */ of) => from[of] + (to[of] - from[of]) * part;
      this.#see({ x: mix('x'), y: mix('y'), width: mix('width'), height: mix('height') });
      if (time < 1) this.#gliding = requestAnimationFrame(next);
      else this.#halt();
    };
    next(begin);
  }

  /** Ends a way to another frame. */
  #halt() {
    cancelAnimationFrame(this.#gliding);
    const arrived = this.#arrived;
    this.#arrived = () => {};
    arrived();
  }

  /** @param {number} factor */
  by(factor) {
    const { x, y, width, height } = this.frame;
    this.look(closer(this.frame, this.whole, { x: x + width / 2, y: y + height / 2 }, factor));
  }

  /** Shows the whole. */
  fit() {
    this.look(this.whole);
  }

  /**
   * @param {number} x strides to the east
   * @param {number} y strides to the south
   */
  stride(x, y) {
    const { width, height } = this.frame;
    this.look(moved(this.frame, this.whole, x * STRIDE * width, y * STRIDE * height));
  }

  /**
   * Brings a point into sight.
   *
   * @param {Point} point
   * @param {number} around
   */
  reveal(point, around) {
    this.look(revealing(this.frame, this.whole, point, around));
  }

  /**
   * The point of the drawing at a point of the window.
   *
   * @param {number} x
   * @param {number} y
   * @returns {Point}
   */
  pointAt(x, y) {
    const matrix = this.root.getScreenCTM();
    const point = new DOMPoint(x, y);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }

  /** Pixels for a unit of the drawing. */
  get scale() {
    return this.root.getScreenCTM()?.a ?? 1;
  }

  #listen() {
    const { root } = this;
    root.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      if (this.#down.size === 0) this.#slipped = 0;
      this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    root.addEventListener('pointermove', (event) => this.#slide(event));
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      root.addEventListener(end, ({ pointerId }) => this.#down.delete(pointerId));
    }
    // What ends a drag presses nothing.
    root.addEventListener(
      'click',
      (event) => {
        if (this.#slipped > SLIP && event.detail > 0) event.stopPropagation();
        this.#slipped = 0;
      },
      { capture: true },
    );
    // Two fingers are for the board, whatever one finger does.
    root.addEventListener(
      'touchstart',
      (event) => {
        if (event.touches.length > 1) event.preventDefault();
      },
      { passive: false },
    );
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // With Ctrl the page is made larger, and the whole of a board scrolls with the page.
    if (event.ctrlKey || event.deltaY === 0 || (event.deltaY > 0 && this.isWhole)) return;
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL / 3);
    this.look(
      closer(
        this.frame,
        this.whole,
        this.pointAt(event.clientX, event.clientY),
        STEP ** (-turned / WHEEL),
      ),
    );
  }

  /** @param {PointerEvent} event */
  #slide(event) {
    const before = this.#down.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other && this.isWhole) return;
    this.#slipped += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.#slipped > SLIP && !this.root.hasPointerCapture(event.pointerId))
      this.root.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, now);
    const between = (/** @type {Point} */ one) =>
      other ? { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } : one;
    const [from, to] = [between(before), between(now)];
    if (other) {
      const long = (/** @type {Point} */ one) =>
        Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      this.frame = closer(
        this.frame,
        this.whole,
        this.pointAt(from.x, from.y),
        long(now) / long(before),
      );
    }
    const scale = this.scale;
    this.look(moved(this.frame, this.whole, (from.x - to.x) / scale, (from.y - to.y) / scale));
  }
}
