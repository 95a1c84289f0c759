/**
 * Zooms a board and pans over it: with the wheel, by dragging, with two fingers, with keys and
 * buttons.
 *
 * @import {Point} from './squares.js'
 */
import { set } from '../lib/dom.js';

/**
 *  @typedef {{ x: number, y: number, width: number, height: number }} Frame the visible part of the
 *   drawing, in its units
 */

/** The largest zoom factor, relative to the whole board. */
const CLOSEST = 6;
/** The zoom factor of one press of a key or a button. */
export const STEP = 1.5;
/** The distance that one press of a key pans, as a fraction of the visible part. */
const STRIDE = 0.25;
/** The distance that a wheel turns to zoom by {@link STEP}, in pixels. */
const WHEEL = 240;
/** The distance that a finger may slip and still press the element under it, in pixels. */
const SLIP = 8;
/** The duration of the transition to another frame, in milliseconds. */
const GLIDE = 260;

/**
 * Returns the frame moved into the bounds of the whole.
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
 * Returns the zoom factor of a frame relative to the whole.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 */
export function closeness(frame, whole) {
  return whole.width / frame.width;
}

/**
 * Zooms in or out around a point, which stays at its place in the window.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 * @param {Point} point
 * @param {number} factor the zoom factor; above 1 zooms in
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
 * Returns the frame moved by an offset.
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
 * Moves the frame no further than is needed to show a point and the area around it.
 *
 * @param {Frame} frame
 * @param {Frame} whole
 * @param {Point} point
 * @param {number} around the distance around the point that must be visible
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
 * Returns the frame that shows all the points with the area around them, at the requested zoom.
 *
 * @param {readonly Point[]} points
 * @param {Frame} whole
 * @param {number} close the requested zoom factor, relative to the whole
 * @param {number} around the distance around the points that must be visible
 * @returns {Frame | null} the frame, or `null` if the points do not fit
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
 * Returns whether a point and the area around it are visible.
 *
 * @param {Frame} frame
 * @param {Point} point
 * @param {number} around the distance around the point that must be visible
 */
export function holds(frame, { x, y }, around) {
  return (
    x - around >= frame.x &&
    x + around <= frame.x + frame.width &&
    y - around >= frame.y &&
    y + around <= frame.y + frame.height
  );
}

/** The visible part of a drawing, and the input that changes it. */
export class Zoom {
  /** The fingers and mouse buttons that are down, by pointer id. @type {Map<number, Point>} */
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

  /** The current zoom factor, relative to the whole. */
  get closeness() {
    return closeness(this.frame, this.whole);
  }

  /** Whether the drawing cannot be zoomed in any further. */
  get closest() {
    return this.closeness >= CLOSEST - 0.01;
  }

  /** Whether the whole drawing is visible. */
  get isWhole() {
    return this.closeness <= 1.01;
  }

  /**
   * Shows a frame at once.
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
    // While the whole is visible there is nothing to pan, so a finger scrolls the page.
    this.root.classList.toggle('closer', !this.isWhole);
    this.changed();
  }

  /**
   * Moves to a frame gradually; at once where the viewer prefers reduced motion or the page is
   * hidden.
   *
   * @param {Frame} to
   * @param {() => void} [arrived] runs on arrival, and also when another frame is shown on the way
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

  /** Ends a transition to another frame. */
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

  /**
   * Changes the extent of the drawing, and shows all of it.
   *
   * @param {Frame} whole
   */
  replaceWhole(whole) {
    this.whole = whole;
    this.look(whole);
  }

  /**
   * Leaves a pointer to another listener, which drags something with it.
   *
   * @param {number} pointerId
   */
  forget(pointerId) {
    this.#down.delete(pointerId);
  }

  /** Zooms out until the whole drawing is visible. */
  fit() {
    this.look(this.whole);
  }

  /**
   * @param {number} x the number of strides to the east
   * @param {number} y the number of strides to the south
   */
  stride(x, y) {
    const { width, height } = this.frame;
    this.look(moved(this.frame, this.whole, x * STRIDE * width, y * STRIDE * height));
  }

  /**
   * Moves the frame so that a point is visible.
   *
   * @param {Point} point
   * @param {number} around the distance around the point that must be visible
   */
  reveal(point, around) {
    this.look(revealing(this.frame, this.whole, point, around));
  }

  /**
   * Returns the point of the drawing at a point of the window.
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

  /** The number of pixels per unit of the drawing. */
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
    // The click that ends a drag must not press anything.
    root.addEventListener(
      'click',
      (event) => {
        if (this.#slipped > SLIP && event.detail > 0) event.stopPropagation();
        this.#slipped = 0;
      },
      { capture: true },
    );
    // A gesture with two fingers always belongs to the board, whatever one finger does.
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
    // With Ctrl the wheel zooms the page. When the whole board is visible, zooming out scrolls the
    // page instead.
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
