/**
 * The test of this folder: one with a server of its own and people who come to it, each with a
 * browser profile of their own. It fails if any page reports an error or breaks the content policy.
 */

import { test as base } from '@playwright/test';

import { Person } from './person.js';
import { Server } from './server.js';

/** @import { BrowserContextOptions, Fixtures, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test' */

/**
 * @typedef {object} Scene
 * @property {Server} server
 * @property {(name: string, options?: BrowserContextOptions) => Promise<Person>} arrive
 *   someone with a new browser profile, who has not opened any page yet
 */

export const test = base.extend(
  /** @type {Fixtures<Scene, {}, PlaywrightTestArgs & PlaywrightTestOptions, PlaywrightWorkerArgs & PlaywrightWorkerOptions>} */ ({
    // biome-ignore lint/correctness/noEmptyPattern: the pattern names the fixtures that are needed
    server: async ({}, use) => {
      const server = await Server.open();
      await use(server);
      await server.close();
    },

    arrive: async ({ browser, server }, use) => {
      /** @type {Person[]} */
      const people = [];
      await use(async (name, options = {}) => {
        const context = await browser.newContext({ baseURL: server.origin, ...options });
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const person = new Person(name, await context.newPage());
        people.push(person);
        return person;
      });
      const complaints = people.flatMap((person) => person.complaints);
      await Promise.all(people.map((person) => person.page.context().close()));
      if (complaints.length > 0) throw new Error(`pages complained:\n${complaints.join('\n')}`);
    },
  }),
);

export { expect } from '@playwright/test';
