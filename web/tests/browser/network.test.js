/**
 * Tests of networks that lose connections silently, stall or block WebSockets, and of browsers
 * without cookies.
 */

import { setTimeout } from 'node:timers/promises';

import { expectAccessible } from './checks.js';
import { Network, plainProxy } from './network.js';
import { BEGUN } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/** The time in milliseconds within which a page notices that its connection is dead. */
const NOTICED = 30_000;
/** The time in milliseconds within which the page then reconnects. */
const BACK = 10_000;
/** The additional time in milliseconds for a busy machine. */
const BUSY = 2_000;

/** The messages of Chromium about a failing network. */
const OF_NETWORK = /ERR_|WebSocket|Failed to load resource/;

/**
 * Returns the state of the page's connection.
 *
 * @param {Page} page
 */
const line = (page) => page.locator('body').getAttribute('data-line');

/**
 * Counts the sockets that a page opens. The lobby does not show the state of its connection.
 *
 * @param {Page} page a page that is not opened yet
 */
function countSockets(page) {
  const count = { opened: 0 };
  page.on('websocket', () => {
    count.opened += 1;
  });
  return count;
}

/**
 * Returns the milliseconds until a condition holds.
 *
 * @param {() => boolean | Promise<boolean>} so
 * @param {number} most
 */
async function timeUntil(so, most) {
  const begun = performance.now();
  while (!(await so())) {
    if (performance.now() - begun > most) return Infinity;
    await setTimeout(50);
  }
  return performance.now() - begun;
}

test('idle pages notice a dead connection in either direction, and reconnect', async ({
  arrive,
  settle,
  server,
}) => {
  test.slow();
  const players = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(players, BEGUN);
  const kinds = /** @type {const} */ ([
    { name: 'a spectator, both ways', path: new URL(link).pathname, up: true, down: true },
    { name: 'a spectator, from the server', path: new URL(link).pathname, up: false, down: true },
    { name: 'a spectator, to the server', path: new URL(link).pathname, up: true, down: false },
    { name: 'the list of rooms, both ways', path: '/', up: true, down: true },
  ]);
  const waiting = await Promise.all(
    kinds.map(async (kind) => {
      const network = await Network.before(server.origin);
      const person = await arrive(kind.name, { baseURL: network.origin });
      person.expectComplaint(OF_NETWORK);
      const sockets = countSockets(person.page);
      await person.page.goto(kind.path);
      await expect.poll(() => sockets.opened).toBe(1);
      if (kind.path !== '/')
        await expect(person.page.locator('body')).toHaveAttribute('data-line', 'open');
      return { ...kind, network, person, sockets };
    }),
  );
  // By now the page has received its last message.
  await setTimeout(500);
  await Promise.all(
    waiting.map(async ({ name, network, path, person, up, down, sockets }) => {
      network.drop({ up, down });
      const begun = performance.now();
      const lost = async () =>
        sockets.opened > 1 || !['open', null].includes(await line(person.page));
      // The list of rooms does not show when the page noticed the loss.
      const noticed = await timeUntil(lost, NOTICED + (path === '/' ? BACK : 0) + BUSY);
      expect(noticed, `${name} notices`).toBeLessThan(Infinity);
      await timeUntil(() => sockets.opened > 1, BACK + BUSY);
      const back = performance.now() - begun - noticed;
      expect(back, `${name} is back`).toBeLessThan(BACK + BUSY);
      console.log(
        `${name}: noticed after ${Math.round(noticed)} ms, back ${Math.round(back)} ms later`,
      );
    }),
  );
  // The page shows the events from now on.
  const acting = await whoseTurn(players);
  await acting.takeTurn();
  for (const { person, path, network } of waiting) {
    if (path !== '/') {
      await expect(person.page.locator('body')).toHaveAttribute('data-line', 'open');
      await expect(person.lines().last()).toContainText(acting.name);
    }
    network.close();
  }
});

test('a player whose moves are lost is reconnected, and the move counts once', async ({
  arrive,
  settle,
  server,
}) => {
  const network = await Network.before(server.origin);
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people, { course: { until: { phase: 'placing' } } });
  const acting = await whoseTurn(people);
  acting.expectComplaint(OF_NETWORK);
  await acting.page.goto(new URL(new URL(link).pathname, network.origin).href);
  await expect(acting.page.locator('body')).toHaveAttribute('data-line', 'open');
  network.drop({ up: true, down: false });
  const begun = performance.now();
  // If the move is not visible in time, the next expectation reports it, with a longer timeout.
  await acting.takeTurn().catch(() => {});
  for (const person of people) await expect(person.laid()).toHaveCount(1, { timeout: 25_000 });
  expect(performance.now() - begun).toBeLessThan(25_000);
  network.close();
});

