/**
 * The banner at the end of a round: what the end means for the viewer, and which prisoners of each
 * player are free, safe or lost.
 *
 * @import {Colour, SectionXPrisoner} from '../../protocol.js'
 * @import {Collapsed, Fallen} from './rounds.js'
 * @import {Words} from './words.js'
 */
import { createButton, html, set, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { whyWords } from './words.js';

/** The possible fates of a prisoner. */
const FATES = /** @type {const} */ (['freed', 'safe', 'lost']);

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

/**
 * Describes what the end of a round means for the viewer.
 *
 * @param {{ freed: number, lost: number } | undefined} own the viewer's prisoners; `undefined` for a
 *   spectator
 * @param {{ round: number, next: 'round' | 'last_round' | null }} about the round that has ended,
 *   and what follows
 * @param {Words['text']} text
 * @returns {string[]} sentences
 */
export function meaningWords(own, { round, next }, text) {
  const follows = next === null ? [] : [text(`section_x.banner.${next}`, { round: round + 1 })];
  if (!own) return [text('section_x.banner.over', { round }), ...follows];
  const { freed, lost } = own;
  if (freed > 0 && lost > 0) return [text('section_x.banner.both', { freed, lost }), ...follows];
  if (freed > 0) return [text('section_x.banner.freed', { count: freed }), ...follows];
  return [
    lost > 0 ? text('section_x.banner.lost', { count: lost }) : text('section_x.banner.none'),
    ...follows,
  ];
}

/** The banner, which lies at the edge of the board until the viewer closes it or goes on. */
export class RoundBanner {
  /**
   * @param {Words} words
   * @param {() => void} closed
   */
  constructor(words, closed) {
    this.words = words;
    this.closed = closed;
    this.title = html('p', { class: 'sx-meaning' });
    // On a phone the shapes of the players are enough, and the log has the reason.
    this.why = html('p', { class: 'hidden-on-phones' });
    this.rows = html('ul', { class: 'sx-fates' });
    const label = words.text('section_x.collapse.close');
    this.button = createButton({ class: 'primary' }, label);
    this.button.addEventListener('click', () => this.close());
    this.element = html(
      'section',
      { class: 'sx-banner', hidden: true },
      html('div', {}, this.title, this.why),
      this.button,
      this.rows,
    );
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * @param {Fallen & { next: 'round' | 'last_round' | null }} fallen
   * @param {object} viewer
   * @param {number} viewer.players the number of players
   * @param {number | null} viewer.own the viewer's seat
   * @param {(seat: number) => Colour} viewer.colour
   */
  show({ event, round, next }, { players, own, colour }) {
    const { text, name } = this.words;
    const fates = fatesOf(event, players);
    const means = meaningWords(
      fates.find(({ seat }) => seat === own),
      { round, next },
      text,
    );
    set(this.element, { 'aria-label': text('section_x.collapse.title', { round }) });
    write(this.title, means.join(' '));
    write(this.why, whyWords(event.why, this.words));
    this.rows.replaceChildren(
      ...fates.map((one) =>
        html(
          'li',
          {},
          glyph(colour(one.seat)),
          html('bdi', { class: 'hidden-on-phones' }, name(one.seat)),
          ...FATES.map((fate) =>
            html(
              'span',
              { class: `sx-fate ${fate}${one[fate] === 0 ? ' none' : ''}` },
              text(`section_x.collapse.${fate}`, { count: one[fate] }),
            ),
          ),
        ),
      ),
    );
    this.element.hidden = false;
  }

  /**
   * Closes the banner. If it contained the focus, the focus goes back to the board. Returns whether
   * it was open.
   */
  close() {
    if (!this.open) return false;
    const had = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (had) this.closed();
    return true;
  }
}
