/**
 * What an event says of cards, told in the same way for every game: enough to follow shuffled cards
 * from the pile into hands and back, without a rule of any game.
 *
 * @import {AnyEvent} from '../../protocol.js'
 */
import { never } from '../boards/never.js';

/**
 * @typedef {number | null} Card a card's number; `null` where the event hides it
 * @typedef {{type: 'nothing'}
 *   | {type: 'dealt', first: number, hands: Card[][], pile: Card[]}
 *   | {type: 'returned', hands: {seat: number, cards: Card[]}[], pile: Card[]}
 *   | {type: 'drew', seat: number, card: Card}
 *   | {type: 'played', seat: number, card: Card}} Moved
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
    case 'started':
    case 'resigned':
    case 'dragon':
    case 'turn':
    case 'over':
      return { type: 'nothing' };
    default:
      return never(event);
  }
}
