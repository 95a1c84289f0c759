/**
 * Tests of the appearance of this device: the colour scheme, the skins of the boards, narrow
 * windows and paper.
 */

import { expectAccessible, expectNoSidewaysScroll } from './checks.js';
import { BEGUN } from './prepare.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/** The pages outside of rooms. */
const PAGES = [
  '/',
  '/how/tsuro',
  '/how/tortus',
  '/how/section-x',
  '/learn/tsuro',
  '/learn/tortus',
  '/learn/section-x',
  '/check',
  '/you',
  '/nowhere',
];
const SKINS = ['Classic', 'Paper', 'Slate', 'High contrast'];

/** @param {Page} page */
const ground = (page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
/** @param {Page} page */
const table = (page) =>
  page.locator('.board-picture').evaluate((board) => getComputedStyle(board).backgroundColor);

/**
 * Chooses a card, whose radio button covers it.
 *
 * @param {Page} page
 * @param {string} name
 */
const choose = (page, name) => page.getByRole('radio', { name, exact: true }).check();

test('a chosen colour scheme holds on every page, from the first paint on, and in other tabs', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', { colorScheme: 'light' });
  const { page } = ana;
  await page.goto('/');
  const light = await ground(page);
  const other = await page.context().newPage();
  await other.goto('/you');
  await ana.button('Appearance').click();
  await choose(page, 'Dark');
  await expect.poll(() => ground(page)).not.toBe(light);
  const dark = await ground(page);
  await expect.poll(() => ground(other)).toBe(dark);
  await expectAccessible(page, 'the dialog', ['light'], 'dialog');

  // Before any module runs, the page has the chosen colours, also around the page.
  await page.route(/\.js$/, async (route) => {
    if (/first\.js/.test(route.request().url())) await route.continue();
  });
  await page.goto('/check', { waitUntil: 'commit' });
  await expect(page.locator('header.bar')).toBeAttached();
  // A page without its style sheet is not painted, and has no ground.
  await expect.poll(() => ground(page)).not.toBe('rgba(0, 0, 0, 0)');
  expect(await ground(page)).toBe(dark);
  await expect(page.locator('meta[name="theme-color"][media="all"]')).toHaveAttribute(
    'content',
    '#141b1d',
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await other.bringToFront();
  await other.getByRole('button', { name: 'Appearance' }).click();
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await choose(other, 'Automatic');
  await page.goto('/');
  expect(await ground(page)).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground(page)).toBe(dark);
});

for (const game of /** @type {const} */ (['tsuro', 'tortus', 'section_x'])) {
  test(`a board of ${game} has every skin in both schemes, and keeps it`, async ({
    arrive,
    settle,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    await settle(people, { ...BEGUN, game });
    const { page } = ana;
    const second = await page.context().newPage();
    await second.goto(page.url());
    await expect(second.locator('.board-picture')).toBeVisible();
    await page.bringToFront();
    const opener = ana.button('Settings on this device');
    const seen = new Set();
    const look = () =>
      page.locator('.board-square').evaluate((square) => {
        const tile = document.createElement('i');
        tile.style.color = 'var(--tile)';
        square.append(tile);
        const { color } = getComputedStyle(tile);
        tile.remove();
        return color;
      });
    for (const skin of SKINS) {
      await opener.click();
      await choose(page, skin);
      await page.keyboard.press('Escape');
      seen.add(await look());
      await expectAccessible(page, `${game} with ${skin}`);
    }
    expect(seen.size, 'different colours of tiles').toBe(SKINS.length);
    const chosen = await look();
    await page.reload();
    await expect(page.locator('.board-picture')).toBeVisible();
    expect(await look()).toBe(chosen);
    await expect(second.locator('html')).toHaveAttribute('data-skin', 'contrast');
    await opener.click();
    await expect(page.getByRole('radio', { name: 'High contrast' })).toBeChecked();
  });
}

test('a board has the colour of its skin under the tiles', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, BEGUN);
  const before = await table(ana.page);
  await ana.button('Settings on this device').click();
  await choose(ana.page, 'Slate');
  await expect.poll(() => table(ana.page)).not.toBe(before);
});

test('no page is wider than a window of 320 pixels, in any state of the bar', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', { viewport: { width: 320, height: 640 } });
  ana.expectComplaint(/404 \(Not Found\)/);
  const { page } = ana;
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.locator('body.worded'), path).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    await expectNoSidewaysScroll(page);
    await ana.button('Appearance').click();
    await expectNoSidewaysScroll(page);
  }
});

test('a second tab of a room is shown by a sign with a name, also on a phone', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', { viewport: { width: 390, height: 844 } });
  await ana.openRoom();
  const second = await ana.page.context().newPage();
  await second.goto(ana.page.url());
  const sign = ana.page.getByRole('img', { name: 'Open in 2 tabs' });
  await expect(sign).toBeVisible();
  await expect(sign).toHaveAttribute('title', 'Open in 2 tabs');
  await expectNoSidewaysScroll(ana.page);
  await second.close();
  await expect(sign).toBeHidden();
});

test('the rules of each game are printed on one sheet, in dark ink', async ({ arrive }) => {
  const { page } = await arrive('Ana', { colorScheme: 'dark' });
  for (const path of ['/how/tsuro', '/how/tortus', '/how/section-x']) {
    await page.goto(path);
    await expect(page.locator('.figure').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheet.match(/\/Type\s*\/Page\b/g)?.length, path).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Play in five minutes')).toBeVisible();
    await expect(page.locator('.bar')).toBeHidden();
    await expect(page.locator('main .figure').first()).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(
      'rgb(29, 42, 45)',
    );
    await page.emulateMedia({ media: null });
  }
});

test('an empty chat shows a drawing and a sentence until somebody writes', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openRoom();
  const { page } = ana;
  await ana.openChat();
  await expect(page.locator('#chat-empty .empty-drawing')).toBeVisible();
  await page.getByRole('textbox', { name: 'Say something to the room' }).fill('Good luck');
  await page.keyboard.press('Enter');
  await expect(page.locator('#chat-lines')).toContainText('Good luck');
  await expect(page.locator('#chat-empty')).toBeHidden();
});
