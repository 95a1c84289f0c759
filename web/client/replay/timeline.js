/**
 * The timeline of a replay: a mark in the colour of the player for each step, a notch where
 * something was lost, and a slider over them. The sentence of a step is shown while the pointer is
 * over its mark.
 *
 * @import {Film} from './film.js'
 * @import {Text} from '../lib/text.js'
 */
import { html, set, write } from '../lib/dom.js';

/** The number of steps from which their marks have no lines between them. */
const DENSE = 90;
/** The distance in pixels that a wheel turns for one step. */
const NOTCH = 40;

export class Timeline {
  #slider = html('input', { type: 'range', class: 'timeline-slider', min: 0, step: 1 });
  #strip = html('div', { class: 'timeline-strip', 'aria-hidden': 'true' });
  #tip = html('p', { class: 'timeline-tip', 'aria-hidden': 'true', hidden: true });
  #cursor = html('span', { class: 'timeline-cursor' });
  /** The part of a notch that the wheel has turned. */
  #turned = 0;
  #end = 0;

  /**
   * @param {Text} text
   * @param {(step: number) => void} select
   */
  constructor(text, select) {
    this.text = text;
    set(this.#slider, { 'aria-label': text('review.moves') });
    this.#slider.addEventListener('input', () => select(Number(this.#slider.value)));
    this.element = html('div', { class: 'timeline' }, this.#strip, this.#slider, this.#tip);
    this.element.addEventListener(
      'wheel',
      (event) => {
        const turned =
          Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
        event.preventDefault();
        this.#turned += turned;
        const by = Math.trunc(this.#turned / NOTCH);
        if (by === 0) return;
        this.#turned -= by * NOTCH;
        select(Math.max(0, Math.min(this.#end, Number(this.#slider.value) + by)));
      },
      { passive: false },
    );
    this.element.addEventListener('pointermove', (event) => this.#hover(event));
    this.element.addEventListener('pointerleave', () => (this.#tip.hidden = true));
  }

  /** @type {(step: number) => string} */
  #sentence = () => '';

  /**
   * Draws the steps of a game.
   *
   * @param {Film} film
   */
  draw(film) {
    this.#end = film.end;
    this.#sentence = (step) => film.sentence(step);
    set(this.#slider, { max: film.end });
    const steps = Array.from({ length: film.end }, (_, at) => at + 1);
    const marks = steps.map((step) => {
      const seat = film.seat(step);
      const colour = seat === null ? null : film.replay.players[seat]?.colour;
      const mark = html('span', { class: film.isLoss(step) ? 'loss' : null });
      if (colour) mark.style.setProperty('--mark', `var(--seat-${colour})`);
      return mark;
    });
    this.#strip.classList.toggle('dense', film.end > DENSE);
    this.#strip.replaceChildren(...marks, this.#cursor);
  }

  /**
   * Shows the selected step.
   *
   * @param {number} step
   * @param {string} words the step in words
   */
  show(step, words) {
    this.#slider.value = String(step);
    set(this.#slider, { 'aria-valuetext': words });
    this.#cursor.style.setProperty('--at', String(this.#end === 0 ? 0 : step / this.#end));
  }

  /** @param {PointerEvent} event */
  #hover({ clientX, pointerType }) {
    if (pointerType === 'touch') return;
    const { left, width } = this.#strip.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)));
    const words = this.#sentence(Math.round(share * this.#end));
    this.#tip.hidden = words === '';
    write(this.#tip, words);
    this.#tip.style.setProperty('--at', String(share));
  }
}
