/**
 * A WebSocket connection that reconnects by itself, with backoff and liveness checks.
 */

import { backoff, LONGEST_MS, SHORTEST_MS } from './backoff.js';
import { createReader } from './packed.js';
import { createPulse } from './pulse.js';
import { Refused } from './session.js';
import { TooLate } from './wait.js';

/** The WebSocket subprotocol that this page uses. */
const PROTOCOL = 'senda.v2';
/**
 * The former subprotocol. The page still offers it because an older server, which picks it, would
 * reject a page that offers only the new one.
 */
const FORMER_PROTOCOL = 'senda.v1';
/** The time in milliseconds that the server has to answer a probe. */
const PROBE_MS = 8_000;
/** The timeout of each step of a connection attempt, in milliseconds. */
const ATTEMPT_MS = 8_000;
/**
 * The maximum delay in milliseconds after an attempt that ended in a timeout. It is short because
 * the timeout was itself a wait.
 */
const UNANSWERED_MS = 5_000;
/**
 * The age in milliseconds from which a pending attempt counts as stale when the device gets a
 * network again. A younger one is replaced as soon as it is as old: it may have begun on a network
 * that delivers nothing.
 */
const FRESH_MS = 2_000;
/**
 * The number of consecutive failed handshakes after which the page asks the server by HTTP for the
 * reason, because browsers don't report it.
 */
const UNEXPLAINED = 2;
/** The number of further failed handshakes before the page asks again, once it has a reason. */
const ASK_AGAIN = 4;
/** The time in milliseconds that a connection must last before the backoff is reset. */
const STABLE_MS = 10_000;
/** The lowest close code that the server itself sends. */
const OWN_CODES = 4000;
/**
 * The close codes of the server for a network that delivers nothing. An HTTP request may be lost on
 * that network as well.
 */
const NETWORK_CODES = new Set([4001, 4002]);
/**
 * The close code for a server that currently can't store anything. It has published nothing that it
 * could not store.
 */
const NO_STORAGE_CODE = 4004;
/** The close code that browsers report for a connection that broke without an answer. */
const SILENT_CODE = 1006;
/** The lowest close code that forbids a reconnection. */
const FINAL_CODE = 4500;
/** The close code for a server and a page of different versions. */
const OUTDATED_CODE = 4506;

