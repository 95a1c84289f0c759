/**
 * The protocol types of the example. `protocol.d.ts` omits them, because no released program knows
 * the game. This module contains only types.
 */

/**
 * @typedef {number | null} Card the number of a card from 1, or `null` if the viewer may not know
 *   it
 */
/**
 * @typedef {object} View
 * @property {'example'} game
 * @property {number | null} turn
 * @property {Card[][]} hands
 * @property {[card: number, square: string][]} laid
 * @property {number[]} points
 * @property {number | null} resigned
 * @property {{ cards: number[], squares: string[] } | null} choices
 */
/**
 * @typedef {{ type: 'opened', rules: number, first: number, hands: Card[][], pile: Card[] }
 *   | { type: 'turn', seat: number }
 *   | { type: 'laid', seat: number, card: number, square: string, lines: number }
 *   | { type: 'resigned', seat: number }
 *   | { type: 'over' }} Event
 */
/** @typedef {{ type: 'lay', card: number, square: string }} Action */

export {};
