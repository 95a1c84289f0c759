/**
 * The colours of the seats, and the dialog where a player changes theirs.
 *
 * @import {Colour, SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { glyph } from '../../lib/glyph.js';
import { onDemand } from '../parts/on-demand.js';

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

/**
 * Asks the reader for a colour, and changes it.
 *
 * @param {RoomContext} context
 * @param {Colour} mine the reader's current colour
 */
export function chooseColour(context, mine) {
  const { text, state, issue } = context;
  const free = freeColours(state.view?.seats ?? []);
  const offered = COLOURS.map((colour) => ({
    colour,
    mine: colour === mine,
    taken: colour !== mine && !free.has(colour),
  }));
  return onDemand(
    context,
    () => import('./choices.js'),
    async ({ askColour }) => {
      const colour = await askColour(text, offered, glyph);
      if (colour) await issue({ type: 'colour', colour });
    },
  );
}