/**
 * @typedef {'connecting' | 'open' | 'doubtful' | 'waiting' | 'ended'} Line the state of the
 *   connection; `doubtful` is an open connection that may be cut off, until the server answers
 * @typedef {{why: string, ms: number, values?: Values}} Delay the reason for a wait, as the code of
 *   the problem, and its length in milliseconds
 * @typedef {Record<string, string>} Values the placeholder values of the sentence that explains the
 *   delay
 * @typedef {{problem: string} | 'prepare' | {why: string, againMs: number | null, values?: Values}} Finding
 *   the reason for rejected sockets: permanent, a missing session that {@link World.prepare}
 *   creates, or temporary
 * @typedef {{code: number} | {problem: string}} Ending the reason for not reconnecting: a close
 *   code, or a problem that was found before the socket was opened
 * @typedef {object} Socket the part of a WebSocket that a connection uses
 * @property {string} protocol the subprotocol that the server has picked, once the socket is open
 * @property {(data: string) => void} send
 * @property {() => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage receives `{data}`
 * @property {((event: any) => void) | null} onclose receives `{code}`
 * @typedef {object} World the environment that a connection needs
 * @property {(protocols: string[]) => Socket} dial opens a socket that offers these subprotocols
 * @property {() => Socket | null} [early] takes a socket that was opened before the connection, if
 *   there is one; it offers the same subprotocols
 * @property {(action: () => void, ms: number) => () => void} later runs the action after so many
 *   milliseconds; the returned function cancels it
 * @property {() => number} random returns a number from 0 to 1
 * @property {() => number} now returns the milliseconds of a monotonic clock
 * @property {() => boolean} matters whether missing messages would matter now
 * @property {() => Promise<Finding | null>} prepare makes sure that there is something to connect
 *   to; called before the first socket and after one that the server has ended. An error is retried
 *   with backoff, a refusal after the time that it names
 * @property {() => Promise<Finding | null>} inquire asks the server by HTTP why it rejects sockets;
 *   resolves to `null` or fails if the server gives no reason
 * @typedef {object} Connection
 * @property {() => void} start
 * @property {(message: unknown) => boolean} send sends the message; returns whether an open socket
 *   took it
 * @property {() => void} hurry reconnects at once if the connection is waiting or doubtful, and
 *   replaces an attempt that takes a while
 * @property {() => void} ask sends a ping and treats a missing answer as a lost connection
 * @property {(question: unknown) => void} probe sends the question and treats a missing answer as a
 *   lost connection
 * @property {(question: unknown) => void} doubt does the same as `probe`, and reports the line as
 *   `doubtful` until the answer arrives
 * @property {() => void} renew drops the socket and reconnects at once
 * @property {(error: unknown) => void} drop drops the socket as if it were lost, because a received
 *   message can't be decoded
 * @property {(ms: number) => void} expectClose announces that the server goes away for so many
 *   milliseconds
 * @property {(ending: Ending) => void} end drops the socket and never reconnects
 */

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} heard receives each message, decoded and unpacked
 * @property {(line: Line, ending: Ending | null, delay: Delay | null) => void} changed receives
 *   each change of the line, with the reason for an end or a wait
 * @property {(answer: {time: number | undefined, sent: number, got: number}) => void} [answered]
 *   receives each answer to a ping: the server's time, and the times by {@link World.now} when the
 *   ping was sent and when the answer arrived. With this listener a ping is sent as soon as a
 *   socket is open
 */

