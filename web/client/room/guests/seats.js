/**
 * The seats that are played on this device: the reader's own and those of their guests.
 *
 * @import {PersonId, RoomView, You} from '../../protocol.js'
 */

/**
 * Returns the seats of a person and of their guests.
 *
 * @param {Pick<RoomView, 'seats'>} view
 * @param {PersonId} person
 */
export const seatsOf = ({ seats }, person) =>
  seats.flatMap((seat, number) =>
    seat && !seat.vacant && (seat.guest_of ?? seat.person) === person ? [number] : [],
  );

/**
 * Whether a seat is played on this device.
 *
 * @param {{ you: You | null, view: Pick<RoomView, 'seats'> | null }} state
 * @param {number | null | undefined} seat
 */
export function isPlayedHere({ you, view }, seat) {
  if (seat == null || !you) return false;
  return seat === you.seat || (!!view?.seats && seatsOf(view, you.person).includes(seat));
}

/**
 * Whether one of these seats is played on this device. The players of one device answer the
 * requests of the others together.
 *
 * @param {{ you: You | null, view: Pick<RoomView, 'seats'> | null }} state
 * @param {readonly number[]} seats
 */
export const isAnsweredHere = (state, seats) => seats.some((seat) => isPlayedHere(state, seat));
