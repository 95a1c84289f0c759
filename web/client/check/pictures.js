/**
 * The cards of each game as pictures, fetched once there is a game to show.
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
 * @param {GameKind} kind
 * @param {Text} text
 * @returns {Promise<Pictures | null>} nothing where the cards of the game are not drawn
 */
export async function picturesOf(kind, text) {
  const { pictures } = gameOf(kind);
  if (!pictures) return null;
  const [cards] = await inTime(Promise.all([pictures(), fetchWords(kind)]));
  await Promise.all((cards.STYLES ?? []).map(loadStyle));
  return new Pictures(cards, text);
}

/** A page shows some hundred cards: each is drawn once, and everything else refers to that. */
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
   * @returns {SVGSVGElement | null} nothing where there is no such card
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

  /** The drawings that the pictures made so far refer to. */
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
