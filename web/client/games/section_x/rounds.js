/**
 * Shows the report on the end of a round after the viewer has seen the end on the board. A viewer
 * who arrives later gets a button that opens it.
 *
 * @import {Colour, SectionXEvent, SectionXView} from '../../protocol.js'
 * @import {Words} from './words.js'
 */
import { html } from '../../lib/dom.js';
import { CollapseReport, fallenIn } from './collapse.js';

export class Rounds {
  /** The number of rounds that have ended; -1 before the first view. */
  #ended = -1;
  #waiting = 0;
  /** Shows the report of the last round. */
  #tell = () => {};

  /**
   * @param {Words} words
   * @param {() => void} closed runs when the report has been closed
   */
  constructor(words, closed) {
    this.words = words;
    this.report = new CollapseReport(words, closed);
    this.again = html('button', { type: 'button', class: 'quiet sx-again', hidden: true });
    this.again.addEventListener('click', () => this.#tell());
  }

  /**
   * @param {readonly SectionXEvent[]} events the events of the game
   * @param {SectionXView} view
   * @param {object} how
   * @param {boolean} how.first whether this is the first view
   * @param {number} how.wait the milliseconds until the viewer has seen the end of the round
   * @param {(seat: number) => Colour} how.colour
   * @param {() => boolean} how.focused whether the board has the focus
   */
  show(events, view, { first, wait, colour, focused }) {
    const ended = fallenIn(events, view.round);
    const last = ended.at(-1);
    this.again.hidden = last === undefined;
    if (last)
      this.again.textContent = this.words.text('section_x.collapse.again', { round: last.round });
    this.#tell = () => {
      if (!last) return;
      const had = focused();
      this.report.show(last, view.players.length, colour);
      if (had) this.report.button.focus({ preventScroll: true });
    };
    const before = this.#ended;
    this.#ended = ended.length;
    if (ended.length === 0) this.report.close();
    // The result already explains the end of the game, and the report must not cover it.
    if (view.outcome !== null) {
      clearTimeout(this.#waiting);
      this.report.close();
      return;
    }
    if (first || ended.length <= before) return;
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.#tell(), wait);
  }

  dispose() {
    clearTimeout(this.#waiting);
  }
}
