/**
 * The tiles of Tsuro, from the pile into hands and back.
 *
 * @import {TsuroEvent} from '../../../protocol.js'
 * @import {Moved} from '../cards.js'
 */
import { never } from '../../boards/never.js';

/** How many tiles there are that look different. */
const DIFFERENT = 35;

/**
 * @param {TsuroEvent} event
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

/**
 * Which card a shuffle names so: of each tile there may be several, and they come after all different ones.
 *
 * @param {number} item
 */
export const cardOf = (item) => item % DIFFERENT;

/**
 * How a shuffle names the card of which there are `copy` others before it.
 *
 * @param {number} card
 * @param {number} copy
 */
export const itemOf = (card, copy) => copy * DIFFERENT + card;
