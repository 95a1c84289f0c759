/**
 * Tests of the way from an invitation link to the first tile: the number of taps, and the ways back
 * to a game.
 */

import { look } from './checks.js';
import { BEGUN } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */
/** @import { Person } from './person.js' */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Counts all taps on a page, also after it has navigated.
 *
 * @param {Page} page
 */
async function countTaps(page) {
  let taps = 0;
  await page.exposeFunction('tapped', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => /** @type {any} */ (window).tapped(), true);
  });
  return () => taps;
}

test('a host needs three taps to the first tile, and a guest one', { tag: '@fast' }, async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const taps = [await countTaps(ana.page), await countTaps(bruno.page)];
  await ana.page.goto('/');
  await ana.button('Play with friends').tap();
  // Typing replaces the name that the server has made up.
  await expect(ana.button('Skip')).toBeVisible();
  await ana.page.keyboard.type('Ana');
  await ana.page.keyboard.press('Enter');
  await ana.page.waitForURL(/\/r\/\w+$/);
  await expect(ana.button('Copy link')).toHaveClass(/primary/);
  await look(ana, 'alone-in-a-room');
  await ana.button('Copy link').tap();
  await expect(ana.button('Copied')).toBeVisible();
  const link = await ana.page.evaluate(() => navigator.clipboard.readText());

  await bruno.page.goto(link);
  await expect(bruno.page.getByRole('heading', { name: /invites you to Tsuro$/ })).toBeVisible();
  await look(bruno, 'invited');
  await bruno.button('Join the game').tap();
  await expect(ana.page.locator('#seats .ready')).toHaveCount(1);
  await ana.button('Start the game').tap();
  await expect(bruno.squares()).toHaveCount(36);
  expect(taps.map((count) => count())).toEqual([3, 1]);
});

test('a joining player gets the chosen name and marker, and both are remembered', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const link = await ana.createRoom();
  await bruno.page.goto(link);
  await bruno.page.getByLabel('Your name').fill('Bruno');
  await bruno.page.getByRole('radio', { name: 'orange hexagon' }).check();
  await expect(bruno.page.getByRole('radio', { name: 'red circle' })).toBeDisabled();
  await bruno.page.keyboard.press('Enter');
  await expect(bruno.button("I'm not ready")).toBeVisible();
  await expect(ana.lines().last()).toContainText('Bruno joined (orange hexagon).');

  const again = await ana.createRoom();
  await bruno.page.goto(again);
  await expect(bruno.page.getByLabel('Your name')).toHaveValue('Bruno');
  await expect(bruno.page.getByRole('radio', { name: 'orange hexagon' })).toBeChecked();
  // A spectator is not asked again, but can still take a seat.
  await bruno.button('Just watch').click();
  await expect(bruno.page.locator('#join-form')).toBeHidden();
  await expect(bruno.page.locator('#watching-chip')).toBeVisible();
  await bruno.button('Join the game').click();
  await expect(bruno.button("I'm not ready")).toBeVisible();
});

test('the room has a link for spectators and a code for phones', async ({ arrive }) => {
  const [ana, zoe] = [await arrive('Ana'), await arrive('Zoe')];
  const link = await ana.createRoom();
  // A wide window shows the code at once.
  const code = ana.page.getByRole('img', { name: 'The link to this room as a QR code' });
  await expect(code).toBeVisible();
  await ana.page.setViewportSize(PHONE.viewport);
  await expect(code).toBeHidden();
  await ana.button('QR code').click();
  const dialog = ana.page.getByRole('dialog');
  await expect(dialog.getByRole('img')).toBeVisible();
  await expect(dialog).toContainText(link);
  await look(ana, 'code');
  await ana.page.keyboard.press('Escape');
  await ana.page.getByText('Link for spectators').click();
  await ana.page.locator('.watch-link').getByRole('button', { name: 'Copy link' }).click();
  const watching = await ana.page.evaluate(() => navigator.clipboard.readText());
  expect(watching).toBe(`${link}?watch`);
  await zoe.page.goto(watching);
  await expect(zoe.button('Join the game')).toBeVisible();
  await expect(zoe.page.locator('#join-form')).toBeHidden();
});

test('the first game starts automatically if the host has chosen that', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const link = await ana.createRoom();
  await ana.button('Change').click();
  const form = ana.options();
  await ana.openOptions('People');
  await form.locator('[name="starts_with"]').selectOption('2');
  await form.getByRole('button', { name: 'Save settings' }).click();
  await expect(ana.lines().last()).toContainText('as soon as 2 are seated');
  await bruno.page.goto(link);
  await bruno.button('Join the game').click();
  for (const { page } of [ana, bruno]) {
    await expect(page.locator('body')).toHaveAttribute('data-phase', 'playing');
  }
  // Both players have contributed to the shuffle without being asked.
  await bruno.resign();
  await expect(ana.verdict()).toBeVisible();
  const file = await ana.page.evaluate(
    async (path) => (await fetch(path)).json(),
    ['/api/rooms', new URL(link).pathname.split('/').at(-1), 'games/1'].join('/'),
  );
  expect(file.nonces).toEqual([expect.any(String), expect.any(String)]);
});

test('the front page lists the games of the reader, those that wait for them first', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, { course: { until: {} } });
  const isAsked = (/** @type {Person} */ person) => person.commit().isVisible();
  await expect.poll(async () => (await isAsked(ana)) || (await isAsked(bruno))).toBe(true);
  const [asked, other] = (await isAsked(ana)) ? [ana, bruno] : [bruno, ana];
  for (const { page } of people) await page.goto('/');
  const games = (/** @type {Person} */ { page }) => page.locator('#own');
  await expect(games(asked)).toContainText('your turn');
  await expect(games(other)).toContainText(`waiting for ${asked.name}`);
  await expect(asked.page).toHaveTitle(/^\(1\) /);
  await expect(other.page).not.toHaveTitle(/^\(/);
  await look(asked, 'own-games');
  await asked.page.getByRole('link', { name: `Play Tsuro with ${other.name}` }).click();
  await expect(asked.commit()).toBeVisible();
});

test('the tab and the app show a waiting game while the list is hidden', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  await settle(people, BEGUN);
  const mover = await whoseTurn(people);
  const other = people.find((person) => person !== mover);
  if (!other) throw new Error('nobody');
  const { page } = other;
  await page.addInitScript(() => {
    const badges = /** @type {number[]} */ ([]);
    Object.assign(window, { badges });
    Object.assign(navigator, {
      setAppBadge: async (/** @type {number} */ count) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    });
  });
  const badge = () => page.evaluate(() => /** @type {any} */ (window).badges.at(-1));
  await page.clock.install();
  await page.goto('/');
  await expect.poll(badge).toBe(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });
  await mover.takeTurn();
  await page.clock.runFor(61_000);
  await expect(page).toHaveTitle(/^\(1\) /);
  expect(await badge()).toBe(1);
});
