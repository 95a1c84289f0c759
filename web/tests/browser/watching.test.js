/**
 * Tests of the pages that only show a game, on a television and in a frame, and of what spectators
 * and players who are out see.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';

import { expectAccessible, expectNoSidewaysScroll, look, watchTransfer } from './checks.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/** The screens of televisions and projectors. */
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
];
/** The smallest letters on a television, as a part of its height. */
const LEAST_LETTERS = 0.03;
/** The maximum size of the first load in bytes, and the maximum number of its requests. */
const FIRST_LOAD = { bytes: 150_000, requests: 12 };
/** A course of a game of Tsuro with some tiles on the board. */
const SOME_TILES = { course: { until: {}, from: 9 } };

/**
 * Returns the size of the smallest letters of a page in pixels.
 *
 * @param {Page} page
 */
const smallestLetters = (page) =>
  page.evaluate(() => {
    const sizes = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility() || element.closest('svg, noscript')) continue;
      if (node.textContent?.trim()) {
        sizes.push(Number.parseFloat(getComputedStyle(element).fontSize));
      }
    }
    return Math.min(...sizes);
  });

test('a television shows a room for people three metres away', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people, SOME_TILES);
  for (const viewport of SCREENS) {
    const { page } = await arrive('Television', { viewport });
    const transferred = watchTransfer(page);
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await page.goto(`${link}/tv`);
    await expect(page.locator('#status')).toHaveText(/'s turn$/);
    await expect(page.locator('#last')).not.toBeEmpty();
    await expect(page.locator('.screen-player')).toHaveCount(2);
    expect(await transferred()).toBeLessThan(FIRST_LOAD.bytes);
    expect(requests).toBeLessThanOrEqual(FIRST_LOAD.requests);
    expect(await smallestLetters(page)).toBeGreaterThanOrEqual(LEAST_LETTERS * viewport.height);
    await expect(page.locator('button:visible, a:visible, select:visible')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    const board = await page.locator('.board-picture').first().boundingBox();
    expect(board?.height).toBeGreaterThan(0.85 * viewport.height);
    await expectAccessible(page, `television ${viewport.width}`);
  }
});

test('a television without a room shows the public game, also after a restart', async ({
  arrive,
  server,
}) => {
  const television = await arrive('Television', { viewport: SCREENS[0] ?? null });
  const { page } = television;
  await page.goto('/tv');
  await expect(page.locator('#status')).toContainText('No public game is running.');
  await look({ page }, 'television-without-a-game');
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const link = await ana.createRoom({ listed: true });
  await expect(page.locator('#status')).toContainText('Ana waits for players for Tsuro');
  await expect(page.locator('#last')).toContainText(new URL(link).pathname);
  await bruno.come(link);
  await bruno.sit();
  await ana.button('Start the game').click();
  await expect(page.locator('#title')).toHaveText('Tsuro with Ana');
  await expect(page.locator('#status')).toHaveText(/'s turn$/);
  for (const person of [television, ana, bruno]) {
    person.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  }
  await server.kill();
  await expect(page.locator('body')).not.toHaveAttribute('data-line', 'open');
  await server.start();
  await expect(page.locator('body')).toHaveAttribute('data-line', 'open', { timeout: 60_000 });
  await expect(page.locator('#status')).toHaveText(/'s turn$/);
});

test.describe('with a site that may frame games', () => {
  test.use({ options: ['--embed', '*'] });

  test('a room and a replay are shown in a frame of another site', async ({ arrive, settle }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const { link } = await settle(people, { course: { until: { phase: 'over' } } });
    const { origin, pathname } = new URL(link);
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    const replay = await ana.page.request.get(
      `${origin}/api${pathname.replace('/r/', '/rooms/')}/games/1/replay`,
    );
    const { id } = await replay.json();
    const other = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end(`<!doctype html><title>Other</title>
        <iframe title="room" width="640" height="400" src="${origin}/embed${pathname}"></iframe>
        <iframe title="replay" width="640" height="400" src="${origin}/embed/g/${id}"></iframe>
        <iframe title="page" width="640" height="400" src="${link}"></iframe>`);
    });
    other.listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    const guest = await arrive('Guest');
    guest.expectComplaint(/frame-ancestors|Framing/);
    await guest.page.goto(`http://localhost:${port}/`);
    const frame = (/** @type {string} */ title) =>
      guest.page.frameLocator(`iframe[title="${title}"]`);
    await expect(frame('room').locator('#players li')).toHaveCount(2);
    await expect(frame('replay').locator('#status')).not.toBeEmpty();
    await frame('replay').getByRole('button', { name: 'Back' }).click();
    await expect(frame('replay').locator('#status')).toContainText('Move ');
    await expect(frame('page').locator('#players')).toHaveCount(0);
    other.close();
  });
});

