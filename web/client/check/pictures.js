/**
 * Pictures of each game's cards, loaded once a game is shown.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {CardPictures} from '../games/cards.js'
 * @import {Text} from '../lib/text.js'
 */

import { gameOf } from '../games/index.js';
import { fetchWords, loadStyle } from '../games/modules.js';
import { SQUARE } from '../games/squares.js';
import { svg } from '../lib/dom.js';
import { inTime } from '../lib/wait.js';

/**
 * Loads the pictures of a game.
 *
 * @param {GameKind} kind
 * @param {Text} text
 * @returns {Promise<Pictures | null>} the pictures, or `null` if the game draws no cards
 */
export async function picturesOf(kind, text) {
  const { pictures } = gameOf(kind);
  if (!pictures) return null;
  const [cards] = await inTime(Promise.all([pictures(), fetchWords(kind)]));
  await Promise.all((cards.STYLES ?? []).map(loadStyle));
  return new Pictures(cards, text);
}

/**
 * Creates pictures of cards. A page shows hundreds of cards, so each is drawn once as a symbol, and
 * each picture refers to it.
 */
export class Pictures {
  /** @type {Set<number>} */
  #shown = new Set();

  /**
   * @param {CardPictures} cards
   * @param {Text} text
   */
  constructor(cards, text) {
    this.cards = cards;
    this.text = text;
  }

  /**
   * @param {number} card
   * @returns {SVGSVGElement | null} the picture, or `null` if there is no such card
   */
  of(card) {
    const words = this.cards.sayCard(card, this.text);
    if (words === null) return null;
    this.#shown.add(card);
    const label = this.text('check.card', { tile: card, words });
    return svg(
      'svg',
      { class: 'card', role: 'img', 'aria-label': label },
      svg('use', { href: `#card-${card}` }),
    );
  }

  /** Creates the drawings that the pictures made so far refer to. */
  drawings() {
    const drawn = [...this.#shown].sort((a, b) => a - b);
    const viewBox = `0 0 ${SQUARE} ${SQUARE}`;
    return svg(
      'svg',
      { class: 'drawings', 'aria-hidden': 'true', focusable: 'false' },
      ...drawn.map((card) =>
        svg('symbol', { id: `card-${card}`, viewBox }, ...this.cards.drawCard(card)),
      ),
    );
  }
}
