/**
 * The note beside the name of a guest.
 *
 * @import {SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */

/**
 * Names the person on whose device a guest plays; `false` for everyone else. A person without a
 * seat is not named, because the view of the room does not contain their name.
 *
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @returns {string | false}
 */
export function guestNote({ text, state: { you, view } }, { guest_of: host, vacant }) {
  if (host === undefined || vacant) return false;
  const owner = view?.seats.find((seat) => seat?.person === host);
  if (host === you?.person) return text('guests.here');
  return owner ? text('guests.with', { name: owner.name }) : text('guests.shared');
}
