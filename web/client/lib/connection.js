/**
 * A socket that comes back by itself.
 */

import { createReader } from './packed.js';
import { createPulse } from './pulse.js';
import { Refused } from './session.js';
import { TooLate } from './wait.js';

/** The subprotocol that this page speaks. */
const PROTOCOL = 'senda.v2';
/** Its former version. Whoever picks it is an older server, which would not let in a page that offers only another. */
const FORMER_PROTOCOL = 'senda.v1';
/** Milliseconds before a try to come back, at least. */
const LEAST_MS = 100;
/** Milliseconds before the first try to come back, at most; each failure doubles them. */
const SHORTEST_MS = 500;
/** Milliseconds between tries, at most. */
const LONGEST_MS = 15_000;
/** Milliseconds in which the server must answer a question whether it is still there. */
const PROBE_MS = 8_000;
/** Milliseconds for each step of an attempt to connect. */
const ATTEMPT_MS = 8_000;
/** Milliseconds before the next attempt, at most, after one that nobody answered and that was a wait itself. */
const UNANSWERED_MS = 5_000;
/** Milliseconds after which an attempt under way may be lost, when the device has a network again. */
const FRESH_MS = 2_000;
/** Failed handshakes in a row after which the server is asked by HTTP why: browsers don't tell. */
const UNEXPLAINED = 2;
/** Further ones until it is asked again, if it has given a reason. */
const ASK_AGAIN = 4;
/** Milliseconds for which a connection must last before the next waits are short again. */
const STABLE_MS = 10_000;
/** From this close code on they are the server's own. */
const OWN_CODES = 4000;
/** Those by which the server says that the network takes or brings nothing: a request may be lost on it as well. */
const NETWORK_CODES = new Set([4001, 4002]);
/** The server can store nothing just now, and has told nobody what it could not store. */
const NO_STORAGE_CODE = 4004;
/** Nobody has answered, as browsers say it of a connection that has broken. */
const SILENT_CODE = 1006;
/** From this close code on the server asks us not to come back. */
const FINAL_CODE = 4500;
/** The server and this page are of different versions. */
const OUTDATED_CODE = 4506;

/**
 * @typedef {'connecting' | 'open' | 'doubtful' | 'waiting' | 'ended'} Line how the connection is;
 *   doubtful is an open one that may be cut off, until the server answers
 * @typedef {{why: string, ms: number, values?: Values}} Delay why a connection waits, by the code of the
 *   problem, and for how many milliseconds
 * @typedef {Record<string, string>} Values what the sentence about it names
 * @typedef {{problem: string} | 'prepare' | {why: string, againMs: number | null, values?: Values}} Finding
 *   why sockets are refused: for good, for want of what {@link World.prepare} makes, or for now
 * @typedef {{code: number} | {problem: string}} Ending why it will not come back: a close code, or a
 *   problem that was found before the socket
 * @typedef {object} Socket the part of a WebSocket that is used
 * @property {string} protocol which subprotocol the server has picked, once it is open
 * @property {(data: string) => void} send
 * @property {() => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage given `{data}`
 * @property {((event: any) => void) | null} onclose given `{code}`
 * @typedef {object} World what a connection needs from outside
 * @property {(protocols: string[]) => Socket} dial opens a socket, for one of these subprotocols
 * @property {(action: () => void, ms: number) => () => void} later does it after so many
 *   milliseconds; what it returns takes that back
 * @property {() => number} random from 0 to 1
 * @property {() => number} now milliseconds on a clock that nobody sets
 * @property {() => boolean} matters whether it would be a loss now if nothing came
 * @property {() => Promise<Finding | null>} prepare makes sure that there is something to connect to, before
 *   the first socket and after one that the server has ended; an error is tried again, a refusal when it says
 * @property {() => Promise<Finding | null>} inquire asks the server by HTTP why it refuses sockets; `null` or
 *   an error if it says nothing
 * @typedef {object} Connection
 * @property {() => void} start
 * @property {(message: unknown) => boolean} send whether it was handed to an open socket
 * @property {() => void} hurry tries at once, if it is waiting to, may be cut off or has tried for a while
 * @property {() => void} ask asks whether the server is there, and takes silence for a lost connection
 * @property {(question: unknown) => void} probe sends it, and takes silence for a lost connection
 * @property {(question: unknown) => void} doubt the same, and says until the answer that the
 *   connection may be lost
 * @property {() => void} renew gives the socket up and connects at once
 * @property {(error: unknown) => void} drop gives the socket up as if it were lost: what came can't be read
 * @property {(ms: number) => void} expectClose the server goes for so many milliseconds
 * @property {(ending: Ending) => void} end gives the socket up and does not come back
 */

