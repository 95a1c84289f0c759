/**
 * The movements of the example's cards, from the deal into hands and onto the board.
 *
 * @import {Moved} from '../cards.js'
 * @import {Fields} from '../../lib/shape.js'
 * @import {Event} from './types.js'
 */
import { isCard, isList, isNumber, isSeat } from '../../lib/shape.js';

/** The number of different cards, including 0, which no card has. */
export const DIFFERENT = 10;

/**
 * @param {Event} event
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
    case 'laid':
      return { type: 'played', seat: event.seat, card: event.card };
    default:
      return { type: 'nothing' };
  }
}

/** @param {unknown} cards */
const isCards = (cards) => isList(cards, isCard);

/** @param {Fields} event */
export function isEvent(event) {
  switch (event['type']) {
    case 'opened':
      return isSeat(event['first']) && isList(event['hands'], isCards) && isCards(event['pile']);
    case 'laid':
      return isSeat(event['seat']) && isNumber(event['card']);
    default:
      return ['turn', 'resigned', 'over'].includes(String(event['type']));
  }
}
