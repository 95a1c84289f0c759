/**
 * Shows how close the round is to its end: a siren with a lamp for each prisoner on green that the
 * round allows. A lamp is lit for each prisoner there of the player who has most of them.
 *
 * @import {Colour, SectionXView} from '../../protocol.js'
 * @import {Words} from './words.js'
 */
import { html, paint, set } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';

/**
 * Returns the player whose prisoners are closest to the end of the round.
 *
 * @param {Pick<SectionXView, 'players' | 'resigned' | 'outcome' | 'escape'>} view
 * @param {number | null} [but] a seat that does not count
 * @returns {{ seat: number | null, lit: number, last: boolean }} the player, or `null` while green
 *   is empty; the number of prisoners there; and whether one more ends the round
 */
export function alarmOf({ players, resigned, outcome, escape: needed }, but = null) {
  const most = players.reduce(
    (first, { green }, seat) =>
      green > first.lit && seat !== but && !resigned.includes(seat) ? { seat, lit: green } : first,
    { seat: /** @type {number | null} */ (null), lit: 0 },
  );
  return { ...most, last: outcome === null && most.lit > 0 && most.lit === needed - 1 };
}

export class Siren {
  element = html('div', { class: 'sx-siren', role: 'img' });
  #until = 0;

  /** @param {Words} words */
  constructor(words) {
    this.words = words;
  }

  /**
   * @param {SectionXView} view
   * @param {(seat: number) => Colour} colour
   * @param {number} sounds the milliseconds for which all lamps are lit, because a collapse runs
   */
  show(view, colour, sounds) {
    if (sounds > 0) this.#sound(sounds);
    const { text, name } = this.words;
    const { seat, lit, last } = alarmOf(view);
    const label =
      seat === null
        ? text('section_x.siren.off', { of: view.escape })
        : text('section_x.siren.on', { name: name(seat), count: lit, of: view.escape });
    this.element.classList.toggle('last', last);
    set(this.element, { 'aria-label': label });
    paint(
      this.element,
      ...Array.from({ length: view.escape }, (_, at) =>
        html('span', { class: at < lit ? 'sx-lamp lit' : 'sx-lamp' }),
      ).reverse(),
      seat !== null && glyph(colour(seat)),
    );
  }

  /** @param {number} ms */
  #sound(ms) {
    this.rest();
    this.element.classList.add('sounding');
    this.#until = window.setTimeout(() => this.rest(), ms);
  }

  /** Ends the alarm of a collapse. */
  rest() {
    clearTimeout(this.#until);
    this.element.classList.remove('sounding');
  }
}
