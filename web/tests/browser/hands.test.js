/**
 * Tests of other keyboards, page translators and forced colours: keys, names and markers keep their
 * meaning.
 */

import { expectAccessible } from './checks.js';
import { BEGUN } from './prepare.js';
import { leaveEntries } from './soon.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/**
 * Presses a key of a keyboard with another layout.
 *
 * @param {Page} page
 * @param {string} key the typed character
 * @param {string} code the position on an English keyboard
 */
const pressOf = (page, key, code) =>
  page.evaluate(
    ([typed, place]) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: typed ?? '',
          code: place ?? '',
          bubbles: true,
          cancelable: true,
        }),
      ),
    [key, code],
  );

test('keys work on keyboards with other letters and digits', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const until = { phase: 'placing', board: [{}, {}] };
  await settle(people, { course: { until } });
  const person = await whoseTurn(people);
  const { page } = person;
  const chosen = () =>
    person
      .tiles()
      .evaluateAll((tiles) =>
        tiles.findIndex((tile) => tile.getAttribute('aria-pressed') === 'true'),
      );
  // A French keyboard types these without Shift.
  for (const [key, code, at] of /** @type {const} */ ([
    ['"', 'Digit3', 2],
    ['&', 'Digit1', 0],
    ['é', 'Digit2', 1],
  ])) {
    if ((await person.tiles().nth(at).getAttribute('aria-disabled')) === 'true') continue;
    await pressOf(page, key, code);
    await expect.poll(chosen, key).toBe(at);
  }
  // A Russian keyboard types this at the position of R.
  await person.legalTiles().first().click();
  const ghost = await page.locator('.layer-ghost').innerHTML();
  if (await person.button('Rotate').isEnabled()) {
    await pressOf(page, 'к', 'KeyR');
    await expect.poll(() => page.locator('.layer-ghost').innerHTML()).not.toBe(ghost);
  }
  // A Latin letter means itself, wherever it is. On this keyboard the R key types a P, and there is
  // no path to choose.
  const now = await page.locator('.layer-ghost').innerHTML();
  await pressOf(page, 'p', 'KeyR');
  expect(await page.locator('.layer-ghost').innerHTML()).toBe(now);
});

test('a hint can be requested on a Cyrillic keyboard', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await expect(page).toHaveTitle(/Your turn/);
  await pressOf(page, 'р', 'KeyH');
  await expect(page.locator('.notice.hint')).toBeVisible();
});

test('typing replaces the name that the server has made up, in every field', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openRoom();
  const link = ana.page.url();
  const zoe = await arrive('Zoe');
  const { page } = zoe;
  const type = async (/** @type {string} */ selector, /** @type {string} */ typed) => {
    await expect(page.locator(selector)).toHaveValue(/./);
    await page.keyboard.type(typed);
    await expect(page.locator(selector)).toHaveValue(typed);
  };
  // The name fields in the header, in the form to join and on the page of devices are focused by a
  // click, by Tab and by a script.
  await page.goto('/');
  await expect(page.locator('#name')).not.toBeEmpty();
  await page.locator('#name').click();
  await type('#name-field', 'Zoe');
  await page.keyboard.press('Escape');
  await leaveEntries(page);
  await page.goto('/you');
  await expect(page.locator('#name')).toHaveValue(/./);
  await page.locator('#name').click();
  await type('#name', 'Zoe');
  // A second click places the caret.
  await page.locator('#name').click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(page.locator('#name')).toHaveValue('Zoe!');
  await page.goto(link);
  await expect(page.locator('#join-name')).toHaveValue(/./);
  await page.locator('#join-name').focus();
  await type('#join-name', 'Zoe');
  await page.keyboard.press('Enter');
  await expect(ana.page.locator('#seats')).toContainText('Zoe');
});

test('page translators leave names unchanged wherever they are drawn', async ({
  arrive,
  settle,
}) => {
  const names = ['Rose Weiss', 'Juan Grande'];
  const people = [];
  for (const name of names) people.push(await arrive(name));
  const [rose, juan] = people;
  if (!rose || !juan) throw new Error('nobody');
  /** Returns the places where a name would be translated. @param {Page} page */
  const translated = (page) =>
    page.evaluate((wanted) => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const element = text.parentElement;
        // Announcements for screen readers are single text nodes without marked names.
        if (!element || element.closest('#live') || element.getClientRects().length === 0) continue;
        if (!wanted.some((name) => text.textContent?.includes(name))) continue;
        if (!element.closest('[translate="no"]'))
          found.push(`${element.tagName}.${element.className}#${element.id}: ${text.textContent}`);
      }
      return found;
    }, names);
  await settle(people);
  await expect(rose.page.locator('#seats')).toContainText('Juan Grande');
  expect(await translated(rose.page), 'before a game').toEqual([]);
  await rose.button('Start the game').click();
  for (const person of people) await expect(person.squares()).toHaveCount(36);
  for (const { page } of people) expect(await translated(page), 'in a game').toEqual([]);
  await juan.resign();
  await expect(rose.verdict()).toBeVisible();
  for (const { page } of people) expect(await translated(page), 'after a game').toEqual([]);
});

test('programs that darken pages leave the markers unchanged', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  ana.expectComplaint(/404 \(Not Found\)/);
  for (const path of ['/', '/r/k7m2p9qx4t', '/check', '/you', '/how/tsuro', '/learn/tsuro']) {
    await page.goto(path);
    await expect(page.locator('head > meta[name="darkreader-lock"]'), path).toHaveCount(1);
  }
});

test('the open tab is legible with forced colours', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', { forcedColors: 'active' }), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, BEGUN);
  const tab = ana.page.locator('#tab-chat');
  // A browser draws a background behind letters whose colour it forces. Here the letters would have
  // the colour of that background.
  expect(await tab.evaluate((one) => getComputedStyle(one).forcedColorAdjust)).toBe('none');
  expect(
    await tab
      .locator('span')
      .first()
      .evaluate((one) => getComputedStyle(one).forcedColorAdjust),
  ).toBe('none');
  await expectAccessible(ana.page, 'forced colours', ['light'], '.tabs');
});

test('a page without scripts reports that after a while', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  // As with a filter, no script is loaded, and no event reports it.
  await page.route('**/*.js', (route) => route.abort());
  for (const path of ['/', '/r/k7m2p9qx4t', '/check', '/you', '/nowhere']) {
    await page.goto(path);
    const sentence = page.getByText('The scripts of this page have not run yet.');
    await expect(sentence, path).toBeHidden();
    await page.evaluate(() => {
      for (const one of document.getAnimations()) one.finish();
    });
    await expect(sentence, path).toBeInViewport({ ratio: 1 });
  }
  await context.close();
});
