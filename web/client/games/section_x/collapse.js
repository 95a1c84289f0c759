/**
 * The report of what happened to the prisoners when the tunnels collapsed: which are free, safe or
 * lost.
 *
 * @import {Colour, SectionXEvent, SectionXPrisoner} from '../../protocol.js'
 * @import {Words} from './words.js'
 */
import { html, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from './icons.js';
import { whyWords } from './words.js';

/** @typedef {Extract<SectionXEvent, { type: 'collapsed' }>} Collapsed */
/**
 * @typedef {{ event: Collapsed, round: number }} Fallen the end of a round, and the number of the
 *   round
 */

/** The possible fates of a prisoner, with their signs. */
const FATES = /** @type {const} */ ([
  ['freed', 'free'],
  ['safe', 'hidden'],
  ['lost', 'lost'],
]);

/**
 * Returns the rounds that have ended, from the events of a game.
 *
 * @param {readonly SectionXEvent[]} events
 * @param {number} round the current round, or the last one of a finished game
 * @returns {Fallen[]}
 */
export function fallenIn(events, round) {
  return events.flatMap((event, at) => {
    if (event.type !== 'collapsed') return [];
    const next = events.slice(at).find((one) => one.type === 'round');
    return [{ event, round: next?.type === 'round' ? next.number - 1 : round }];
  });
}

/**
 * Counts the fates of each player's prisoners.
 *
 * @param {Collapsed} event
 * @param {number} players the number of players
 */
export function fatesOf(event, players) {
  return Array.from({ length: players }, (_, seat) => {
    const count = (/** @type {readonly SectionXPrisoner[]} */ prisoners) =>
      prisoners.filter((one) => one.seat === seat).length;
    return { seat, freed: count(event.freed), safe: count(event.safe), lost: count(event.lost) };
  });
}

/** The report, which lies over the board until the viewer closes it. */
export class CollapseReport {
  /**
   * @param {Words} words
   * @param {() => void} closed
   */
  constructor(words, closed) {
    this.words = words;
    this.closed = closed;
    this.title = html('h2', { id: 'sx-collapse-title' });
    this.why = html('p', {});
    this.rows = html('ul', { class: 'sx-fates' });
    this.button = html(
      'button',
      { type: 'button', class: 'primary' },
      words.text('section_x.collapse.close'),
    );
    this.button.addEventListener('click', () => this.close());
    this.element = html(
      'section',
      { class: 'sx-collapse', 'aria-labelledby': 'sx-collapse-title', hidden: true },
      html('div', { class: 'sx-collapse-panel' }, this.title, this.why, this.rows, this.button),
    );
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * @param {Fallen} fallen
   * @param {number} players the number of players
   * @param {(seat: number) => Colour} colour
   */
  show({ event, round }, players, colour) {
    const { text, name } = this.words;
    this.title.textContent = text('section_x.collapse.title', { round });
    write(this.why, whyWords(event.why, this.words));
    this.rows.replaceChildren(
      ...fatesOf(event, players).map((fates) =>
        html(
          'li',
          {},
          html('strong', {}, glyph(colour(fates.seat)), html('bdi', {}, name(fates.seat))),
          ...FATES.map(([fate, sign]) =>
            html(
              'span',
              { class: `sx-fate ${fate}${fates[fate] === 0 ? ' none' : ''}` },
              icon(sign),
              text(`section_x.collapse.${fate}`, { count: fates[fate] }),
            ),
          ),
        ),
      ),
    );
    this.element.hidden = false;
  }

  /**
   * Closes the report. If it contained the focus, the focus goes back to the board. Returns whether
   * the report was open.
   */
  close() {
    if (!this.open) return false;
    const had = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (had) this.closed();
    return true;
  }
}
