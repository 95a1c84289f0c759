/**
 * The contribution of this device to the shuffle of the next game: a nonce of its own, as soon as
 * its owner counts as ready and has not contributed one by sitting down.
 *
 * @import {Witness} from '../../check/witness.js'
 * @import {RoomState} from '../state.js'
 * @import {RoomContext} from '../context.js'
 */

import { newNonce } from '../../lib/random.js';

/**
 * Whether this device should contribute a nonce now. The host contributes one by starting the game,
 * unless the game starts automatically. A reader with several open tabs may already have
 * contributed another nonce in one of them.
 *
 * @param {RoomState} state
 */
export function owesNumber({ you, view }) {
  if (!you || !view || you.seat === null || view.phase === 'playing' || view.used_up) return false;
  const starts = view.settings.starts_with !== undefined && view.round === 0;
  const counts = you.host ? starts : view.seats[you.seat]?.ready === true;
  return counts && you.tabs === 1;
}

/**
 * @param {RoomContext} context
 * @param {Witness} witness the record of contributed nonces
 * @returns {() => void} call this after every change
 */
export function createShuffleShare(context, witness) {
  let adding = false;
  return () => {
    if (adding || !owesNumber(context.state) || witness.hasAdded()) return;
    adding = true;
    context.issue({ type: 'ready', ready: true, nonce: newNonce() }).finally(() => {
      adding = false;
    });
  };
}