/**
 * Milliseconds to wait before the try after `failures` failed ones: any number up to a limit that
 * doubles, so that pages that were cut off together do not come back together.
 *
 * @param {number} failures
 * @param {number} random from 0 to 1
 */
export function backoff(failures, random) {
  const most = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(failures, 10));
  return LEAST_MS + random * (most - LEAST_MS);
}

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} heard each message, read and unpacked
 * @property {(line: Line, ending: Ending | null, delay: Delay | null) => void} changed
 * @property {(answer: {time: number | undefined, sent: number, got: number}) => void} [answered] the server has answered
 *   whether it is there: with its time, and when the question was sent and the answer came by {@link World.now}. Who
 *   listens has it asked as soon as a socket is open
 */

/**
 * @param {World} world
 * @param {Listener} listener
 * @returns {Connection}
 */
export function createConnection(world, { heard, changed, answered }) {
  /** @type {Socket | null} */
  let socket = null;
  /** @type {Line} */
  let line = 'connecting';
  let failures = 0;
  /** Handshakes that have failed in a row. */
  let refused = 0;
  /** Why they do, once the server has said so. @type {Extract<Finding, {why: string}> | null} */
  let finding = null;
  /** Whether there is something to connect to, and whether there was before. */
  let prepared = false;
  let wasPrepared = false;
  /** Counts attempts: what comes of a former one is nothing any more. */
  let attempt = 0;
  /** When this attempt has begun. */
  let begun = 0;
  /** @type {number | null} */
  let announcedMs = null;
  /** When the next attempt begins. */
  let retryAt = 0;
  let cancelRetry = () => {};
  let cancelDeadline = () => {};
  let cancelProbe = () => {};
  let cancelPraise = () => {};
  const pulse = createPulse(world, { send, lost: () => giveUp(), answered });

  /**
   * @param {Line} next
   * @param {Ending | null} [ending]
   * @param {Delay | null} [delay]
   */
  function become(next, ending = null, delay = null) {
    line = next;
    changed(next, ending, delay);
  }

  /**
   * @param {Omit<Extract<Finding, {why: string}>, 'againMs'> | null} [why] a problem that people should know
   * @param {number | null} [askedMs] what the server asks for
   * @param {number} [mostMs] at most so long, if it asks for nothing
   */
  function wait(why = finding, askedMs = null, mostMs = LONGEST_MS) {
    const asked = askedMs ?? announcedMs;
    // Not all at once, when many were asked to wait for the same time.
    const spread = Math.max(SHORTEST_MS, (askedMs ?? 0) / 4);
    const ms =
      asked === null
        ? Math.min(mostMs, backoff(failures, world.random()))
        : asked + world.random() * spread;
    announcedMs = null;
    failures += 1;
    become('waiting', null, why && delayOf(why, ms));
    retryAt = world.now() + ms;
    cancelRetry = world.later(connect, ms);
  }

  /** Forgets the socket, and all that was waited for with it. What it still brings counts for nothing. */
  function letGo() {
    const old = socket;
    socket = null;
    attempt += 1;
    pulse.stop();
    cancelRetry();
    cancelDeadline();
    cancelProbe();
    cancelPraise();
    return old;
  }

  async function connect() {
    letGo();
    const mine = attempt;
    begun = world.now();
    become('connecting');
    if (!prepared && !(await prepare(mine))) return;
    dial();
  }

  /**
   * @param {number} mine the attempt that it belongs to
   * @returns {Promise<boolean>} whether that goes on
   */
  async function prepare(mine) {
    const late = () => {
      letGo();
      // Requests go over old connections, which may be dead one and all. A socket is a new one.
      if (wasPrepared) dial();
      else wait(finding, null, UNANSWERED_MS);
    };
    cancelDeadline = world.later(late, ATTEMPT_MS);
    try {
      const found = await world.prepare();
      if (mine !== attempt) return false;
      cancelDeadline();
      if (found !== null && found !== 'prepare') {
        conclude(found);
        return false;
      }
    } catch (error) {
      if (mine !== attempt) return false;
      cancelDeadline();
      if (error instanceof Refused && error.againMs !== null) {
        wait({ why: error.code }, error.againMs);
      } else if (error instanceof TooLate) late();
      else wait();
      return false;
    }
    [prepared, wasPrepared] = [true, true];
    return true;
  }

  /** @param {Exclude<Finding, 'prepare'>} found before there was a socket */
  function conclude(found) {
    if ('problem' in found) become('ended', found);
    else wait(found, found.againMs);
  }

  function dial() {
    const dialled = world.dial([PROTOCOL, FORMER_PROTOCOL]);
    // Shapes are told for each socket anew.
    const read = createReader();
    socket = dialled;
    cancelDeadline = world.later(() => giveUp(UNANSWERED_MS), ATTEMPT_MS);
    dialled.onopen = () => {
      if (socket !== dialled) return;
      cancelDeadline();
      if (dialled.protocol !== PROTOCOL) {
        dialled.close();
        lost(dialled, OUTDATED_CODE);
        return;
      }
      opened();
    };
    dialled.onmessage = ({ data }) => {
      if (socket !== dialled) return;
      cancelProbe();
      if (line === 'doubtful') become('open');
      let message;
      try {
        message = read(String(data));
      } catch (error) {
        drop(error);
        return;
      }
      pulse.heard(message);
      if (message !== null && message.type !== 'pong') heard(message);
    };
    dialled.onclose = ({ code }) => lost(dialled, code);
  }

  function opened() {
    refused = 0;
    finding = null;
    become('open');
    cancelPraise = world.later(() => {
      failures = 0;
    }, STABLE_MS);
    pulse.start();
  }

  /**
   * Nobody answers on this socket.
   *
   * @param {number} [mostMs] milliseconds before the next attempt, at most
   */
  function giveUp(mostMs) {
    const silent = socket;
    if (!silent) return;
    // The close handshake of a dead connection can take minutes: do not wait for it.
    silent.close();
    lost(silent, SILENT_CODE, mostMs);
  }

  /**
   * @param {Socket} which
   * @param {number} code
   * @param {number} [mostMs]
   */
  function lost(which, code, mostMs = LONGEST_MS) {
    if (socket !== which) return;
    const failed = line === 'connecting';
    letGo();
    // The server itself has ended it, so the network is good, and this person may not be known any more.
    if (code >= OWN_CODES && !NETWORK_CODES.has(code)) prepared = false;
    if (code >= FINAL_CODE) become('ended', { code });
    else if (code === NO_STORAGE_CODE) wait({ why: 'no_storage' });
    else wait(finding, null, mostMs);
    // Where the server has said why, it need not be asked.
    if (failed && code < OWN_CODES) void explain();
  }

  /** Asks by HTTP why handshakes fail, while the next one is waited for. */
  async function explain() {
    refused += 1;
    const since = refused - UNEXPLAINED;
    if (since < 0 || (finding && since % ASK_AGAIN > 0)) return;
    const found = await world.inquire().catch(() => null);
    // It may have been ended, or have come through, while the question was under way.
    if (found === null || line === 'ended' || usable()) return;
    if (found === 'prepare') prepared = false;
    else if ('problem' in found) end(found);
    else {
      finding = found;
      if (line !== 'waiting') return;
      if (found.againMs === null) {
        become('waiting', null, delayOf(found, Math.max(0, retryAt - world.now())));
      } else {
        cancelRetry();
        wait(found, found.againMs);
      }
    }
  }

  /** The socket, if something can be sent on it. */
  const usable = () => (line === 'open' || line === 'doubtful' ? socket : null);

  /** @param {unknown} message */
  function send(message) {
    const open = usable();
    open?.send(JSON.stringify(message));
    return open !== null;
  }

  /** @param {unknown} question */
  function probe(question) {
    if (!send(question)) return;
    cancelProbe();
    cancelProbe = world.later(() => giveUp(), PROBE_MS);
  }

  /** @param {unknown} error */
  function drop(error) {
    console.error(error);
    const old = usable();
    if (!old) return;
    old.close();
    // After a wait: a server that goes on to tell nonsense is not stormed.
    lost(old, 1002);
  }

  function renew() {
    if (!usable()) return;
    // Its late close counts for nothing.
    letGo()?.close();
    void connect();
  }

  /** @param {Ending} ending */
  function end(ending) {
    letGo()?.close();
    become('ended', ending);
  }

  return {
    start: () => void connect(),
    send,

    hurry() {
      if (line === 'doubtful') renew();
      const isStale = line === 'connecting' && world.now() - begun >= FRESH_MS;
      if (line !== 'waiting' && !isStale) return;
      letGo()?.close();
      void connect();
    },

    ask: pulse.ask,
    probe,

    doubt(question) {
      if (line !== 'open') return;
      probe(question);
      become('doubtful');
    },

    renew,
    drop,

    expectClose(ms) {
      announcedMs = ms;
    },

    end,
  };
}

/**
 * @param {Omit<Extract<Finding, {why: string}>, 'againMs'>} why
 * @param {number} ms
 * @returns {Delay}
 */
function delayOf({ why, values }, ms) {
  return values === undefined ? { why, ms } : { why, ms, values };
}
