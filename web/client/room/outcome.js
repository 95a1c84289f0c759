/**
 * How a game ended.
 *
 * @import {Outcome} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { list } from '../lib/text.js';

/**
 * The seats of each place, best first; those who share one are together.
 *
 * @param {Outcome} outcome
 * @returns {{place: number, seats: number[]}[]}
 */
export function placesOf(outcome) {
  const places = [...new Set(outcome.places)].sort((a, b) => a - b);
  return places.map((place) => ({
    place,
    seats: outcome.places.flatMap((of, seat) => (of === place ? [seat] : [])),
  }));
}

/**
 * Who won.
 *
 * @param {Outcome} outcome
 * @param {Text} text
 * @param {(seat: number) => string} name
 */
export function sayOutcome(outcome, text, name) {
  const winners = placesOf(outcome)[0]?.seats ?? [];
  return text(winners.length === 1 ? 'end.won' : 'end.shared', { names: list(winners.map(name)) });
}
