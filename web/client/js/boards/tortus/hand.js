/**
 * The viewer's tiles, as buttons; and the hand of any seat, small beside its player's name.
 *
 * @import {TortusTile, TortusView} from '../../../protocol.js'
 * @import {Words} from '../index.js'
 */
import { list } from '../../text.js';
import { Keyed, html, set, svg } from '../dom.js';
import { pictureOf, turnTile } from './tile.js';
import { kindWords } from './words.js';

/**
 * @typedef {object} Card a tile of the hand, as it is shown
 * @property {TortusTile | null} tile
 * @property {number} rotation
 * @property {boolean} known whether everybody knows it
 * @property {boolean} chosen
 * @property {boolean} blocked whether it can't be used now
 * @property {string} label
 */

/** The viewer's tiles. */
export class Hand {
  /**
   * @param {string} label
   * @param {(place: number) => void} press
   */
  constructor(label, press) {
    this.element = html('div', { class: 'board-hand', role: 'group', 'aria-label': label });
    /** @type {Keyed<HTMLButtonElement>} */
    this.buttons = new Keyed(this.element);
    this.press = press;
  }

  /** @param {readonly Card[]} cards */
  show(cards) {
    // A place keeps its button until another tile lies there.
    const keys = cards.map((card, place) => `${place} ${card.tile ?? ''}`);
    this.buttons.keep(keys, (key) => {
      const place = Number(key.split(' ')[0]);
      return this.#draw(/** @type {Card} */ (cards[place]), place);
    });
    // Where none can be used none looks worse than the others.
    this.element.classList.toggle('idle', cards.every((card) => card.blocked));
    // What is new is made at the end.
    for (const [place, key] of keys.entries()) {
      const button = this.buttons.get(key);
      const card = cards[place];
      if (!button || !card) continue;
      if (this.element.children[place] !== button) this.element.insertBefore(button, this.element.children[place] ?? null);
      set(button, {
        'aria-label': card.label,
        'aria-pressed': String(card.chosen),
        'aria-disabled': card.blocked ? 'true' : null,
      });
      button.classList.toggle('known', card.known);
      const tile = button.querySelector('.tile');
      if (tile) turnTile(tile, card.rotation);
    }
  }

  /**
   * @param {Card} card
   * @param {number} place
   */
  #draw({ tile, rotation }, place) {
    const button = html(
      'button',
      { type: 'button', class: 'hand-tile' },
      pictureOf(tile === null ? null : { tile, rotation }),
      html('span', { class: 'hand-key', 'aria-hidden': 'true' }, String(place + 1)),
      drawEye(),
    );
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') this.press(place);
    });
    return button;
  }
}

/** The sign of a tile that everybody knows. */
function drawEye() {
  return svg(
    'svg',
    { class: 'known-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: 'M2.500 12C6 6.500 18 6.500 21.500 12C18 17.500 6 17.500 2.500 12Z' }),
    svg('circle', { cx: 12, cy: 12, r: 3 }),
  );
}

/**
 * The hand of a seat: what everybody may know of it, and the backs of the rest.
 *
 * @param {TortusView} view
 * @param {number} seat
 * @param {Words} words
 * @param {number | null} own the viewer's seat
 * @returns {HTMLElement | null} `null` for one's own, which lies beside the board, and when the game is over
 */
export function handOf(view, seat, { text, name }, own) {
  const hand = view.hands[seat] ?? [];
  if (seat === own || view.phase.type === 'over' || hand.length === 0) return null;
  const known = hand.flatMap(({ tile, public: open }) => (open && tile !== null ? [tile] : []));
  const hidden = hand.length - known.length;
  const tiles = [
    ...known.map((tile) => kindWords(tile, text)),
    ...(hidden > 0 ? [text('tortus.hand.more', { count: hidden })] : []),
  ];
  return html(
    'span',
    { class: 'open-hand', role: 'img', 'aria-label': text('tortus.hand.of', { name: name(seat), tiles: list(tiles) }) },
    ...known.map((tile) => pictureOf({ tile, rotation: 0 })),
    ...Array.from({ length: hidden }, () => pictureOf(null)),
  );
}