test('a frame can have no background', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people, SOME_TILES);
  const { page } = await arrive('Stream');
  await page.goto(`${link.replace('/r/', '/embed/r/')}?background=none&follow=2`);
  await expect(page.locator('.screen-player.followed')).toHaveCount(1);
  const grounds = await page.evaluate(() =>
    [document.documentElement, document.body].map(
      (element) => getComputedStyle(element).backgroundColor,
    ),
  );
  expect(grounds).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
});

test('the host lets spectators see all hands later, and everybody is told', async ({ arrive }) => {
  const [ana, bruno, zoe] = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const link = await ana.createRoom();
  await bruno.come(link);
  await bruno.sit();
  await zoe.come(link);
  await ana.button('Change').click();
  const form = ana.page.getByRole('dialog').locator('form.settings');
  await ana.openOptions('Spectators');
  await form.getByRole('radio', { name: "sees everyone's tiles later" }).check();
  await form.getByRole('radio', { name: "see everyone's tiles", exact: false }).last().check();
  await look(ana, 'settings-of-hands');
  await form.getByRole('button', { name: 'Save settings' }).click();
  await expect(form).toBeHidden();
  const line = bruno.page.locator('#settings-line');
  await expect(line).toContainText('spectators see all tiles 3 turns later, players who are out');
  await bruno.button("I'm ready").click();
  await ana.button('Start the game').click();
  const note = bruno.page.locator('#players-panel .hands-note');
  await expect(note).toContainText("Players' tiles: spectators see all tiles 3 turns later");
  await expect(zoe.page.locator('#watch-tools .hands-note')).toContainText('after 3 turns');
  await look(zoe, 'sees-the-game-later');
});

/** The numbers of games before the first measurement, and between it and the last one. */
const GAMES = { first: 8, more: 40 };
/** The largest growth between the measurements, as a factor. */
const MOST_GROWTH = 1.1;

test('a television does not grow from game to game @deep', async ({ arrive }) => {
  test.setTimeout(600_000);
  const host = await arrive('Host');
  await host.page.goto('/');
  await expect(host.page.locator('#name')).not.toBeEmpty();
  // Bots play one game after another, without a pause.
  const room = await host.page.evaluate(async () => {
    const settings = {
      options: { game: 'tsuro', preset: '2020' },
      ...{ clock: { type: 'none' }, first: { type: 'draw' }, public: true },
    };
    const answer = await fetch('/api/rooms', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ settings }),
    });
    const { room } = await answer.json();
    const socket = new WebSocket(`/api/rooms/${room}/socket`.replace(/^/, location.origin), [
      'senda.v2',
    ]);
    await new Promise((open) => {
      socket.onopen = open;
    });
    let id = 0;
    const send = (/** @type {object} */ command) => {
      id += 1;
      socket.send(JSON.stringify({ id: `c${id}`, ...command }));
    };
    send({ type: 'stand' });
    for (let bot = 0; bot < 4; bot += 1) send({ type: 'bot', seat: null, level: 'easy' });
    setInterval(() => send({ type: 'start', nonce: null }), 300);
    return room;
  });
  const { page } = await arrive('Television', { reducedMotion: 'no-preference' });
  await page.goto(`/r/${room}/tv`);
  const client = await page.context().newCDPSession(page);
  const measure = async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
    return { usedSize, nodes, jsEventListeners };
  };
  const seen = async () => Number(await page.locator('body').getAttribute('data-round'));
  await expect.poll(seen, { timeout: 300_000 }).toBeGreaterThan(GAMES.first);
  const before = await measure();
  const round = await seen();
  await expect.poll(seen, { timeout: 300_000 }).toBeGreaterThan(round + GAMES.more);
  const after = await measure();
  console.log(`after ${round} and ${await seen()} games`, before, after);
  for (const key of /** @type {const} */ (['usedSize', 'nodes', 'jsEventListeners'])) {
    expect(after[key], key).toBeLessThan(MOST_GROWTH * before[key]);
  }
});
