/**
 * Creates seats for a board outside a room, where a name and a colour are all that is known of each
 * player.
 *
 * @import {Colour, SeatView} from '../protocol.js'
 */

/**
 * @param {readonly { name: string, colour: Colour }[]} owners the players in the order of their
 *   seats
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
