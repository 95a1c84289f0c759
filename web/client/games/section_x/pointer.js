/**
 * Shows an arrow at the edge of a zoomed board, towards an event outside the visible part.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Zoom} from '../zoom.js'
 */
import { html, set, svg } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { CORNER } from '../hexes.js';
import { holds } from '../zoom.js';

/** The distance between the arrow and the edge, as a fraction of the picture. */
const EDGE = 0.08;

/**
 * Returns the position of an arrow to a point, as fractions of the picture's width and height, and
 * its direction.
 *
 * @param {{ x: number, y: number, width: number, height: number }} frame the visible part
 * @param {Point} point
 * @returns {{ x: number, y: number, angle: number }} the position, with the angle in degrees
 *   clockwise from the east
 */
export function edgeToward(frame, point) {
  const [x, y] = [
    (point.x - frame.x) / frame.width - 0.5,
    (point.y - frame.y) / frame.height - 0.5,
  ];
  const most = 0.5 - EDGE;
  const part = Math.min(most / Math.max(Math.abs(x), 1e-6), most / Math.max(Math.abs(y), 1e-6));
  const angle = (Math.atan2(y * frame.height, x * frame.width) * 180) / Math.PI;
  return { x: 0.5 + x * Math.min(1, part), y: 0.5 + y * Math.min(1, part), angle };
}

/** The arrow, as a button that moves the visible part to its target. */
export class Pointer {
  /** The target of the arrow. @type {{ at: Point, colour: Colour } | null} */
  #to = null;

  /** @param {(at: Point) => void} go */
  constructor(go) {
    this.arrow = svg(
      'svg',
      { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
      svg('path', { d: 'M4 12h15M13 5.500l6.500 6.500-6.500 6.500' }),
    );
    this.sign = html('span', {});
    this.element = html(
      'button',
      { type: 'button', class: 'sx-pointer', hidden: true },
      this.sign,
      this.arrow,
    );
    this.element.addEventListener('click', () => {
      if (this.#to) go(this.#to.at);
    });
  }

  /**
   * Points to a target from now on, until the viewer has seen it.
   *
   * @param {Point} at
   * @param {Colour} colour the colour of the player who caused the event
   * @param {string} label
   */
  point(at, colour, label) {
    this.#to = { at, colour };
    this.sign.replaceChildren(glyph(colour));
    set(this.element, { 'aria-label': label, title: label });
  }

  /** @param {Zoom} zoom */
  show(zoom) {
    if (this.#to && holds(zoom.frame, this.#to.at, CORNER / 2)) this.#to = null;
    this.element.hidden = this.#to === null;
    if (!this.#to) return;
    const { x, y, angle } = edgeToward(zoom.frame, this.#to.at);
    const { style } = this.element;
    style.setProperty('--x', `${(x * 100).toFixed(1)}%`);
    style.setProperty('--y', `${(y * 100).toFixed(1)}%`);
    style.setProperty('--angle', `${angle.toFixed(0)}deg`);
  }
}
