/**
 * Follows the tiles of Tortus from the deal to the board, into hands and back, for the verification
 * of shuffles.
 *
 * @import {BySeat, TortusDealt, TortusEvent, TortusTile} from '../../protocol.js'
 * @import {Card, Moved} from '../cards.js'
 * @import {Fields} from '../../lib/shape.js'
 */

import { never } from '../../lib/never.js';
import { isList, isNumber, isObject, isSeat } from '../../lib/shape.js';

/** The kinds of tiles. A shuffle names each kind by its index here. */
export const TILES = /** @type {const} @satisfies {readonly TortusTile[]} */ ([
  'straight',
  'corner',
  'three',
  'four',
  'double',
  'triple',
  'knight',
  'star',
  'hole',
  'pit',
]);

/** The number of tiles that look different. */
export const DIFFERENT = TILES.length;

/** The number of squares along an edge of the board. */
const EDGE = 7;

/**
 * @param {TortusTile | null} tile
 * @returns {Card}
 */
const cardOf = (tile) => (tile === null ? null : TILES.indexOf(tile));

/**
 * Returns the square at an index of the dealt board, which the event lists row by row from the
 * north.
 *
 * @param {number} at
 */
const squareOf = (at) => `${String.fromCharCode(97 + (at % EDGE))}${Math.floor(at / EDGE) + 1}`;

/**
 * @param {number | null} first
 * @param {BySeat<(TortusTile | null)[]>} hands
 * @param {TortusDealt[]} board
 * @returns {Moved}
 */
function dealt(first, hands, board) {
  return {
    type: 'dealt',
    first,
    hands: hands.map((hand) => hand.map(cardOf)),
    piles: [],
    board: board.slice(0, EDGE * EDGE).map(({ tile, rotation }, at) => ({
      place: squareOf(at),
      card: cardOf(tile),
      turn: rotation,
    })),
  };
}

/**
 * @param {TortusEvent} event
 * @returns {Moved}
 */
export function moved(event) {
  switch (event.type) {
    case 'opened':
      return dealt(event.first, event.hands, event.board);
    case 'redealt':
      return dealt(null, event.hands, event.board);
    case 'exchanged':
    case 'swapped': {
      const { seat, square, laid, taken } = event;
      return { type: 'traded', seat, place: square, laid: cardOf(laid), taken: cardOf(taken) };
    }
    case 'revealed':
      return {
        type: 'revealed',
        place: event.square,
        card: cardOf(event.tile),
        turn: event.rotation,
      };
    case 'fell':
      return event.taken === null
        ? { type: 'nothing' }
        : { type: 'taken', seat: event.taken, place: event.square };
    case 'filled':
      return { type: 'laid', seat: event.seat, place: event.square, card: cardOf(event.tile) };
    case 'placed':
    case 'turn':
    case 'rotated':
    case 'misopened':
    case 'penalised':
    case 'moved':
    case 'captured':
    case 'sank':
    case 'acted':
    case 'draw_offered':
    case 'draw_declined':
    case 'set_up':
    case 'over':
      return { type: 'nothing' };
    default:
      return never(event);
  }
}

/** The kinds of events that do not concern any tiles. */
const OTHERS = new Set([
  'set_up',
  'placed',
  'turn',
  'rotated',
  'misopened',
  'penalised',
  'moved',
  'captured',
  'sank',
  'acted',
  'draw_offered',
  'draw_declined',
  'over',
]);

/** @param {unknown} value */
const isTile = (value) => TILES.some((tile) => tile === value);
/** @param {unknown} value */
const isCard = (value) => value === null || isTile(value);
/** @param {unknown} value */
const isTurn = (value) => isNumber(value, 4);
/** @param {unknown} value */
const isSquare = (value) => typeof value === 'string' && /^[a-g][1-7]$/.test(value);
/** @param {unknown} value */
const isDealt = (value) =>
  isObject(value) &&
  isCard(value['tile']) &&
  (value['rotation'] === null || isTurn(value['rotation']));

/** @param {Fields} event */
export function isEvent(event) {
  const isDeal = () =>
    isList(event['hands'], (hand) => isList(hand, isCard)) && isList(event['board'], isDealt);
  switch (event['type']) {
    case 'opened':
      return isSeat(event['first']) && isDeal();
    case 'redealt':
      return isDeal();
    case 'exchanged':
    case 'swapped':
      return (
        isSeat(event['seat']) &&
        isSquare(event['square']) &&
        isTile(event['laid']) &&
        isTile(event['taken'])
      );
    case 'revealed':
      return isSquare(event['square']) && isTile(event['tile']) && isTurn(event['rotation']);
    case 'fell':
      return isSquare(event['square']) && (event['taken'] === null || isSeat(event['taken']));
    case 'filled':
      return isSeat(event['seat']) && isSquare(event['square']) && isTile(event['tile']);
    default:
      return OTHERS.has(String(event['type']));
  }
}
