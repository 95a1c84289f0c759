/**
 * The lists of cards and shuffles that the check works through.
 *
 * @import {Shuffle} from '../protocol.js'
 * @import {Card} from '../games/cards.js'
 */

/**
 * @typedef {object} Waiting the shuffles of a step that no event has used yet
 * @property {number} step
 * @property {{number: number, shuffle: Shuffle}[]} shuffles
 */

/**
 * Removes the first unused shuffle of a type.
 *
 * @template {Shuffle['type']} T
 * @param {Waiting} waiting
 * @param {T} type
 * @returns {{number: number, shuffle: Extract<Shuffle, {type: T}>} | null}
 */
export function take({ shuffles }, type) {
  const at = shuffles.findIndex(({ shuffle }) => shuffle.type === type);
  const [taken] = at < 0 ? [] : shuffles.splice(at, 1);
  return /** @type {any} */ (taken ?? null);
}

/**
 * Removes one copy of a card from a list.
 *
 * @param {Card[]} cards
 * @param {Card} card
 * @returns {boolean} whether the card was in the list
 */
export function leaves(cards, card) {
  const at = card === null ? -1 : cards.indexOf(card);
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

/**
 * Whether the items equal the sorted ones, in any order.
 *
 * @param {number[]} items
 * @param {number[] | null} sorted
 */
export function isSame(items, sorted) {
  const mine = [...items].sort((a, b) => a - b);
  return sorted?.length === mine.length && mine.every((item, at) => item === sorted[at]);
}
