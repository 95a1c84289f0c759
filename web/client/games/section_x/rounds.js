/**
 * When the end of a round is told: once it has been seen to happen; to who comes later it is offered.
 *
 * @import {Colour, SectionXEvent, SectionXView} from '../../protocol.js'
 * @import {Words} from './words.js'
 */
import { html } from '../../lib/dom.js';
import { CollapseReport, fallenIn } from './collapse.js';

export class Rounds {
  /** Rounds that have ended; -1 before anything was shown. */
  #ended = -1;
  #waiting = 0;
  /** Shows the report of the last round. */
  #tell = () => {};

  /**
   * @param {Words} words
   * @param {() => void} closed the report was put away
   */
  constructor(words, closed) {
    this.words = words;
    this.report = new CollapseReport(words, closed);
    this.again = html('button', { type: 'button', class: 'quiet sx-again', hidden: true });
    this.again.addEventListener('click', () => this.#tell());
  }

  /**
   * @param {readonly SectionXEvent[]} events of the game
   * @param {SectionXView} view
   * @param {object} how
   * @param {boolean} how.first whether nothing was shown before
   * @param {number} how.wait milliseconds until what happens has been seen
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
    // A result says how the game has ended, and nothing lies over it.
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
