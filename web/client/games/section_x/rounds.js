/**
 * Shows the banner on the end of a round after the viewer has seen the end on the board. A viewer
 * who arrives later gets a button that opens it.
 *
 * @import {Colour, SectionXEvent, SectionXView} from '../../protocol.js'
 * @import {RoundBanner} from './collapse.js'
 * @import {Words} from './words.js'
 */
import { createButton, html } from '../../lib/dom.js';
import { loadStyle } from '../../lib/styles.js';

/** The style sheet of what is fetched later. */
export const LATER = 'games/section_x/later.css';

/** @typedef {Extract<SectionXEvent, { type: 'collapsed' }>} Collapsed */
/**
 * @typedef {{ event: Collapsed, round: number }} Fallen the end of a round, and the number of the
 *   round
 */

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
 * Fetches the animation of a collapse and the banner. A failed attempt can be repeated.
 *
 * @returns {Promise<typeof import('./drama.js') | null>}
 */
export const fetchDrama = () =>
  Promise.all([import('./drama.js'), loadStyle(LATER)]).then(
    ([drama]) => drama,
    () => null,
  );

export class Rounds {
  /** The number of rounds that have ended; -1 before the first view. */
  #ended = -1;
  #waiting = 0;
  /** Shows the banner of the last round. */
  #tell = () => {};
  /** The banner, as soon as it has been fetched. @type {RoundBanner | null} */
  banner = null;

  /**
   * @param {Words} words
   * @param {() => void} closed runs when the banner has been closed
   */
  constructor(words, closed) {
    this.words = words;
    this.closed = closed;
    /** The place of the banner. */
    this.element = html('div', { class: 'sx-banner-place' });
    this.again = createButton({ class: 'quiet sx-again', hidden: true });
    this.again.addEventListener('click', () => this.#tell());
  }

  /**
   * @param {readonly SectionXEvent[]} events the events of the game
   * @param {SectionXView} view
   * @param {object} how
   * @param {boolean} how.first whether this is the first view
   * @param {number} how.wait the milliseconds until the viewer has seen the end of the round
   * @param {number | null} how.own the viewer's seat
   * @param {(seat: number) => Colour} how.colour
   */
  show(events, view, { first, wait, own, colour }) {
    const ended = fallenIn(events, view.round);
    const last = ended.at(-1);
    this.again.hidden = last === undefined;
    if (last)
      this.again.textContent = this.words.text('section_x.collapse.again', { round: last.round });
    this.#tell = () => {
      clearTimeout(this.#waiting);
      this.#waiting = 0;
      if (!last) return;
      const next = view.outcome !== null ? null : view.last_round ? 'last_round' : 'round';
      const viewer = { players: view.players.length, own, colour };
      void this.#fetch().then((banner) => banner?.show({ ...last, next }, viewer));
    };
    const before = this.#ended;
    this.#ended = ended.length;
    if (ended.length === 0) this.banner?.close();
    // The result already explains the end of the game, and the banner must not cover it.
    if (view.outcome !== null) {
      clearTimeout(this.#waiting);
      this.#waiting = 0;
      this.banner?.close();
      return;
    }
    if (first || ended.length <= before) return;
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.#tell(), wait);
  }

  /** Shows the banner now if it waits for the end on the board. */
  hurry() {
    if (this.#waiting !== 0) this.#tell();
  }

  async #fetch() {
    const drama = await fetchDrama();
    if (drama && !this.banner) {
      this.banner = new drama.RoundBanner(this.words, this.closed);
      this.element.append(this.banner.element);
    }
    return this.banner;
  }

  /** Closes the banner. Returns whether it was open. */
  close() {
    return this.banner?.close() ?? false;
  }

  dispose() {
    clearTimeout(this.#waiting);
  }
}