test('a connection attempt that the network ignores times out, and the next one succeeds', async ({
  arrive,
  settle,
  server,
}) => {
  const players = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(players, BEGUN);
  const pages = await Promise.all(
    ['waits', 'is told'].map(async (name) => {
      const network = await Network.before(server.origin);
      const person = await arrive(name, { baseURL: network.origin });
      person.expectComplaint(OF_NETWORK);
      await person.page.goto(new URL(link).pathname);
      await expect(person.page.locator('body')).toHaveAttribute('data-line', 'open');
      return { network, page: person.page };
    }),
  );
  for (const { network } of pages) network.swallow();
  await setTimeout(20_000);
  for (const { network } of pages) network.heal();
  const [waits, told] = pages;
  if (!waits || !told) throw new Error('nobody');
  // One browser reports that the network is back.
  await told.page.evaluate(() => window.dispatchEvent(new Event('online')));
  const isOpen = (/** @type {Page} */ page) => async () => (await line(page)) === 'open';
  const [slow, quick] = await Promise.all([
    timeUntil(isOpen(waits.page), 20_000),
    timeUntil(isOpen(told.page), 20_000),
  ]);
  console.log(`back after ${Math.round(slow)} ms, and ${Math.round(quick)} ms when told`);
  expect(slow).toBeLessThan(15_000);
  expect(quick).toBeLessThan(5_000);
  for (const { network } of pages) network.close();
});

/**
 * Returns the remaining time of the turn that a page shows, in milliseconds.
 *
 * @param {Page} page
 */
async function shownTime(page) {
  // A redrawn clock is marked as running slightly later.
  const shown = await page.waitForFunction(
    () => document.querySelector('.clock.running')?.textContent,
  );
  const [minutes = 0, seconds = 0] = String(await shown.jsonValue())
    .split(':')
    .map(Number);
  return (60 * minutes + seconds) * 1000;
}

test('a stalled message or a changed device clock gives no player more time', async ({
  arrive,
  settle,
  server,
}) => {
  const network = await Network.before(server.origin);
  const people = [await arrive('Ana'), await arrive('Bruno')];
  for (const { page } of people) {
    await page.addInitScript(() => {
      const { now } = Date;
      Object.assign(window, { shift: 0 });
      Date.now = () => now() + /** @type {any} */ (window).shift;
    });
  }
  const { link } = await settle(people, {
    course: { until: { phase: 'placing' } },
    clock: { type: 'turn', seconds: 30 },
  });
  const [first, second] = people;
  if (!first || !second) throw new Error('nobody');
  const acting = await whoseTurn(people);
  const next = acting === first ? second : first;
  next.expectComplaint(OF_NETWORK);
  await next.page.goto(new URL(new URL(link).pathname, network.origin).href);
  await expect(next.page.locator('.clock.running')).not.toBeEmpty();

  network.hold();
  await acting.takeTurn();
  const begun = performance.now();
  await setTimeout(12_000);
  network.release();
  await expect(next.page.locator('body')).toHaveAttribute('data-turn', 'mine');
  const compare = async (/** @type {string} */ when) => {
    const [shown, other] = await Promise.all([shownTime(next.page), shownTime(acting.page)]);
    const left = 30_000 - (performance.now() - begun);
    // A second that has started is shown as a whole one.
    expect(shown - left, `${when}: shown ${shown}, left ${left}`).toBeLessThan(1_500);
    expect(Math.abs(shown - other), `${when}: ${shown} and ${other}`).toBeLessThanOrEqual(1_000);
  };
  await compare('after the stall');
  await next.page.evaluate(() => Object.assign(window, { shift: -180_000 }));
  await setTimeout(500);
  await compare('with the clock set back');
  await next.page.evaluate(() => Object.assign(window, { shift: 180_000 }));
  // The page treats the jump as sleep, and asks the server.
  await setTimeout(1_000);
  await compare('with the clock set ahead');
  // A page that is opened during the stall has only the late messages.
  await next.page.reload();
  await expect(next.page.locator('.clock.running')).not.toBeEmpty();
  await compare('after a reload');
  network.close();
});

/**
 * Counts the sessions that a page requests.
 *
 * @param {Page} page
 */
function countIdentities(page) {
  const count = { asked: 0 };
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/session')) count.asked += 1;
  });
  return count;
}

