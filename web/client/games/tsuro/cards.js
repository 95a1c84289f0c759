/**
 * Follows the tiles of Tsuro from the pile into hands and back, for the verification of shuffles.
 *
 * @import {TsuroEvent} from '../../protocol.js'
 * @import {Moved} from '../cards.js'
 * @import {Fields} from '../../lib/shape.js'
 */

import { never } from '../../lib/never.js';
import { isCard, isList, isNumber, isObject, isSeat } from '../../lib/shape.js';

/** The number of tiles that look different. */
export const DIFFERENT = 35;

/**
 * @param {TsuroEvent} event
 * @returns {Moved}
 */
export function moved(event) {
  switch (event.type) {
    case 'opened':
      return {
        type: 'dealt',
        first: event.first,
        hands: event.hands,
        piles: [event.pile],
        board: [],
      };
    case 'returned':
      return {
        type: 'returned',
        hands: event.hands.map(({ seat, tiles }) => ({ seat, cards: tiles })),
        pile: event.pile,
      };
    case 'drew':
      return { type: 'drew', seat: event.seat, pile: 0, card: event.tile };
    case 'placed':
      return { type: 'played', seat: event.seat, card: event.tile };
    case 'bonus':
      return { type: 'offered', from: event.from };
    case 'swapped':
      return { type: 'swapped', seat: event.seat, give: event.give, take: event.take };
    // A laid tile that waits for a player to choose a path is reported again as `placed`.
    case 'laid':
    case 'started':
    case 'chose':
    case 'resigned':
    case 'dragon':
    case 'turn':
    case 'set_up':
    case 'over':
      return { type: 'nothing' };
    default:
      return never(event);
  }
}

/** The kinds of events that do not concern any cards. */
const OTHERS = new Set([
  'set_up',
  'started',
  'chose',
  'laid',
  'resigned',
  'dragon',
  'turn',
  'over',
]);

/** @param {unknown} cards */
const isCards = (cards) => isList(cards, isCard);

/** @param {Fields} event */
export function isEvent(event) {
  switch (event['type']) {
    case 'opened':
      return isSeat(event['first']) && isList(event['hands'], isCards) && isCards(event['pile']);
    case 'returned':
      return (
        isCards(event['pile']) &&
        isList(
          event['hands'],
          (hand) => isObject(hand) && isSeat(hand['seat']) && isCards(hand['tiles']),
        )
      );
    case 'bonus':
      return isList(event['from'], isSeat);
    case 'swapped':
      return isSeat(event['seat']) && isCards(event['give']) && isCards(event['take']);
    case 'drew':
      return isSeat(event['seat']) && isCard(event['tile']);
    case 'placed':
      return isSeat(event['seat']) && isNumber(event['tile']);
    default:
      return OTHERS.has(String(event['type']));
  }
}
