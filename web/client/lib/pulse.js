/**
 * Checks on an open socket whether the server is still there. A connection can be lost silently.
 * TCP notices that after minutes or, on a page that only waits, never. The server sends pings, but
 * browsers don't expose them to pages. So a page that has received nothing for a while sends a ping
 * message of its own.
 *
 * @import {Listener, World} from './connection.js'
 */

/** The time in milliseconds without a message after which the page sends a ping. */
const QUIET_MS = 20_000;
/**
 * The spread of that time in milliseconds, so that many pages that received the same message do not
 * all ping at once.
 */
const QUIET_SPREAD_MS = 1_000;
/**
 * The time in milliseconds that the server has to answer a ping. Other messages do not count as an
 * answer, because they arrive even if the messages of the page are lost.
 */
const ANSWER_MS = 8_000;
/**
 * The same on a new socket until the first message arrives. The answer is queued behind the whole
 * room, and the network may be slow.
 */
const FIRST_ANSWER_MS = 30_000;

const PING = { type: 'ping' };

/**
 * Creates the liveness check of one connection.
 *
 * @param {Pick<World, 'later' | 'now' | 'random' | 'matters'>} world
 * @param {object} on
 * @param {(message: unknown) => boolean} on.send sends a message; returns whether an open socket
 *   took it
 * @param {() => void} on.lost called when the server does not answer
 * @param {Listener['answered']} on.answered
 */
export function createPulse(world, { send, lost, answered }) {
  /** The time when the last message arrived. */
  let heardAt = 0;
  /** Whether no message has arrived on this socket yet. */
  let isNew = true;
  /**
   * The time when the pending ping was sent, or `null` if none is pending.
   *
   * @type {number | null}
   */
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

  /** @param {number} most the milliseconds without a message after which a ping is sent */
  function watch(most) {
    const quiet = world.now() - heardAt;
    if (quiet >= most && world.matters()) ask();
    cancelQuiet = world.later(() => watch(most), quiet >= most ? most : most - quiet);
  }

  return {
    /** Starts the checks, because a socket is open. */
    start() {
      heardAt = world.now();
      isNew = true;
      watch(QUIET_MS + world.random() * QUIET_SPREAD_MS);
      if (answered) ask();
    },

    /** Stops the checks, because the socket is dropped. */
    stop() {
      askedAt = null;
      cancelAnswer();
      cancelQuiet();
    },

    ask,

    /**
     * @param {any} message the received message, or `null` for a frame that only declares shapes
     */
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
