/**
 * The colours of the seats.
 *
 * @import {Colour, SeatView} from '../../protocol.js'
 */

/** All colours in the order of the choice. @type {Colour[]} */
export const COLOURS = ['red', 'blue', 'yellow', 'green', 'purple', 'orange', 'white', 'black'];

/**
 * Returns the colours that no player has.
 *
 * @param {(SeatView | null)[]} seats
 * @returns {Set<Colour>}
 */
export function freeColours(seats) {
  const taken = seats.flatMap((seat) => (seat && !seat.vacant ? [seat.colour] : []));
  return new Set(COLOURS.filter((colour) => !taken.includes(colour)));
}
