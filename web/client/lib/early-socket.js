/**
 * The socket that `lib/first.js` opens before the modules of the page have loaded.
 *
 * @import {Socket} from './connection.js'
 */

/** The key that marks a browser whose session the server has recognised in a room. */
const KNOWN = 'senda.known';

/**
 * Takes the early socket. What it has received is repeated as soon as the caller has set its
 * handlers.
 *
 * @returns {Socket | null} `null` if there is none or it has been taken
 */
export function takeEarlySocket() {
  const early = Reflect.get(globalThis, 'earlySocket');
  Reflect.deleteProperty(globalThis, 'earlySocket');
  if (early === undefined) return null;
  /** @type {{ socket: WebSocket, release: () => Event[] }} */
  const { socket, release } = early;
  queueMicrotask(() => {
    for (const event of release()) Reflect.get(socket, `on${event.type}`)?.call(socket, event);
  });
  return socket;
}

/**
 * Records that this browser has a session, so that its next visit to a room opens the socket early.
 *
 * @param {() => Pick<Storage, 'setItem'>} storage returns the local storage, which a browser may
 *   refuse
 */
export function noteKnown(storage) {
  try {
    storage().setItem(KNOWN, '1');
  } catch {
    // The next visit then takes a little longer.
  }
}
