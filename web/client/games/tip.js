/**
 * What a sign or a piece of a board means, beside it: when a mouse rests there, a finger taps it, or the keyboard comes to
 * it. Who hears the page is told the same by the square itself.
 */
import { html, write } from '../lib/dom.js';

/** How long a mouse rests before it is told, in milliseconds. */
const REST = 450;

/** @typedef {{ x: number, y: number, width: number, height: number }} Box in pixels of the window */

/** A tip over a board. */
export class Tip {
  #timer = 0;
  #shown = '';

  /** @param {HTMLElement} parent what it must stay within */
  constructor(parent) {
    this.parent = parent;
    this.element = html('p', { class: 'board-tip', 'aria-hidden': 'true', hidden: true });
    parent.append(this.element);
  }

  /**
   * Shows it after a while, unless something else is shown before.
   *
   * @param {string} key of what it is about
   * @param {() => { words: string, box: Box } | null} tell
   */
  soon(key, tell) {
    if (key === this.#shown) return;
    this.hide();
    this.#shown = key;
    this.#timer = window.setTimeout(() => this.#show(tell()), REST);
  }

  /**
   * Shows it at once.
   *
   * @param {string} key of what it is about
   * @param {() => { words: string, box: Box } | null} tell
   */
  now(key, tell) {
    this.hide();
    this.#shown = key;
    this.#show(tell());
  }

  hide() {
    clearTimeout(this.#timer);
    this.#shown = '';
    this.element.hidden = true;
  }

  /** @param {{ words: string, box: Box } | null} told */
  #show(told) {
    if (told === null || told.words === '') return;
    const { element } = this;
    write(element, told.words);
    element.hidden = false;
    const whole = this.parent.getBoundingClientRect();
    const { offsetWidth: across, offsetHeight: high } = element;
    const left = told.box.x + told.box.width / 2 - whole.x - across / 2;
    const above = told.box.y - whole.y - high - 6;
    const below = told.box.y - whole.y + told.box.height + 6;
    element.style.left = `${Math.max(4, Math.min(whole.width - across - 4, left))}px`;
    element.style.top = `${above >= 0 ? above : below}px`;
  }
}
