/**
 * A network cable that can be pulled.
 */

import { expect } from '@playwright/test';

import { createReader } from '../../client/lib/packed.js';

/** @import { ServerMessage } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */

/**
 * A network cable of a person's page, before the page is opened.
 *
 * @param {Person} person
 */
export async function cable(person) {
  /** @type {import('@playwright/test').WebSocketRoute | null} */
  let socket = null;
  let blocked = false;
  /** What is cut off as soon as it has been handed on. @type {RegExp | null} */
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
    /** From now on there is no connection. */
    async pull() {
      blocked = true;
      await socket?.close({ code: 4001 });
      await expect(person.page.locator('body')).not.toHaveAttribute('data-line', 'open');
    },
    /** From now on there is one again. */
    async plug() {
      blocked = false;
      await expect(person.page.locator('body')).toHaveAttribute('data-line', 'open', {
        timeout: 30_000,
      });
    },
    /** The connection is lost, and the next one is let through. */
    async cut() {
      await socket?.close({ code: 4001 });
    },
    /** Cuts the connection right after such a message has been sent, before it is answered. */
    cutAfter(/** @type {RegExp} */ message) {
      last = message;
    },
  };
}
