/**
 * The beams of the prison's searchlights, which sweep over the board. They are elements over the
 * drawing: a browser moves those without painting anything, while an animation within the drawing
 * would paint the whole board for each frame, 27 ms each time in Chrome.
 */
import { html } from '../../lib/dom.js';
import { TOWERS } from './prison.js';

export class Searchlights {
  /** A group of the drawing, whose coordinates the lights share. @type {SVGGElement | null} */
  #group = null;
  #frame = 0;

  constructor() {
    const beams = TOWERS.map(({ x, y, light }, at) => {
      const place = html(
        'div',
        { class: 'sx-tower' },
        html('div', { class: `sx-beam sx-beam-${at % 2}` }),
      );
      place.style.setProperty('transform', `translate(${x}px, ${y}px) rotate(${light}deg)`);
      return place;
    });
    this.plane = html('div', { class: 'sx-lights-plane' }, beams);
    this.element = html('div', { class: 'sx-lights', 'aria-hidden': 'true' }, this.plane);
    new ResizeObserver(() => this.place()).observe(this.element);
  }

  /** @param {SVGGElement} group */
  attach(group) {
    this.#group = group;
    this.place();
  }

  /** Puts the beams where the towers are drawn now. */
  place() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const matrix = this.#group?.getScreenCTM();
      if (!matrix) return;
      const { left, top } = this.element.getBoundingClientRect();
      const { a, b, c, d, e, f } = matrix;
      const to = [a, b, c, d, e - left, f - top].map((one) => one.toFixed(4)).join(', ');
      this.plane.style.setProperty('transform', `matrix(${to})`);
    });
  }

  /**
   * @param {boolean} alarm whether one more escape ends the round
   * @param {number} collapsing the milliseconds for which the tunnels collapse
   */
  warn(alarm, collapsing) {
    this.element.classList.toggle('alarm', alarm || collapsing > 0);
    if (collapsing > 0) setTimeout(() => this.element.classList.toggle('alarm', alarm), collapsing);
  }
}
