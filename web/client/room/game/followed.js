/**
 * Marks the player that the reader follows, on the board and in the list of players.
 *
 * @import {RoomView} from '../../protocol.js'
 */
import { part } from '../../lib/dom.js';

/**
 * @param {number | null} seat the followed seat, or `null` for none
 * @param {RoomView | null} view
 */
export function showFollowed(seat, view) {
  const colour = seat === null ? null : view?.seats[seat]?.colour;
  for (const place of [part('board'), part('players')]) {
    if (colour) place.dataset['follow'] = colour;
    else delete place.dataset['follow'];
  }
  for (const row of part('players').children) {
    const isFollowed = colour && row.getAttribute('data-seat') === String(seat);
    row.toggleAttribute('data-followed', !!isFollowed);
  }
}
