/**
 * What an event says of cards, told in the same way for every game: enough to follow shuffled cards
 * from the pile into hands and back, without a rule of any game.
 *
 * @import {AnyEvent, GameKind} from '../../protocol.js'
 */
import { never } from '../boards/never.js';
import * as tortus from './cards/tortus.js';
import * as tsuro from './cards/tsuro.js';

/**
 * @typedef {number | null} Card a card's number; `null` where the event hides it
 * @typedef {{type: 'nothing'}
 *   | {type: 'dealt', first: number, hands: Card[][], pile: Card[]}
 *   | {type: 'returned', hands: {seat: number, cards: Card[]}[], pile: Card[]}
 *   | {type: 'drew', seat: number, card: Card}
 *   | {type: 'played', seat: number, card: Card}
 *   | {type: 'offered', from: number[]}
 *   | {type: 'swapped', seat: number, give: Card[], take: Card[]}} Moved
 */

/**
 * @param {AnyEvent} event
 * @returns {Moved}
 */
export function moved(event) {
  switch (event.game) {
    case 'tsuro':
      return tsuro.moved(event);
    case 'tortus':
      return tortus.moved(event);
    default:
      return never(event);
  }
}

/** The registry of what shuffles name cards. @type {Record<GameKind, {cardOf: (item: number) => number, itemOf: (card: number, copy: number) => number | null}>} */
const GAMES = { tsuro, tortus };

/**
 * How a shuffle names these cards, from the smallest: each by its number, and where there are several that
 * look alike, by the numbers that follow for them.
 *
 * @param {GameKind} game
 * @param {Card[]} cards
 * @returns {number[] | null} nothing where one is hidden, or there are more than a box has
 */
export function named(game, cards) {
  /** @type {Map<number, number>} */
  const copies = new Map();
  const items = [];
  for (const card of cards) {
    if (card === null) return null;
    const copy = copies.get(card) ?? 0;
    copies.set(card, copy + 1);
    const item = GAMES[game].itemOf(card, copy);
    if (item === null) return null;
    items.push(item);
  }
  return items.sort((a, b) => a - b);
}

/**
 * @param {GameKind} game
 * @param {number} item
 * @returns {number} the card that a shuffle names so; what the box has not stands for itself
 */
export function cardOf(game, item) {
  return GAMES[game].cardOf(item);
}