/**
 * Blocks the cookies and the storage of a page. Not every build of Chromium has the setting for it.
 *
 * @param {Page} page
 */
async function blockCookies(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
}

test('a browser that blocks cookies is reported, in the room and on the front page', async ({
  arrive,
  settle,
  server,
}) => {
  const { link } = await settle([await arrive('Ana'), await arrive('Bruno')], BEGUN);
  const { page } = await arrive('Eve');
  await blockCookies(page);
  const identities = countIdentities(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Cookies are blocked' })).toBeVisible();
  await expect(page.getByText('Allow cookies for this page and reload it.')).toBeVisible();
  await expect(page.getByText('Connection lost')).toBeHidden();
  await expectAccessible(page, 'blocked cookies');
  await page.goto(server.origin);
  await expect(page.getByText('Cookies are blocked.', { exact: false }).first()).toBeVisible();
  expect(identities.asked).toBe(0);
});

test('a browser that claims to keep cookies but keeps none gets only one session', async ({
  arrive,
  settle,
}) => {
  const { link } = await settle([await arrive('Ana'), await arrive('Bruno')], BEGUN);
  for (const path of [new URL(link).pathname, '/']) {
    const eve = await arrive('Eve');
    eve.expectComplaint(/401|WebSocket/);
    await eve.page.route('**/api/session', async (route) => {
      const answer = await route.fetch();
      // The cookies are dropped as by a browser that keeps none.
      await eve.page.context().clearCookies();
      const { 'set-cookie': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
    const identities = countIdentities(eve.page);
    await eve.page.goto(path);
    await expect(eve.page.getByText('Cookies are blocked', { exact: false }).first()).toBeVisible();
    // Several attempts would take less time than this.
    await setTimeout(3_000);
    expect(identities.asked, path).toBe(1);
  }
});

test('a proxy that blocks WebSockets is reported on the page and in the log', async ({
  arrive,
  server,
  settle,
}) => {
  const { link } = await settle([await arrive('Ana'), await arrive('Bruno')], BEGUN);
  const proxy = await plainProxy(server.origin);
  const eve = await arrive('Eve', { baseURL: proxy.origin });
  eve.expectComplaint(/WebSocket|426/);
  const identities = countIdentities(eve.page);
  for (const path of [new URL(link).pathname, '/']) {
    await eve.page.goto(path);
    const notice = eve.page.locator('.notice.warn');
    await expect(notice).toContainText("doesn't let WebSockets through");
    await expect(notice).toContainText('Websockets Support');
    await expect(eve.page.getByText('Connection lost')).toBeHidden();
  }
  await expectAccessible(eve.page, 'no WebSocket');
  expect(identities.asked).toBe(2);
  expect(server.log).toContain('without the header Upgrade');
  expect(server.log).toContain('Websockets Support');
  proxy.close();
});

test('a proxy that replaces the host is reported, and not as a lost connection', async ({
  arrive,
  server,
  settle,
}) => {
  const { link } = await settle([await arrive('Ana'), await arrive('Bruno')], BEGUN);
  const proxy = await plainProxy(server.origin, (headers) => ({
    ...headers,
    host: 'backend:8080',
  }));
  const eve = await arrive('Eve', { baseURL: proxy.origin });
  eve.expectComplaint(/WebSocket|403/);
  await eve.page.goto(new URL(link).pathname);
  const notice = eve.page.locator('.notice.warn');
  await expect(notice).toContainText('a proxy has replaced the Host header');
  await expect(notice).toContainText(`--public-url ${proxy.origin}`);
  await expect(eve.page.getByText('Connection lost')).toBeHidden();
  expect(server.log).toContain('proxy_set_header Host $http_host');
  proxy.close();
});

test('a page that was never connected does not report a lost connection', async ({
  arrive,
  settle,
}) => {
  const { link } = await settle([await arrive('Ana'), await arrive('Bruno')], BEGUN);
  const eve = await arrive('Eve');
  eve.expectComplaint(OF_NETWORK);
  await eve.page.route('**/api/session', (route) => route.abort());
  await eve.page.goto(new URL(link).pathname);
  await expect(
    eve.page.getByText("The server doesn't answer yet.", { exact: false }),
  ).toBeVisible();
  await expect(eve.page.getByText('Connection lost', { exact: false })).toBeHidden();
  await eve.page.unroute('**/api/session');
  await expect(eve.page.locator('body')).toHaveAttribute('data-line', 'open');
  await expect(eve.page.getByText("The server doesn't answer yet.", { exact: false })).toBeHidden();
});
