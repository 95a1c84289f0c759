/**
 * The holder of a device that several players share.
 *
 * @import {RoomState} from '../state.js'
 */
import { repainted } from '../state.js';

/**
 * Returns the state after a player has confirmed to hold the device, or, with `undefined`, while
 * no player has.
 *
 * @param {RoomState} state
 * @param {number | null | undefined} holder
 * @returns {RoomState}
 */
export const heldBy = (state, holder) => repainted({ ...state, holder, passing: undefined });

/**
 * Returns the state while the device is passed to the player of a seat.
 *
 * @param {RoomState} state
 * @param {number} seat
 * @returns {RoomState}
 */
export const passedTo = (state, seat) => repainted({ ...state, holder: undefined, passing: seat });
