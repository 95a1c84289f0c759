/**
 * Shows a tip beside a sign or a piece of a board that explains it: when a mouse rests there, when
 * a finger taps it, or when it gets the keyboard focus. Screen readers get the same explanation
 * from the label of the square.
 */
import { html, write } from '../lib/dom.js';

/** The time that a mouse rests before the tip appears, in milliseconds. */
const REST = 450;

/**
 *  @typedef {{ x: number, y: number, width: number, height: number }} Box a rectangle in pixels of
 *   the window
 */

/** A tip above a board. */
export class Tip {
  #timer = 0;
  #shown = '';

  /**  @param {HTMLElement} parent the element that the tip must stay within */
  constructor(parent) {
    this.parent = parent;
    this.element = html('p', { class: 'board-tip', 'aria-hidden': 'true', hidden: true });
    parent.append(this.element);
  }

  /**
   * Shows the tip after a delay, unless another tip is shown before.
   *
   * @param {string} key the key of the explained element
   * @param {() => { words: string, box: Box } | null} tell called when the tip appears; returns the
   *   words and the rectangle of the element
   */
  soon(key, tell) {
    if (key === this.#shown) return;
    this.hide();
    this.#shown = key;
    this.#timer = window.setTimeout(() => this.#show(tell()), REST);
  }

  /**
   * Shows the tip at once.
   *
   * @param {string} key the key of the explained element
   * @param {() => { words: string, box: Box } | null} tell returns the words and the rectangle of
   *   the element
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
