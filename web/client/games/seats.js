/**
 * Seats for a board outside a room, where all there is to know of their owners is a name and a colour.
 *
 * @import {Colour, SeatView} from '../protocol.js'
 */

/**
 * @param {readonly { name: string, colour: Colour }[]} owners in the order of their seats
 * @returns {SeatView[]}
 */
export function seatsOf(owners) {
  return owners.map(({ name, colour }, seat) => ({
    person: `${seat}`,
    name,
    colour,
    ready: true,
    changed: [],
    away: false,
    vacant: false,
    vacation: null,
    bot: null,
  }));
}
