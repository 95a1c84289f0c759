/**
 * The notice about a lost connection, or about the reason why the server can't be reached.
 *
 * @import {Delay, Line} from '../connection.js'
 * @import {Text} from '../text.js'
 */
import { html } from '../dom.js';
import { secondsUntil } from './drawing.js';

/** The time in milliseconds without a connection that is not reported. */
const PATIENCE_MS = 1_200;
/** The time in milliseconds without a connection after which the notice says how to help. */
const LONG_MS = 30_000;
/** The reasons for a wait that have a sentence of their own. */
const DELAYS = new Set([
  ...['no_storage', 'full', 'too_many', 'busy', 'not_a_socket', 'unknown_host'],
  ...['foreign_origin_scheme', 'foreign_origin_host', 'foreign_origin_site'],
]);

export class LineNotice {
  #lost = false;
  /** Whether there has been a connection. Only then can it be lost, with a game that is safe. */
  #had = false;
  /**
   * The reason for the wait, and the time of the next attempt by `performance.now()`.
   *
   * @type {{sentence: string, at: number} | null}
   */
  #delay = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #countdown;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;
  /** Whether the connection has been lost for long. */
  #long = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lengthening;

  /**
   * @param {Text} text
   * @param {string} lostWords the text key of the notice about a lost connection
   * @param {() => void} changed called when the notice must be drawn again
   * @param {() => boolean} [hasUnsent] returns whether a decision waits for the connection
   */
  constructor(text, lostWords, changed, hasUnsent = () => false) {
    this.text = text;
    this.lostWords = lostWords;
    this.changed = changed;
    this.hasUnsent = hasUnsent;
  }

  get isLost() {
    return this.#lost;
  }

  /**
   * @param {Line} line
   * @param {Delay | null} wait
   * @returns {boolean} whether a connection that was reported as lost is back, or has ended
   */
  follow(line, wait) {
    // While the connection is being tried, the reason for the wait stays valid.
    if (line !== 'connecting') this.#wait(wait);
    if (line === 'open') this.#had = true;
    if (line === 'open' || line === 'ended') {
      clearTimeout(this.#patience);
      clearTimeout(this.#lengthening);
      this.#patience = undefined;
      this.#lengthening = undefined;
      this.#long = false;
      const wasLost = this.#lost;
      this.#lost = false;
      this.changed();
      return wasLost;
    }
    if (this.#delay) this.changed();
    this.#patience ??= setTimeout(() => {
      this.#lost = true;
      this.changed();
    }, PATIENCE_MS);
    this.#lengthening ??= setTimeout(() => {
      this.#long = true;
      this.changed();
    }, LONG_MS);
    return false;
  }

  /** @param {Delay | null} next */
  #wait(next) {
    clearInterval(this.#countdown);
    this.#delay =
      next && DELAYS.has(next.why)
        ? { sentence: this.text(`line.${next.why}`, next.values), at: performance.now() + next.ms }
        : null;
    if (this.#delay) this.#countdown = setInterval(this.changed, 1_000);
  }

  draw() {
    const { text } = this;
    if (!this.#delay)
      return this.#lost && html('p', { key: 'lost', class: 'notice' }, this.#lostSentence());
    const { sentence, at } = this.#delay;
    const seconds = secondsUntil(at);
    const again = seconds > 0 ? text('line.again', { count: seconds }) : text('line.trying');
    return html(
      'div',
      { key: 'delay', class: 'notice warn' },
      html('p', {}, sentence),
      html('p', { class: 'soft', 'aria-hidden': 'true' }, again),
    );
  }

  #lostSentence() {
    const { text } = this;
    if (!this.#had) return text('line.never');
    const key = this.hasUnsent() ? 'line.lost_saved' : this.lostWords;
    return this.#long ? `${text(key)} ${text('line.lost_long')}` : text(key);
  }
}
