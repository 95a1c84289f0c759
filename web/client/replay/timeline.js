/**
 * The timeline of a replay: a mark in the colour of the player for each step, a notch where
 * something was lost, and a slider over them. The sentence of a step and a picture of its position
 * are shown while the pointer is over its mark.
 *
 * @import {Text} from '../lib/text.js'
 * @import {Viewer} from './address.js'
 * @import {Film} from './film.js'
 */
import { html, set, write } from '../lib/dom.js';
import { createPreview } from './preview.js';

/** The number of steps from which their marks have no lines between them. */
const DENSE = 90;
/** The distance in pixels that a wheel turns for one step. */
const NOTCH = 40;

/**
 * Draws the marks of the steps. Without lines between them, one mark stands for all steps of a
 * player in a row.
 *
 * @param {Film} film
 * @param {boolean} isDense
 */
function marksOf(film, isDense) {
  /** @type {{ seat: number | null, isLoss: boolean, steps: number }[]} */
  const runs = [];
  for (let step = 1; step <= film.end; step += 1) {
    const [seat, isLoss] = [film.seat(step), film.isLoss(step)];
    const run = runs.at(-1);
    if (isDense && run?.seat === seat && run.isLoss === isLoss) run.steps += 1;
    else runs.push({ seat, isLoss, steps: 1 });
  }
  return runs.map(({ seat, isLoss, steps }) => {
    const colour = seat === null ? null : film.replay.players[seat]?.colour;
    const mark = html('span', { class: isLoss ? 'loss' : null });
    if (colour) mark.style.setProperty('--mark', `var(--seat-${colour})`);
    mark.style.setProperty('--steps', String(steps));
    return mark;
  });
}

export class Timeline {
  #slider = html('input', { type: 'range', class: 'timeline-slider', min: 0, step: 1 });
  #strip = html('div', { class: 'timeline-strip', 'aria-hidden': 'true' });
  #words = html('p', {});
  #picture = html('div', { class: 'timeline-picture' });
  #tip = html(
    'div',
    { class: 'timeline-tip', 'aria-hidden': 'true', hidden: true },
    this.#picture,
    this.#words,
  );
  /** The step in the picture, or `null` if there is none. @type {number | null} */
  #pictured = null;
  /** The step whose picture is drawn in the next frame. @type {number | null} */
  #due = null;
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
  /** Draws the position of a step. @type {(step: number) => Element | null} */
  #preview = () => null;

  /**
   * Draws the steps of a game.
   *
   * @param {Film} film
   * @param {Viewer} viewer the viewer of its pictures
   */
  draw(film, viewer) {
    this.#end = film.end;
    this.#pictured = null;
    this.#preview = createPreview(film, viewer, this.text);
    this.#sentence = (step) => film.sentence(step);
    set(this.#slider, { max: film.end });
    const isDense = film.end > DENSE;
    this.#strip.classList.toggle('dense', isDense);
    this.#strip.replaceChildren(...marksOf(film, isDense), this.#cursor);
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
    const step = Math.round(share * this.#end);
    write(this.#words, this.#sentence(step));
    this.#tip.hidden = false;
    this.#tip.style.setProperty('--at', String(share));
    // The pointer passes many marks, and only the one where it is needs a picture.
    if (this.#due === null) requestAnimationFrame(() => this.#draw());
    this.#due = step;
  }

  /** Draws the position of the step under the pointer. */
  #draw() {
    const step = this.#due;
    this.#due = null;
    if (step === null || step === this.#pictured || this.#tip.hidden) return;
    const drawn = this.#preview(step);
    if (drawn && drawn.parentNode !== this.#picture) this.#picture.replaceChildren(drawn);
    this.#pictured = step;
  }
}
