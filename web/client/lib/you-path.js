/**
 * The page of one's name and devices: its address, and the way back from there.
 */

/** The parts of that page that others lead to. */
/** @typedef {'push' | 'code'} Part */

const ROOM = /^\/r\/(?<room>\w+)$/;

/**
 * Where it is, for somebody who wants to come back to the room in which they are.
 *
 * @param {Part | null} [to]
 * @param {string} [from] the path of the page that they are on
 */
export function youPath(to = null, from = location.pathname) {
  const room = ROOM.exec(from)?.groups?.['room'];
  return `/you${room ? `?room=${room}` : ''}${to ? `#${to}-part` : ''}`;
}

/**
 * Where its reader came from: a room, or the front page.
 *
 * @param {string} query of its address
 */
export function cameFrom(query) {
  const path = `/r/${new URLSearchParams(query).get('room') ?? ''}`;
  return ROOM.test(path) ? path : '/';
}
