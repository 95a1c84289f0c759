/**
 * A connection on a device: its network comes and goes, and so does whoever looks at the page.
 *
 * @import {Connection, World} from './connection.js'
 */

/** Milliseconds after which the server has given up a page that sleeps. */
const SILENCE_MS = 45_000;
/** Milliseconds between two looks whether the page has slept. */
const LOOK_MS = 5_000;

/**
 * The world of a page.
 *
 * @param {() => string} path where the socket is, asked anew for each
 * @param {Pick<World, 'prepare' | 'inquire' | 'matters'>} questions
 * @returns {World}
 */
export function browserWorld(path, questions) {
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
    now: () => performance.now(),
    ...questions,
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
    else connection.ask();
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
