/**
 * The colours of seats.
 *
 * @import {Colour, SeatView} from '../protocol.js'
 */

/** In the order in which they are offered. @type {Colour[]} */
export const COLOURS = ['red', 'blue', 'yellow', 'green', 'purple', 'orange', 'white', 'black'];

/**
 * Those that nobody has.
 *
 * @param {(SeatView | null)[]} seats
 * @returns {Set<Colour>}
 */
export function freeColours(seats) {
  const taken = seats.flatMap((seat) => (seat && !seat.vacant ? [seat.colour] : []));
  return new Set(COLOURS.filter((colour) => !taken.includes(colour)));
}
