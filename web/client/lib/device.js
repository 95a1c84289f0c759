/**
 * Connects a connection to its device: reacts to networks that come and go, and to a page that is
 * hidden or shown.
 *
 * @import {Connection, World} from './connection.js'
 */

import { takeEarlySocket } from './early-socket.js';
import { prefixed } from './files.js';

/** The time in milliseconds after which the server drops a page that sleeps. */
const SILENCE_MS = 45_000;
/** The interval in milliseconds between two checks whether the page has slept. */
const LOOK_MS = 5_000;

/**
 * Returns the environment of a connection on a page in a browser.
 *
 * @param {() => string} path returns the path of the socket, and is called again for each socket
 * @param {Pick<World, 'prepare' | 'inquire' | 'matters'>} questions
 * @returns {World}
 */
export function browserWorld(path, questions) {
  return {
    dial(protocols) {
      const url = new URL(prefixed(path()), location.href);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      return new WebSocket(url, protocols);
    },
    early: takeEarlySocket,
    later(action, ms) {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    now: () => performance.now(),
    ...questions,
  };
}

/**
 * @typedef {object} Device the part of the device that the watcher observes
 * @property {Pick<EventTarget, 'addEventListener'>} page dispatches `online`, `offline` and
 *   `pageshow`
 * @property {Pick<EventTarget, 'addEventListener'>} sheet dispatches `visibilitychange`
 * @property {() => boolean} isSeen whether the page is visible
 * @property {() => number} now returns the milliseconds since a fixed moment, including sleep
 * @property {(action: () => void, ms: number) => void} every runs the action at each interval,
 *   except during sleep
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
 * Reconnects as soon as the device has a network again, or the page becomes visible or wakes up. A
 * connection becomes doubtful when the device reports that it has no network.
 *
 * @param {Connection} connection
 * @param {(() => unknown) | null} question returns a message to the server that finds out whether
 *   it still answers and what was missed; without it the connection is renewed instead
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
    else connection.ask();
    wasCut = false;
  };
  device.page.addEventListener('offline', () => {
    wasCut = true;
    // A device with two networks has lost only one of them, so the page probes before it
    // reconnects.
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
    // A browser throttles the timers of a hidden page. A late timer there does not mean that the
    // device slept.
    if (!device.isSeen()) return;
    if (device.now() - last > 2 * LOOK_MS) wake();
    else last = device.now();
  }, LOOK_MS);
}
