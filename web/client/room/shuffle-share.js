/**
 * What this device adds to the shuffle of the next game: a number of its own, once its owner counts as ready and has not
 * added one by sitting down.
 *
 * @import {Witness} from '../check/witness.js'
 * @import {RoomState} from './state.js'
 * @import {Table} from './page.js'
 */

import { newNonce } from '../lib/random.js';

/**
 * Whether this device should add a number now. The host adds one by starting, unless the game starts by itself; who has
 * the room open elsewhere as well may have added another one there.
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
 * @param {Table} table
 * @param {Witness} witness which knows what was added
 * @returns {() => void} to be called whenever something has changed
 */
export function createShuffleShare(table, witness) {
  let adding = false;
  return () => {
    if (adding || !owesNumber(table.state) || witness.hasAdded()) return;
    adding = true;
    table.issue({ type: 'ready', ready: true, nonce: newNonce() }).finally(() => {
      adding = false;
    });
  };
}
