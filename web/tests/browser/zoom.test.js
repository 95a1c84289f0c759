/**
 * Tests of narrow windows, enlarged pages and large text: nothing is wider than the window, the
 * whole bar can be reached, a turn is played without scrolling, and a zoom makes no board smaller.
 */

import { BEGUN } from './prepare.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */
/** @import { Person } from './person.js' */

/**
 * @typedef {object} View a combination of window and text size
 * @property {string} name
 * @property {{ width: number, height: number }} size the size of the window as the page sees it; a
 *   zoom of 200 % leaves half of it
 * @property {number} [text] the text size in percent, as set in the browser
 */

/** @type {readonly View[]} */
const VIEWS = [
  { name: '320 pixels', size: { width: 320, height: 568 } },
  { name: '390 pixels', size: { width: 390, height: 844 } },
  { name: '390 pixels at 150 %', size: { width: 260, height: 563 } },
  { name: '390 pixels at 200 %', size: { width: 195, height: 422 } },
  { name: '390 pixels, text at 150 %', size: { width: 390, height: 844 }, text: 150 },
  { name: '390 pixels, text at 200 %', size: { width: 390, height: 844 }, text: 200 },
  { name: '1280 pixels at 125 %', size: { width: 1024, height: 640 } },
  { name: '1280 pixels at 150 %', size: { width: 853, height: 533 } },
  { name: '1280 pixels at 175 %', size: { width: 731, height: 457 } },
  { name: '1280 pixels at 200 %', size: { width: 640, height: 400 } },
  { name: '1280 pixels, text at 200 %', size: { width: 1280, height: 800 }, text: 200 },
];

/** The default font sizes of a browser in pixels. */
const USUAL = { standard: 16, fixed: 13 };

/** The zooms in percent that make no board smaller on the screen. */
const ZOOMS = [125, 150, 175, 200];

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
];

/**
 * @param {Page} page
 * @param {View} view
 */
async function lookBy(page, { size, text = 100 }) {
  const session = await page.context().newCDPSession(page);
  const fontSizes = {
    standard: Math.round((USUAL.standard * text) / 100),
    fixed: Math.round((USUAL.fixed * text) / 100),
  };
  await session.send('Page.setFontSizes', { fontSizes });
  await session.detach();
  await page.setViewportSize(size);
  // Layout changes that follow the size are done within two frames.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/**
 * Returns the parts of the page beyond the sides of the window: the excess width of the page, and
 * parts of the bar.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
function beyond(page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = [];
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} of ${clientWidth} wide`);
    const parts = [...document.querySelectorAll('.bar :is(a, button, #watching, #own-tabs)')];
    const boxes = parts
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1);
    for (const { part, box } of boxes) {
      const what = part.id || part.textContent?.trim();
      if (box.left < -0.5 || box.right > clientWidth + 0.5) found.push(`${what} is cut off`);
      for (const other of boxes) {
        if (other.part === part || other.part.contains(part) || part.contains(other.part)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 0.5 && down > 0.5) found.push(`${what} lies over another part of the bar`);
      }
    }
    return found;
  });
}

/**
 * Returns the controls of a turn that are below the window.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
function below(page) {
  return page.evaluate(() => {
    scrollTo(0, 0);
    const parts = document.querySelectorAll(
      '.board-panel :is(.hand-tile, .board-commit, .sx-pile):not(.absent)',
    );
    return [...parts]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => part.getBoundingClientRect().bottom > innerHeight + 0.5)
      .map(
        (part) =>
          `${part.className} ends at ${Math.round(part.getBoundingClientRect().bottom)} of ${innerHeight}`,
      );
  });
}

/**
 * Returns the zooms at which the board takes fewer pixels of the screen than without a zoom.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
async function shrunk(page) {
  /** @param {number} zoom */
  const widthAt = async (zoom) => {
    const size = { width: Math.round(128_000 / zoom), height: Math.round(80_000 / zoom) };
    await lookBy(page, { name: '', size });
    const box = await page.locator('.board-picture').boundingBox();
    return ((box?.width ?? 0) * zoom) / 100;
  };
  const usual = await widthAt(100);
  const found = [];
  for (const zoom of ZOOMS) {
    const width = await widthAt(zoom);
    if (width < usual) {
      found.push(`${zoom} %: ${Math.round(width)} of ${Math.round(usual)} pixels`);
    }
  }
  return found;
}

/**
 * @param {Person} person
 * @param {string} what
 * @param {(page: Page) => Promise<string[]>} [also]
 */
async function expectWithin({ page }, what, also = async () => []) {
  for (const view of VIEWS) {
    await lookBy(page, view);
    const found = [...(await beyond(page)), ...(await also(page))];
    expect.soft(found, `${what}, ${view.name}`).toEqual([]);
  }
  await lookBy(page, { name: '', size: { width: 1280, height: 800 } });
}

test('pages stay within the window however they are enlarged', async ({ arrive }) => {
  const ana = await arrive('Ana');
  for (const path of PAGES) {
    await ana.page.goto(path);
    await expect(ana.page.locator('body.worded')).toBeVisible();
    await expectWithin(ana, path);
  }
});

test('a room before a game stays within the window, for host, guest and in two tabs', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const bruno = await arrive('Bruno with a long name');
  const link = await ana.createRoom();
  await expectWithin(ana, 'who has made a room');
  await bruno.page.goto(link);
  await expect(bruno.button('Join the game')).toBeVisible();
  await expectWithin(bruno, 'who comes by a link');
  await bruno.introduce();
  await bruno.sit();
  const second = await bruno.page.context().newPage();
  await second.goto(link);
  await expect(bruno.page.locator('#own-tabs')).toBeVisible();
  await expectWithin(bruno, 'in two tabs');
});

for (const game of /** @type {const} */ (['tsuro', 'tortus', 'section_x'])) {
  test(`a turn of ${game} is visible however the page is enlarged`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    await settle(people, { ...BEGUN, game });
    for (const person of people) {
      await expect(person.status()).not.toBeEmpty();
      await expectWithin(person, `${person.name} in ${game}`, below);
    }
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    expect.soft(await shrunk(ana.page), `the board of ${game}`).toEqual([]);
    // A spectator with two tabs has the fullest bar.
    const second = await ana.page.context().newPage();
    await second.goto(ana.page.url());
    await expect(ana.page.locator('#own-tabs')).toBeVisible();
    await expectWithin(ana, `in two tabs in ${game}`);
  });
}
