/**
 * The interface through which a game describes its cards to the verification of its shuffles. It
 * suffices to follow shuffled cards from the pile into hands, to the board and back, without
 * knowing the rules of the game. This module contains types only.
 *
 * @import {Text} from '../lib/text.js'
 * @import {Fields} from '../lib/shape.js'
 */

/**
 * @typedef {number | null} Card the number of a card; `null` where the event hides it
 * @typedef {{place: string, card: Card, turn: number | null}} Lying a card on a place of the board,
 *   with the turn that chance gave to it
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
 */
/**
 * @typedef {object} Cards
 * @property {number} DIFFERENT the number of cards that look different
 * @property {(event: Fields) => boolean} isEvent whether an object from a file is an event of the
 *   game, as far as the verification needs to know
 * @property {(event: any) => Moved} moved the movement of cards that an event of the game causes
 */
/**
 * @typedef {object} CardPictures
 * @property {(card: number) => SVGElement[]} drawCard draws a square as large as one of a board,
 *   with its corner at the origin
 * @property {(card: number, text: Text) => string | null} sayCard returns the description of the
 *   card in words
 * @property {readonly string[]} [STYLES] the style sheets that the drawings need
 */

export {};
