/**
 * The notice about a rejected request, which fades after some seconds.
 *
 * @import {Text} from '../text.js'
 */
import { html } from '../dom.js';
import { closeButton, secondsUntil } from './drawing.js';

/** The time in milliseconds that a refusal stays visible. */
const REFUSAL_MS = 9_000;

export class RefusalNotice {
  #words = '';
  /**
   * The time when the request may be retried by `performance.now()`, if the server has named it.
   *
   * @type {number | null}
   */
  #tryAt = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #countdown;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #fading;

  /**
   * @param {Text} text
   * @param {() => void} changed called when the notice must be drawn again
   */
  constructor(text, changed) {
    this.text = text;
    this.changed = changed;
  }

  /**
   * @param {string} words
   * @param {number | null} againMs the milliseconds until a retry makes sense
   */
  show(words, againMs) {
    this.#stop();
    this.#words = words;
    this.#tryAt = againMs === null ? null : performance.now() + againMs;
    if (this.#tryAt !== null) this.#countdown = setInterval(this.changed, 1_000);
    this.#fading = setTimeout(() => this.remove(), REFUSAL_MS + (againMs ?? 0));
    this.changed();
  }

  remove() {
    if (this.#words === '') return;
    this.#stop();
    this.#words = '';
    this.#tryAt = null;
    this.changed();
  }

  #stop() {
    clearTimeout(this.#fading);
    clearInterval(this.#countdown);
  }

  draw() {
    return (
      this.#words !== '' &&
      html(
        'div',
        { key: 'complaint', class: 'notice warn' },
        html('p', {}, this.#words),
        this.#tryAt !== null &&
          html('p', { class: 'soft', 'aria-hidden': 'true' }, this.#again(this.#tryAt)),
        closeButton(this.text, () => this.remove()),
      )
    );
  }

  /** @param {number} at */
  #again(at) {
    const seconds = secondsUntil(at);
    return seconds > 0 ? this.text('problem.again', { count: seconds }) : this.text('problem.now');
  }
}
