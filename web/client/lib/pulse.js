/**
 * Whether the server is still there, on an open socket. A connection can be lost without a word, and TCP notices it after
 * minutes or, on a page that only waits, never. The server pings, but browsers show that to no page: one that has
 * received nothing for a while asks by a message of its own.
 *
 * @import {Listener, World} from './connection.js'
 */

/** Milliseconds without a message after which the server is asked. */
const QUIET_MS = 20_000;
/** Milliseconds by which these times differ, so that a crowd that was sent the same message does not ask at once. */
const QUIET_SPREAD_MS = 1_000;
/**
 * Milliseconds in which the server must answer. Other messages count for nothing: they come as well where only what the
 * page sends is lost.
 */
const ANSWER_MS = 8_000;
/** The same on a new socket, until the first message: the answer waits behind the whole room, and the network may be slow. */
const FIRST_ANSWER_MS = 30_000;

const PING = { type: 'ping' };

/**
 * @param {Pick<World, 'later' | 'now' | 'random' | 'matters'>} world
 * @param {object} on
 * @param {(message: unknown) => boolean} on.send whether it was handed to an open socket
 * @param {() => void} on.lost nobody answers
 * @param {Listener['answered']} on.answered
 */
export function createPulse(world, { send, lost, answered }) {
  /** When the last message came. */
  let heardAt = 0;
  /** Whether nothing has come yet on this socket. */
  let isNew = true;
  /** When the server was asked, while it has not answered. @type {number | null} */
  let askedAt = null;
  let cancelAnswer = () => {};
  let cancelQuiet = () => {};

  function ask() {
    if (askedAt !== null || !send(PING)) return;
    askedAt = world.now();
    awaitAnswer(isNew ? FIRST_ANSWER_MS : ANSWER_MS);
  }

  /** @param {number} ms */
  function awaitAnswer(ms) {
    cancelAnswer();
    cancelAnswer = world.later(lost, ms);
  }

  /** @param {number} most milliseconds without a message after which the server is asked */
  function watch(most) {
    const quiet = world.now() - heardAt;
    if (quiet >= most && world.matters()) ask();
    cancelQuiet = world.later(() => watch(most), quiet >= most ? most : most - quiet);
  }

  return {
    /** The socket is open from now on. */
    start() {
      heardAt = world.now();
      isNew = true;
      watch(QUIET_MS + world.random() * QUIET_SPREAD_MS);
      if (answered) ask();
    },

    /** The socket is given up. */
    stop() {
      askedAt = null;
      cancelAnswer();
      cancelQuiet();
    },

    ask,

    /** @param {any} message what has come; `null` for what only says how to read the next */
    heard(message) {
      heardAt = world.now();
      const isFirst = isNew;
      isNew = false;
      if (askedAt === null) return;
      if (message?.type !== 'pong') {
        if (isFirst) awaitAnswer(ANSWER_MS);
        return;
      }
      cancelAnswer();
      answered?.({ time: message.now, sent: askedAt, got: heardAt });
      askedAt = null;
    },
  };
}
