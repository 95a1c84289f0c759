/**
 * What a game says of its cards, for the check of its shuffles: enough to follow shuffled cards from the pile into
 * hands, to the board and back, without a rule of any game. Types only.
 *
 * @import {Text} from '../lib/text.js'
 * @import {Fields} from '../lib/shape.js'
 */

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
 */
/**
 * @typedef {object} Cards
 * @property {number} DIFFERENT how many cards there are that look different
 * @property {(event: Fields) => boolean} isEvent whether something of a file is an event of the game, as far as that
 *   matters here
 * @property {(event: any) => Moved} moved what becomes of cards by an event of the game
 */
/**
 * @typedef {object} CardPictures
 * @property {(card: number) => SVGElement[]} drawCard a square as large as one of a board, with its corner at the origin
 * @property {(card: number, text: Text) => string | null} sayCard the same in words
 * @property {readonly string[]} [STYLES] the style sheets that the drawings need
 */

export {};
