/**
 * The fixtures of this folder: a server, which consecutive tests share, and people with separate
 * browser profiles. A test fails if any page reports an error or violates the content security
 * policy.
 */

import { test as base, expect } from '@playwright/test';

import { Person } from './person.js';
import { prepare } from './prepare.js';
import { Server } from './server.js';

/**
 * @import { BrowserContextOptions, Fixtures, Page, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions } from '@playwright/test'
 */
/** @import { Order, Prepared } from './prepare.js' */

/**
 * @typedef {object} Scene
 * @property {boolean} timeless whether the test has a server of its own whose clock can be advanced
 * @property {string[]} options the options of the command line of a server of the test's own
 * @property {Server} server a running server that other tests share, unless it is timeless or has
 *   options; it is started again after a test that has stopped it
 * @property {(name: string, options?: BrowserContextOptions) => Promise<Person>} arrive opens a new
 *   browser profile for a person, without a page yet
 * @property {(people: readonly Person[], order?: Order) => Promise<Prepared & { link: string }>} settle
 *   seats people in a room that is prepared as ordered, and opens it for each of them
 */

/** @typedef {{ shared: Server }} Stage */

/**
 * The browser option that enables animations. They are off by default, which saves a third of the
 * time.
 */
export const MOVING = /** @type {const} */ ({ reducedMotion: 'no-preference' });
/**
 * The number of people who open a room at the same time. There may be eight people but only two
 * processors.
 */
const TOGETHER = 3;

export const test = base.extend(
  /** @type {Fixtures<Scene, Stage, PlaywrightTestArgs & PlaywrightTestOptions, PlaywrightWorkerArgs & PlaywrightWorkerOptions>} */ ({
    timeless: [false, { option: true }],
    options: [[], { option: true }],

    shared: [
      // biome-ignore lint/correctness/noEmptyPattern: the pattern names the fixtures that are needed
      async ({}, use) => {
        const server = await Server.open();
        await use(server);
        await server.close();
      },
      { scope: 'worker' },
    ],

    server: async ({ shared, timeless, options }, use) => {
      if (timeless || options.length > 0) {
        const own = await Server.open({ timeless, options });
        await use(own);
        await own.close();
      } else {
        await use(shared);
        await shared.start();
      }
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
      await Promise.all(people.map(({ page }) => leave(page)));
      if (complaints.length > 0) throw new Error(`pages complained:\n${complaints.join('\n')}`);
    },

    settle: async ({ server }, use) => {
      // The search for a prepared game must not outlive a test that times out.
      const ending = new AbortController();
      await use(async (people, order = {}) => {
        const names = people.map(({ name }) => name);
        const prepared = await prepare(server.data, names, order, ending.signal);
        const link = `${server.origin}/r/${prepared.room}`;
        const come = async (/** @type {Person} */ { page }, /** @type {number} */ number) => {
          const [name = '', value = ''] = (prepared.cookies[number] ?? '').split('=');
          await page.context().addCookies([{ name, value, url: server.origin }]);
          await page.goto(link);
          if (order.course) await expect(page.getByRole('gridcell').first()).toBeVisible();
          else await expect(page.locator('body')).toHaveAttribute('data-line', 'open');
        };
        for (let first = 0; first < people.length; first += TOGETHER) {
          const some = people.slice(first, first + TOGETHER);
          await Promise.all(some.map((person, number) => come(person, first + number)));
        }
        return { ...prepared, link };
      });
      ending.abort();
    },
  }),
);

/**
 * Closes the profile of a page. Answers that the test still reads or changes are no longer wanted.
 *
 * @param {Page} page
 */
async function leave(page) {
  const context = page.context();
  for (const routed of [page, context]) {
    // The test may have closed it already.
    await routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => null);
  }
  await context.close();
}

export { expect };
