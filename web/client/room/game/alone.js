/**
 * Tells a game against bots alone from a game with other people.
 *
 * @import {RoomContext} from '../context.js'
 */

/**
 * Returns whether the reader plays with bots alone, so that there is no other person to
 * pause, vote or talk with.
 *
 * @param {Pick<RoomContext, 'state'>} context
 */
export function isAlone({ state: { view, presence } }) {
  const people = view?.seats.filter((seat) => seat !== null && seat.bot === null) ?? [];
  return people.length <= 1 && presence.watching === 0;
}
