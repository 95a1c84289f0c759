/**
 * The list of the steps of a replay: a button with the sentences of each step, and the grade of the
 * move once the game is reviewed.
 *
 * @import {Words} from '../games/modules.js'
 * @import {Film} from './film.js'
 * @import {Verdicts} from './verdicts.js'
 */
import { createButton, html, set } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { badge } from './moment.js';

export class MoveList {
  /** The item of each step. @type {HTMLElement[]} */
  #items = [];
  #current = -1;
  element = html('ol', { class: 'film-moves', start: 0 });

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
    this.#items = film.replay.steps.map((_, step) => {
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
    });
    this.element.replaceChildren(...this.#items);
    const current = this.#current;
    this.#current = -1;
    if (current >= 0) this.show(current);
  }

  /** @param {number} step */
  show(step) {
    const before = this.#items[this.#current]?.firstElementChild;
    if (before) set(before, { 'aria-current': null });
    this.#current = step;
    const item = this.#items[step];
    if (!item?.firstElementChild) return;
    set(item.firstElementChild, { 'aria-current': 'step' });
    // The page itself must not scroll.
    const { clientHeight, scrollTop } = this.element;
    const top = item.offsetTop;
    const isVisible = top >= scrollTop && top + item.offsetHeight <= scrollTop + clientHeight;
    if (!isVisible) this.element.scrollTop = top - clientHeight / 2 + item.offsetHeight / 2;
  }
}
