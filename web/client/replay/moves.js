/**
 * The list of the steps of a replay: a button with the sentences of each step, and the grade of the
 * move once the game is reviewed. Of a long game, it contains only the steps around the current
 * one, and leads on to the others.
 *
 * @import {Words} from '../games/modules.js'
 * @import {Film} from './film.js'
 * @import {Verdicts} from './verdicts.js'
 */
import { createButton, html, set } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { badge } from './moment.js';

/** The maximum number of steps in the list. Thousands of buttons make a page slow. */
const MOST = 200;

/** @typedef {{ film: Film, verdicts: Verdicts | null, words: Words }} Drawn the drawn game */

export class MoveList {
  /** @type {Drawn | null} */
  #drawn = null;
  /** The first step in the list. */
  #first = 0;
  /** The item of each step in the list. @type {HTMLElement[]} */
  #items = [];
  #current = -1;
  #list = html('ol', { start: 0 });
  element = html('div', { class: 'film-moves' }, this.#list);

  /** @param {(step: number) => void} select */
  constructor(select) {
    this.select = select;
  }

  /**
   * @param {Film} film
   * @param {Verdicts | null} verdicts
   * @param {Words} words
   */
  draw(film, verdicts, words) {
    this.#drawn = { film, verdicts, words };
    const current = this.#current;
    this.#current = -1;
    this.#fill(current - MOST / 2);
    if (current >= 0) this.show(current);
  }

  /** @param {number} step */
  show(step) {
    this.#mark(this.#current, null);
    this.#current = step;
    if (!this.#itemOf(step)) this.#fill(step - MOST / 2);
    this.#mark(step, 'step');
    const item = this.#itemOf(step);
    if (!item) return;
    // The page itself must not scroll.
    const { clientHeight, scrollTop } = this.element;
    const top = item.offsetTop;
    const isVisible = top >= scrollTop && top + item.offsetHeight <= scrollTop + clientHeight;
    if (!isVisible) this.element.scrollTop = top - clientHeight / 2 + item.offsetHeight / 2;
  }

  /** @param {number} step */
  #itemOf(step) {
    return this.#items[step - this.#first];
  }

  /**
   * @param {number} step
   * @param {'step' | null} current
   */
  #mark(step, current) {
    const press = this.#itemOf(step)?.firstElementChild;
    if (press) set(press, { 'aria-current': current });
  }

  /**
   * Lists the steps from that one on, or as many as there are.
   *
   * @param {number} first
   */
  #fill(first) {
    const drawn = this.#drawn;
    if (!drawn) return;
    const { film, words } = drawn;
    this.#first = Math.max(0, Math.min(first, film.end + 1 - MOST));
    const end = Math.min(film.end + 1, this.#first + MOST);
    const steps = Array.from({ length: end - this.#first }, (_, at) => this.#first + at);
    this.#items = steps.map((step) => this.#item(step, drawn));
    set(this.#list, { start: this.#first });
    this.#list.replaceChildren(...this.#items);
    const more = (/** @type {string} */ key, /** @type {number} */ to) =>
      createButton({ class: 'film-on', onclick: () => this.#leadOn(to) }, words.text(key));
    this.element.replaceChildren(
      ...(this.#first > 0 ? [more('film.earlier', this.#first - 1)] : []),
      this.#list,
      ...(end <= film.end ? [more('film.later', end)] : []),
    );
  }

  /**
   * Lists a step that was not in the list before, with those around it, and moves the focus there.
   *
   * @param {number} step
   */
  #leadOn(step) {
    this.#fill(step - MOST / 2);
    this.#mark(this.#current, 'step');
    const item = this.#itemOf(step);
    if (!item) return;
    this.element.scrollTop = item.offsetTop - this.element.clientHeight / 2;
    /** @type {HTMLElement | null} */ (item.firstElementChild)?.focus({ preventScroll: true });
  }

  /**
   * @param {number} step
   * @param {Drawn} drawn
   */
  #item(step, { film, verdicts, words }) {
    const seat = film.seat(step);
    const colour = seat === null ? null : (film.seats(step)[seat]?.colour ?? null);
    const loss = verdicts?.decision(step)?.loss ?? 0;
    return html(
      'li',
      {},
      createButton(
        { onclick: () => this.select(step) },
        html('span', { class: 'film-number' }, String(step)),
        colour && glyph(colour),
        html('span', { class: 'film-words' }, film.sentence(step) || words.text('film.silent')),
        loss > 0 && badge(loss, words),
      ),
    );
  }
}
