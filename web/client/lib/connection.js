/**
 * A socket that comes back by itself.
 */

import { createReader } from './packed.js';
import { Refused } from './session.js';

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
/** Milliseconds for which a connection must last before the next waits are short again. */
const STABLE_MS = 10_000;
/** Milliseconds after which the server has given up a page that sleeps. */
const SILENCE_MS = 45_000;
/** Milliseconds between two looks whether the page has slept. */
const LOOK_MS = 5_000;
/** The server can store nothing just now, and has told nobody what it could not store. */
const NO_STORAGE_CODE = 4004;
/** From this close code on the server asks us not to come back. */
const FINAL_CODE = 4500;
/** The server and this page are of different versions. */
const OUTDATED_CODE = 4506;

/**
 * @typedef {'connecting' | 'open' | 'doubtful' | 'waiting' | 'ended'} Line how the connection is;
 *   doubtful is an open one that may be cut off, until the server answers
 * @typedef {{why: string, ms: number}} Delay why a connection waits, by the code of the problem, and
 *   for how many milliseconds
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
 * @property {() => Promise<{problem: string} | null>} prepare makes sure that there is something to
 *   connect to; a problem ends the connection, an error is tried again, a refusal when it says
 * @typedef {object} Connection
 * @property {() => void} start
 * @property {(message: unknown) => boolean} send whether it was handed to an open socket
 * @property {() => void} hurry tries at once, if it is waiting to or may be cut off
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
 * @param {World} world
 * @param {object} listener
 * @param {(message: any) => void} listener.heard each message, read and unpacked
 * @param {(line: Line, ending: Ending | null, delay: Delay | null) => void} listener.changed
 * @returns {Connection}
 */
export function createConnection(world, { heard, changed }) {
  /** @type {Socket | null} */
  let socket = null;
  /** @type {Line} */
  let line = 'connecting';
  let failures = 0;
  /** @type {number | null} */
  let announcedMs = null;
  let cancelRetry = () => {};
  let cancelProbe = () => {};
  let cancelPraise = () => {};

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
   * @param {string} [why] the problem's code, if one is known that people should know
   * @param {number | null} [askedMs] what the server asks for
   */
  function wait(why, askedMs = null) {
    const asked = askedMs ?? announcedMs;
    // Not all at once, when many were asked to wait for the same time.
    const spread = Math.max(SHORTEST_MS, (askedMs ?? 0) / 4);
    const ms = asked === null ? backoff(failures, world.random()) : asked + world.random() * spread;
    announcedMs = null;
    failures += 1;
    become('waiting', null, why === undefined ? null : { why, ms });
    cancelRetry = world.later(connect, ms);
  }

  /** Whether it was ended meanwhile. */
  const isOver = () => line === 'ended';

  async function connect() {
    become('connecting');
    let obstacle;
    try {
      obstacle = await world.prepare();
    } catch (error) {
      if (isOver()) return;
      if (error instanceof Refused && error.againMs !== null) wait(error.code, error.againMs);
      else wait();
      return;
    }
    if (isOver()) return;
    if (obstacle) become('ended', obstacle);
    else dial();
  }

  function dial() {
    const dialled = world.dial([PROTOCOL, FORMER_PROTOCOL]);
    // Shapes are told for each socket anew.
    const read = createReader();
    socket = dialled;
    dialled.onopen = () => {
      if (socket !== dialled) return;
      if (dialled.protocol !== PROTOCOL) {
        dialled.close();
        lost(dialled, OUTDATED_CODE);
        return;
      }
      become('open');
      cancelPraise = world.later(() => {
        failures = 0;
      }, STABLE_MS);
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
      if (message !== null) heard(message);
    };
    dialled.onclose = ({ code }) => lost(dialled, code);
  }

  /**
   * @param {Socket} which
   * @param {number} code
   */
  function lost(which, code) {
    if (socket !== which) return;
    socket = null;
    cancelProbe();
    cancelPraise();
    if (code >= FINAL_CODE) become('ended', { code });
    else if (code === NO_STORAGE_CODE) wait('no_storage');
    else wait();
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
    const asked = usable();
    if (!asked) return;
    send(question);
    cancelProbe();
    cancelProbe = world.later(() => {
      // The close handshake of a dead connection can take minutes: do not wait for it.
      asked.close();
      lost(asked, 1006);
    }, PROBE_MS);
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
    const old = usable();
    if (!old) return;
    // Its late close counts for nothing.
    socket = null;
    cancelProbe();
    cancelPraise();
    old.close();
    void connect();
  }

  return {
    start: () => void connect(),
    send,

    hurry() {
      if (line === 'doubtful') renew();
      if (line !== 'waiting') return;
      cancelRetry();
      void connect();
    },

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

    end(ending) {
      const old = socket;
      socket = null;
      cancelRetry();
      cancelProbe();
      cancelPraise();
      old?.close();
      become('ended', ending);
    },
  };
}

/**
 * The world of a page.
 *
 * @param {() => string} path where the socket is, asked anew for each
 * @param {World['prepare']} prepare
 * @returns {World}
 */
export function browserWorld(path, prepare) {
  return {
    dial(protocols) {
      const url = new URL(path(), location.href);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      return new WebSocket(url, protocols);
    },
    later(action, ms) {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    prepare,
  };
}

/**
 * @typedef {object} Device what is seen of the device that a page is on
 * @property {Pick<EventTarget, 'addEventListener'>} page gets `online`, `offline` and `pageshow`
 * @property {Pick<EventTarget, 'addEventListener'>} sheet gets `visibilitychange`
 * @property {() => boolean} isSeen whether somebody can look at the page
 * @property {() => number} now milliseconds since some moment, sleep included
 * @property {(action: () => void, ms: number) => void} every does it again and again, but for sleep
 */

/** @returns {Device} */
function ownDevice() {
  return {
    page: window,
    sheet: document,
    isSeen: () => document.visibilityState === 'visible',
    now: Date.now,
    every: (action, ms) => void setInterval(action, ms),
  };
}

/**
 * Comes back as soon as the device has a network again, or the page is looked at or wakes up; and
 * does not trust a connection when the device says that it has no network.
 *
 * @param {Connection} connection
 * @param {(() => unknown) | null} question what to ask the server to learn whether it is still
 *   there, and what may have been missed; without one a connection is given up instead
 * @param {Device} device
 */
export function watchDevice(connection, question = null, device = ownDevice()) {
  let last = device.now();
  let wasCut = false;
  const wake = () => {
    const slept = device.now() - last - LOOK_MS;
    last = device.now();
    connection.hurry();
    if (slept > SILENCE_MS) connection.renew();
    else if (question) connection.probe(question());
    else if (wasCut) connection.renew();
    wasCut = false;
  };
  device.page.addEventListener('offline', () => {
    wasCut = true;
    // A device with two networks has lost only one of them: ask before giving up.
    if (question) connection.doubt(question());
  });
  device.page.addEventListener('online', wake);
  device.page.addEventListener('pageshow', (event) => {
    if ('persisted' in event && event.persisted) wake();
  });
  device.sheet.addEventListener('visibilitychange', () => {
    if (device.isSeen()) wake();
  });
  // biome-ignore lint/suspicious/useIterableCallbackReturn: a timer, and no list
  device.every(() => {
    // A page that is not looked at is given few moments, and is not asleep for all that.
    if (!device.isSeen()) return;
    if (device.now() - last > 2 * LOOK_MS) wake();
    else last = device.now();
  }, LOOK_MS);
}
