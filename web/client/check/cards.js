/**
 * What an event says of cards, told in the same way for every game: enough to follow shuffled cards
 * from the pile into hands, to the board and back, without a rule of any game.
 *
 * @import {AnyEvent, GameKind} from '../protocol.js'
 */

import * as sectionX from '../games/section_x/cards.js';
import * as tortus from '../games/tortus/cards.js';
import * as tsuro from '../games/tsuro/cards.js';
import { never } from '../lib/never.js';

/**
 * @typedef {number | null} Card a card's number; `null` where the event hides it
 * @typedef {{place: string, card: Card, turn: number | null}} Lying a card on a place of the board, and how it was
 *   turned by chance
 * @typedef {{type: 'nothing'}
 *   | {type: 'dealt', first: number | null, hands: Card[][], piles: Card[][], board: Lying[]}
 *   | {type: 'returned', hands: {seat: number, cards: Card[]}[], pile: Card[]}
 *   | {type: 'drew', seat: number, pile: number, card: Card}
 *   | {type: 'played', seat: number, card: Card}
 *   | {type: 'offered', from: number[]}
 *   | {type: 'swapped', seat: number, give: Card[], take: Card[]}
 *   | {type: 'revealed', place: string, card: Card, turn: number}
 *   | {type: 'traded', seat: number, place: string, laid: Card, taken: Card}
 *   | {type: 'taken', seat: number, place: string}
 *   | {type: 'laid', seat: number, place: string, card: Card}} Moved
 * @typedef {Record<string, unknown>} Fields
 */

/**
 * What of a game is needed: how many cards there are that look different, and whether something of a file is an
 * event of it, as far as that matters here.
 *
 * @type {Record<GameKind, {DIFFERENT: number, isEvent: (event: Fields) => boolean}>}
 */
const GAMES = { tsuro, tortus, section_x: sectionX };

/**
 * @param {unknown} word
 * @returns {word is GameKind}
 */
export function isGame(word) {
  return typeof word === 'string' && Object.hasOwn(GAMES, word);
}

/**
 * @param {GameKind} game
 * @param {Fields} value
 */
export function isEvent(game, value) {
  return value['game'] === game && GAMES[game].isEvent(value);
}

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
    case 'section_x':
      return sectionX.moved(event);
    default:
      return never(event);
  }
}

/**
 * How a shuffle names these cards, from the smallest: by their numbers, and where one is there again,
 * by that of the one before it plus the number of different cards.
 *
 * @param {GameKind} game
 * @param {Card[]} cards
 * @returns {number[] | null} nothing where one is hidden
 */
export function named(game, cards) {
  const different = GAMES[game].DIFFERENT;
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
 * @returns {number} the card that a shuffle names so
 */
export function cardOf(game, item) {
  return item % GAMES[game].DIFFERENT;
}
