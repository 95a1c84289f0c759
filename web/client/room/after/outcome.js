/**
 * The players and the outcome of the game that the room shows.
 *
 * @import {AnyView, Outcome} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */

/**
 * @typedef {import('../talk/chronicle.js').Finisher[]} Finishers the players of the game, indexed by
 *   seat; seats can change hands after the game
 */

/**
 * Returns the players of the game that the room shows.
 *
 * @param {Pick<RoomContext, 'state' | 'chronicle'>} context
 * @returns {Finishers}
 */
export function finishersOf({ state, chronicle }) {
  if (chronicle.players.length > 0) return chronicle.players;
  return (state.view?.seats ?? []).filter((seat) => seat !== null);
}

/**
 * @param {AnyView | null | undefined} game
 * @returns {Outcome | null}
 */
export function outcomeOf(game) {
  return game?.outcome ?? null;
}
