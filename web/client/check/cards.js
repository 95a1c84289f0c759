/**
 * Reads the card movements from the events of every game in one common form, and maps cards to the
 * items of shuffles.
 *
 * @import {AnyEvent, GameKind} from '../protocol.js'
 * @import {Card, Cards, Moved} from '../games/cards.js'
 * @import {Fields} from '../lib/shape.js'
 */
import { gameOf, KINDS } from '../games/index.js';
import { inTime } from '../lib/wait.js';

const fetched = await Promise.all(
  KINDS.map(async (kind) => [kind, await inTime(gameOf(kind).cards())]),
);
/** @type {Record<GameKind, Cards>} */
const CARDS = Object.fromEntries(fetched);

/**
 * @param {unknown} word
 * @returns {word is GameKind}
 */
export function isGame(word) {
  return typeof word === 'string' && Object.hasOwn(CARDS, word);
}

/**
 * @param {GameKind} game
 * @param {Fields} value
 */
export function isEvent(game, value) {
  return value['game'] === game && CARDS[game].isEvent(value);
}

/**
 * @param {AnyEvent} event
 * @returns {Moved}
 */
export function moved(event) {
  return CARDS[event.game].moved(event);
}

/**
 * Returns the items that a shuffle uses for these cards, in ascending order. An item is the number
 * of its card. A repeated card gets the item of the card before it plus the number of different
 * cards.
 *
 * @param {GameKind} game
 * @param {Card[]} cards
 * @returns {number[] | null} the items, or `null` if a card is hidden
 */
export function named(game, cards) {
  const different = CARDS[game].DIFFERENT;
  const items = cards.filter((card) => card !== null).sort((a, b) => a - b);
  if (items.length !== cards.length) return null;
  for (let at = 1; at < items.length; at += 1) {
    const before = items[at - 1] ?? 0;
    if (items[at] === before % different) items[at] = before + different;
  }
  return items.sort((a, b) => a - b);
}

/**
 * @param {GameKind} game
 * @param {number} item
 * @returns {number} the card that this item of a shuffle stands for
 */
export function cardOf(game, item) {
  return item % CARDS[game].DIFFERENT;
}
