/**
 * Lets a page of the same browser follow the table of a room: a player who waits for the game may
 * take a lesson meanwhile. The page of the room answers through a channel that all pages of the
 * site share.
 *
 * @import {Phase} from '../protocol.js'
 */

/** The name of the channel. */
export const CHANNEL = 'senda.table';
/** The interval in milliseconds between two questions whether the room is still open. */
const ASK_EVERY_MS = 20_000;
/** The time in milliseconds without an answer after which the page of the room counts as closed. */
const PATIENCE_MS = 3_000;

/** @typedef {Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>} Channel */
/**
 * @typedef {object} Table the state of a table
 * @property {string} host the name of the host
 * @property {boolean} own whether the reader is the host
 * @property {Phase} phase
 */
/**
 * @typedef {{ room: string, type: 'ask' | 'closed' } | { room: string, type: 'table', table: Table }} Call
 *   a message in the channel
 */

/**
 * Answers for the page of a room.
 *
 * @param {Channel} channel
 * @param {string} room
 * @param {() => Table | null} tableNow returns the current state, or `null` before it is known
 * @returns {{ changed: () => void, closed: () => void }} reports a possible change of the state,
 *   and the end of the page
 */
export function answerForTable(channel, room, tableNow) {
  let last = '';
  const send = (/** @type {Table} */ table) =>
    channel.postMessage(/** @type {Call} */ ({ room, type: 'table', table }));
  channel.addEventListener('message', ({ data }) => {
    const table = data.room === room && data.type === 'ask' ? tableNow() : null;
    if (table) send(table);
  });
  return {
    changed() {
      const table = tableNow();
      const written = JSON.stringify(table);
      if (!table || written === last) return;
      last = written;
      send(table);
    },
    closed() {
      channel.postMessage(/** @type {Call} */ ({ room, type: 'closed' }));
    },
  };
}

/**
 * Follows the table of a room.
 *
 * @param {Channel} channel
 * @param {string} room
 * @param {(table: Table | null) => void} told receives each new state; `null` if no page shows the
 *   room any more
 */
export function followTable(channel, room, told) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let missing;
  function ask() {
    clearTimeout(missing);
    missing = setTimeout(() => told(null), PATIENCE_MS);
    channel.postMessage(/** @type {Call} */ ({ room, type: 'ask' }));
  }
  channel.addEventListener('message', ({ data }) => {
    if (data.room !== room) return;
    // Another page may still show the room.
    if (data.type === 'closed') ask();
    if (data.type !== 'table') return;
    clearTimeout(missing);
    told(data.table);
  });
  ask();
  setInterval(ask, ASK_EVERY_MS);
}
