/**
 * The tiles of Tortus, from the box into hands, to the board and back.
 *
 * @import {TortusEvent, TortusTile} from '../../../protocol.js'
 * @import {Card, Moved} from '../cards.js'
 */

/** What lies in the box: how many there are of each kind, in the order in which a shuffle numbers them. */
const BOX = /** @type {const} @satisfies {readonly [TortusTile, number][]} */ ([
  ['straight', 8],
  ['corner', 8],
  ['three', 6],
  ['four', 3],
  ['double', 8],
  ['triple', 6],
  ['knight', 4],
  ['star', 5],
  ['hole', 10],
  ['pit', 1],
]);

/** The card of each tile in the box. */
const CARDS = BOX.flatMap(([, count], card) => Array.from({ length: count }, () => card));

/**
 * @param {TortusTile | null} tile
 * @returns {Card}
 */
const cardOfTile = (tile) => (tile === null ? null : BOX.findIndex(([kind]) => kind === tile));

/**
 * @param {TortusEvent} event
 * @returns {Moved}
 */
export function moved(event) {
  switch (event.type) {
    case 'opened':
      return {
        type: 'dealt',
        first: event.first,
        hands: event.hands.map((hand) => hand.map(cardOfTile)),
        pile: event.board.map(({ tile }) => cardOfTile(tile)),
      };
    default:
      return { type: 'nothing' };
  }
}

/**
 * Which card a shuffle names so: a shuffle numbers the tiles as they lie in the box, kind by kind.
 *
 * @param {number} item
 */
export const cardOf = (item) => CARDS[item] ?? item;

/**
 * How a shuffle names the card of which there are `copy` others before it.
 *
 * @param {number} card
 * @param {number} copy
 */
export function itemOf(card, copy) {
  const item = CARDS.indexOf(card) + copy;
  return CARDS[item] === card ? item : null;
}
