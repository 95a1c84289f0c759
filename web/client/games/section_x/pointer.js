/**
 * An arrow at the edge of a board that is seen in part, towards what has happened outside of what is seen.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Zoom} from '../zoom.js'
 */
import { html, set, svg } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { CORNER } from '../hexes.js';
import { holds } from '../zoom.js';

/** How far the arrow stays away from the edge, as a part of the picture. */
const EDGE = 0.08;

/**
 * Where an arrow to a point stands in a picture, as parts of its width and height, and where it points to.
 *
 * @param {{ x: number, y: number, width: number, height: number }} frame what is seen
 * @param {Point} point
 * @returns {{ x: number, y: number, angle: number }} degrees clockwise from the east
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

/** The arrow, as a button that goes there. */
export class Pointer {
  /** What it points to. @type {{ at: Point, colour: Colour } | null} */
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
   * Points to something from now on, until it is seen.
   *
   * @param {Point} at
   * @param {Colour} colour of who did it
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
