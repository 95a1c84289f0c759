/**
 * What an event says of cards, told in the same way for every game: enough to follow shuffled cards
 * from the pile into hands and back, without a rule of any game.
 *
 * @import {AnyEvent, GameKind} from '../../protocol.js'
 */
import { never } from '../boards/never.js';

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
  switch (event.type) {
    case 'opened':
      return { type: 'dealt', first: event.first, hands: event.hands, pile: event.pile };
    case 'returned':
      return {
        type: 'returned',
        hands: event.hands.map(({ seat, tiles }) => ({ seat, cards: tiles })),
        pile: event.pile,
      };
    case 'drew':
      return { type: 'drew', seat: event.seat, card: event.tile };
    case 'placed':
      return { type: 'played', seat: event.seat, card: event.tile };
    case 'bonus':
      return { type: 'offered', from: event.from };
    case 'swapped':
      return { type: 'swapped', seat: event.seat, give: event.give, take: event.take };
    // A tile that waits for a path to be chosen is `placed` afterwards.
    case 'laid':
    case 'started':
    case 'chose':
    case 'resigned':
    case 'dragon':
    case 'turn':
    case 'over':
      return { type: 'nothing' };
    default:
      return never(event);
  }
}

/** How many cards there are that look different. @type {Record<GameKind, number>} */
const DIFFERENT = { tsuro: 35 };

/**
 * How a shuffle names these cards, from the smallest: by their numbers, and where one is there again,
 * by that of the one before it plus the number of different cards.
 *
 * @param {GameKind} game
 * @param {Card[]} cards
 * @returns {number[] | null} nothing where one is hidden
 */
export function named(game, cards) {
  const items = cards.filter((card) => card !== null).sort((a, b) => a - b);
  if (items.length !== cards.length) return null;
  for (let at = 1; at < items.length; at += 1) {
    const before = items[at - 1] ?? 0;
    if (items[at] === before % DIFFERENT[game]) items[at] = before + DIFFERENT[game];
  }
  return items.sort((a, b) => a - b);
}

/**
 * @param {GameKind} game
 * @param {number} item
 * @returns {number} the card that a shuffle names so
 */
export function cardOf(game, item) {
  return item % DIFFERENT[game];
}
