/**
 * A simulated network connection that tests can cut.
 */

import { expect } from '@playwright/test';

import { createReader } from '../../client/lib/packed.js';

/** @import { ServerMessage } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */

/**
 * Intercepts the sockets of a person's page. Call it before the page is opened.
 *
 * @param {Person} person
 */
export async function cable(person) {
  /** @type {import('@playwright/test').WebSocketRoute | null} */
  let socket = null;
  let blocked = false;
  /** The message after which the connection is cut. @type {RegExp | null} */
  let last = null;
  /** @type {string[]} */
  const sent = [];
  /** @type {ServerMessage[]} */
  const heard = [];
  /** @type {string[]} */
  const dialled = [];
  await person.page.routeWebSocket(/\/api\/rooms\//, (page) => {
    dialled.push(page.url());
    if (blocked) {
      void page.close({ code: 4001 });
      return;
    }
    socket = page;
    const server = page.connectToServer();
    const read = createReader();
    server.onMessage((frame) => {
      page.send(frame);
      const message = read(String(frame));
      if (message !== null) heard.push(message);
    });
    page.onMessage((message) => {
      sent.push(String(message));
      server.send(message);
      if (last?.test(String(message))) {
        last = null;
        void page.close({ code: 4001 });
      }
    });
  });
  return {
    sent,
    heard,
    dialled,
    /** Cuts the connection and blocks new ones. */
    async pull() {
      blocked = true;
      await socket?.close({ code: 4001 });
      await expect(person.page.locator('body')).not.toHaveAttribute('data-line', 'open');
    },
    /** Allows connections again, and waits until one is open. */
    async plug() {
      blocked = false;
      await expect(person.page.locator('body')).toHaveAttribute('data-line', 'open', {
        timeout: 30_000,
      });
    },
    /** Cuts the current connection, and lets the next one through. */
    async cut() {
      await socket?.close({ code: 4001 });
    },
    /** Cuts the connection right after such a message was sent, before its answer arrives. */
    cutAfter(/** @type {RegExp} */ message) {
      last = message;
    },
  };
}