/**
 * Creates a connection. It opens no socket before `start` is called.
 *
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
  /** The number of consecutive failed handshakes. */
  let refused = 0;
  /**
   * The reason for failed handshakes, once the server has given one.
   *
   * @type {Extract<Finding, {why: string}> | null}
   */
  let finding = null;
  /** Whether `world.prepare` has succeeded for the current session, and whether it ever has. */
  let prepared = false;
  let wasPrepared = false;
  /** The number of the current attempt. The results of earlier attempts are ignored. */
  let attempt = 0;
  /** The time when the current attempt began. */
  let begun = 0;
  /** @type {number | null} */
  let announcedMs = null;
  /** The time when the next attempt begins. */
  let retryAt = 0;
  let cancelRetry = () => {};
  let cancelDeadline = () => {};
  /** Keeps an attempt that began shortly before the device got a network again. */
  let cancelStale = () => {};
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
   * Schedules the next attempt and reports the wait.
   *
   * @param {Omit<Extract<Finding, {why: string}>, 'againMs'> | null} [why] a problem that is shown
   *   to the reader
   * @param {number | null} [askedMs] the delay that the server asks for
   * @param {number} [mostMs] the maximum delay if the server asks for none
   */
  function wait(why = finding, askedMs = null, mostMs = LONGEST_MS) {
    const asked = askedMs ?? announcedMs;
    // The delays are spread because many clients may have been asked to wait for the same time.
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

  /**
   * Drops the socket and cancels every timer of the current attempt. Later events of the socket are
   * ignored.
   */
  function letGo() {
    const old = socket;
    socket = null;
    attempt += 1;
    pulse.stop();
    cancelRetry();
    cancelDeadline();
    cancelStale();
    cancelProbe();
    cancelPraise();
    return old;
  }

  async function connect() {
    letGo();
    const mine = attempt;
    begun = world.now();
    become('connecting');
    const early = world.early?.() ?? null;
    // An early socket whose session is gone fails. The usual way then creates a session.
    if (early) attach(early, true);
    else if (prepared || (await prepare(mine))) dial();
  }

  /**
   * @param {number} mine the number of the attempt that runs this step
   * @returns {Promise<boolean>} whether the attempt goes on
   */
  async function prepare(mine) {
    const late = () => {
      letGo();
      // HTTP requests reuse old connections, which may all be dead. A socket gets a new one.
      if (wasPrepared) dial();
      else wait(finding, null, UNANSWERED_MS);
    };
    cancelDeadline = world.later(late, ATTEMPT_MS);
    try {
      const found = await world.prepare();
      if (mine !== attempt) return false;
      cancelDeadline();
      if (found !== null && found !== 'prepare') {
        if ('problem' in found) become('ended', found);
        else wait(found, found.againMs);
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

  function dial() {
    attach(world.dial([PROTOCOL, FORMER_PROTOCOL]));
  }

  /**
   * Makes a socket the current one.
   *
   * @param {Socket} dialled
   * @param {boolean} [isEarly] whether it was opened without a preparation
   */
  function attach(dialled, isEarly = false) {
    // Each socket needs its own reader because the server sends the shapes again on each.
    const read = createReader();
    socket = dialled;
    cancelDeadline = world.later(() => giveUp(UNANSWERED_MS), ATTEMPT_MS);
    dialled.onopen = () => {
      if (socket !== dialled) return;
      cancelDeadline();
      cancelStale();
      if (isEarly) [prepared, wasPrepared] = [true, true];
      if (dialled.protocol !== PROTOCOL) {
        dialled.close();
        lost(dialled, OUTDATED_CODE);
        return;
      }
      refused = 0;
      finding = null;
      become('open');
      cancelPraise = world.later(() => {
        failures = 0;
      }, STABLE_MS);
      pulse.start();
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
    dialled.onclose = ({ code }) => {
      if (isEarly && socket === dialled && line === 'connecting') void connect();
      else lost(dialled, code);
    };
  }

  /**
   * Drops a socket that does not answer.
   *
   * @param {number} [mostMs] the maximum delay before the next attempt, in milliseconds
   */
  function giveUp(mostMs) {
    const silent = socket;
    if (!silent) return;
    // The close handshake of a dead connection can take minutes, so it is not awaited.
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
    // The server itself has closed the socket. The network works, but the server may no longer know
    // the session.
    if (code >= OWN_CODES && !NETWORK_CODES.has(code)) prepared = false;
    if (code >= FINAL_CODE) become('ended', { code });
    else if (code === NO_STORAGE_CODE) wait({ why: 'no_storage' });
    else wait(finding, null, mostMs);
    // A close code of the server already names the reason, so only other failures need the inquiry.
    if (failed && code < OWN_CODES) void explain();
  }

  /** Asks by HTTP why handshakes fail, while the next attempt is pending. */
  async function explain() {
    refused += 1;
    const since = refused - UNEXPLAINED;
    if (since < 0 || (finding && since % ASK_AGAIN > 0)) return;
    const found = await world.inquire().catch(() => null);
    // The connection may have ended or succeeded while the question was pending.
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

  /** The socket, if a message can be sent on it; otherwise `null`. */
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
    // The backoff applies here because a server that keeps sending invalid data must not be flooded
    // with connections.
    lost(old, 1002);
  }

  function reconnect() {
    // The late close event of the old socket is ignored.
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
      if (line === 'doubtful' || line === 'waiting') reconnect();
      else if (line === 'connecting') {
        const rest = FRESH_MS - (world.now() - begun);
        cancelStale();
        if (rest <= 0) reconnect();
        else cancelStale = world.later(reconnect, rest);
      }
    },

    ask: pulse.ask,
    probe,

    doubt(question) {
      if (line !== 'open') return;
      probe(question);
      become('doubtful');
    },

    renew() {
      if (usable()) reconnect();
    },

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
const delayOf = ({ why, values }, ms) => ({ why, ms, ...(values && { values }) });
