/**
 * The address of the page with the reader's name and devices, and the way back from there.
 */

import { prefixed } from './files.js';

/** The sections of that page that other pages link to. */
/** @typedef {'push' | 'code'} Part */

const ROOM = /\/r\/(?<room>\w+)$/;

/**
 * Returns the address of the page, with the current room so that the reader can return to it.
 *
 * @param {Part | null} [to] the section to open
 * @param {string} [from] the path of the current page
 */
export function youPath(to = null, from = location.pathname) {
  const room = ROOM.exec(from)?.groups?.['room'];
  return prefixed(`/you${room ? `?room=${room}` : ''}${to ? `#${to}-part` : ''}`);
}

/**
 * Returns the path of the page that the reader came from: a room, or the front page.
 *
 * @param {string} query the query of the page's address
 */
export function cameFrom(query) {
  const room = new URLSearchParams(query).get('room') ?? '';
  return prefixed(/^\w+$/.test(room) ? `/r/${room}` : '/');
}
