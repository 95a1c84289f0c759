/**
 * Tests of a server that shares its host with other programs: browsers reach it under a path, with
 * a proxy that keeps the path in requests or removes it.
 */

import { Server } from './server.js';
import { SharedHost } from './shared-host.js';
import { start, whoseTurn } from './table.js';
import { test as base, expect } from './test.js';

const PREFIX = '/club/senda';

/**
 * @typedef {object} Shared
 * @property {boolean} strips whether the proxy removes the prefix
 * @property {SharedHost} host a host with a server of the test's own
 */

const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<Shared, {}, any>} */ ({
    strips: [false, { option: true }],
    host: async (/** @type {Shared} */ { strips }, /** @type {any} */ use) => {
      const host = await SharedHost.open(PREFIX, strips);
      const server = await Server.open({ options: ['--public-url', host.address] });
      host.before(server.origin);
      await use(host);
      host.close();
      await server.close();
    },
  }),
);

for (const strips of [false, true]) {
  test.describe(
    strips ? 'a proxy that removes the prefix' : 'a proxy that keeps the prefix',
    () => {
      test.use({ strips });

      test('two people play, reload, and visit all pages without a request outside of it', async ({
        host,
        arrive,
      }) => {
        const { address } = host;
        const ana = await arrive('Ana', { baseURL: address });
        const bruno = await arrive('Bruno', { baseURL: address });
        /** @type {string[]} */
        const requested = [];
        for (const { page } of [ana, bruno]) {
          page.on('request', (request) => void requested.push(request.url()));
          page.on('websocket', (socket) => void requested.push(socket.url()));
        }

        const link = await ana.createRoom();
        expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/club\/senda\/r\/\w+$/);
        await bruno.come(link);
        await bruno.sit();
        await start([ana, bruno]);
        for (const at of [0, 1, 2]) {
          const person = await whoseTurn([ana, bruno]);
          await person.takeTurn();
          if (at === 1) await person.page.reload();
        }
        await expect(bruno.page.locator('body')).toHaveAttribute('data-line', 'open');

        // The cookies are not sent to other programs of the host.
        const cookies = await ana.page.context().cookies(link);
        expect(cookies.map(({ name, path }) => [name, path])).toEqual([['senda', `${PREFIX}/`]]);
        expect(await ana.page.context().cookies(new URL('/', address).href)).toEqual([]);

        // The room is one of the person's own on the front page, which leads back to it.
        await ana.page.goto('./');
        await ana.page.locator('#own-rooms a').first().click();
        await expect(ana.page).toHaveURL(link);
        // All other pages are reached by their links.
        await ana.page.goto('./');
        await ana.page.getByRole('link', { name: 'How to play' }).first().click();
        await expect(ana.page.getByRole('heading', { name: 'How to play Tsuro' })).toBeVisible();
        await ana.page.goto('you');
        await expect(ana.page.getByRole('heading', { name: 'You and your devices' })).toBeVisible();
        await ana.button('Show a link').click();
        const device = await ana.page.locator('#link-field').inputValue();
        expect(device).toContain(`${PREFIX}/you#`);
        await ana.page.goto('learn/tsuro');
        await expect(ana.page.getByRole('heading', { level: 1 })).toBeVisible();

        expect(host.outside).toEqual([]);
        const { pathname: folder, origin } = new URL(address);
        expect(requested.length).toBeGreaterThan(30);
        for (const url of requested.filter((one) => !one.startsWith('data:'))) {
          expect(new URL(url).host).toBe(new URL(origin).host);
          expect(new URL(url).pathname.startsWith(folder), url).toBe(true);
        }
      });

      test('the service worker, the app and the choices of the reader stay under it', async ({
        host,
        arrive,
      }) => {
        const ana = await arrive('Ana', { baseURL: host.address });
        const { page } = ana;
        await page.goto('./');
        const scope = await page.evaluate(async () => {
          // On a slow machine the page listens for the event only after it has loaded.
          const again = setInterval(() => dispatchEvent(new Event('appinstalled')), 100);
          const { scope } = await navigator.serviceWorker.ready;
          clearInterval(again);
          return scope;
        });
        expect(scope).toBe(host.address);
        const manifest = await page.evaluate(
          () => document.querySelector('link[rel="manifest"]')?.getAttribute('href') ?? '',
        );
        expect(manifest).toBe(`${PREFIX}/manifest.webmanifest`);
        await page.locator('#language').selectOption('fr');
        await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
        const cookies = await page.context().cookies(host.address);
        expect(cookies.map(({ path }) => path)).toEqual([`${PREFIX}/`, `${PREFIX}/`]);

        // Without the server, the app has a page of its own.
        await page.reload();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        ana.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
        await page.context().setOffline(true);
        await page.goto('you');
        await expect(page.locator('img[src$="icon.svg"]')).toBeVisible();
        await page.context().setOffline(false);
        await page.getByRole('link').click();
        await expect(page).toHaveURL(`${host.address}you`);
        expect(host.outside).toEqual([]);
      });
    },
  );
}
