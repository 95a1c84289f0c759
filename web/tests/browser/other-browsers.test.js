/**
 * Tests in Firefox and WebKit: a whole game of each kind by clicks, and every page without errors.
 * All other tests use Chromium.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { BROWSERS, Browser } from './drivers/browser.js';
import { beginSolo, playSolo } from './drivers/solo.js';
import { expect, test } from './test.js';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const PICTURES = fileURLToPath(new URL('../output/other-browsers/', import.meta.url));

/** The games, each with the number of bots that makes it short. */
const GAMES = /** @type {const} */ ([
  { kind: 'tsuro', bots: 3, level: 'medium' },
  { kind: 'tortus', level: 'easy' },
  { kind: 'section_x', level: 'easy' },
]);

/** The pages outside of rooms. */
const PAGES = [
  '/',
  '/how/tsuro',
  '/how/tortus',
  '/how/section-x',
  '/learn/tsuro',
  '/check',
  '/you',
];

/**
 * Takes pictures of the page on a desktop and a phone, and expects no horizontal scrolling.
 *
 * @param {Browser} browser
 * @param {string} name the names of the browser and the page
 */
async function lookAt(browser, name) {
  await mkdir(PICTURES, { recursive: true });
  for (const size of [PHONE, DESK]) {
    await browser.resize(size);
    // WebKit updates the layout slightly after the window has its size.
    await expect.poll(() => browser.overflow(), `${name} at ${size.width}`).toBeLessThanOrEqual(0);
    const picture = await browser.picture();
    if (picture) await writeFile(`${PICTURES}${name}-${size.width}.png`, picture);
  }
}

for (const name of /** @type {(keyof typeof BROWSERS)[]} */ (Object.keys(BROWSERS))) {
  test.describe(name, { tag: '@deep' }, () => {
    /** @type {Browser} */
    let browser;
    test.beforeEach(async () => {
      browser = await Browser.open(name);
      await browser.resize(DESK);
    });
    test.afterEach(() => browser.close());

    test(`every page works in ${name}`, async ({ server }) => {
      test.setTimeout(300_000);
      for (const path of PAGES) {
        await browser.go(server.origin + path);
        await browser.until('words', () => document.body.classList.contains('worded'));
        const picture = path === '/' ? 'front' : path.slice(1).replaceAll('/', '-');
        await lookAt(browser, `${name}-${picture}`);
        expect(await browser.faults(), path).toEqual([]);
      }
    });

    test(`a room is created, chatted in and played in ${name}`, async ({ server, arrive }) => {
      test.setTimeout(300_000);
      await browser.go(server.origin);
      await browser.until('a name', () => document.querySelector('#name')?.textContent);
      // Typing replaces the name that the server has made up.
      await browser.click('#name');
      await browser.type('Zoe');
      await browser.click('dialog button', 'Save');
      await browser.until('the name', () => document.querySelector('#name')?.textContent === 'Zoe');
      await browser.click('#play-friends');
      await browser.until('a room', () => document.body.dataset['phase'] === 'lobby');
      await lookAt(browser, `${name}-room`);
      const ana = await arrive('Ana');
      await ana.come(await browser.run(() => location.href));
      await ana.sit();
      await browser.click('#open-talk');
      await browser.click('#chat-text');
      await browser.type('Hello there');
      await browser.click('#chat-send');
      await ana.openChat();
      await expect(ana.page.locator('#chat-lines')).toContainText('Hello there');
      await browser.click('button', 'Start the game');
      await expect(ana.squares()).toHaveCount(36);
      await browser.until('a board', () => document.querySelectorAll('.cell').length === 36);
      await lookAt(browser, `${name}-board`);
      // On a phone Back closes the sheet over the board, and the room stays open.
      await browser.resize(PHONE);
      await browser.click('#open-talk');
      await browser.until('the sheet', () => document.querySelector('#talk[data-open]'));
      await browser.back();
      await browser.until('the board alone', () => !document.querySelector('#talk[data-open]'));
      expect(await browser.run(() => document.body.dataset['phase'])).toBe('playing');
      expect(await browser.faults()).toEqual([]);
    });

    for (const game of GAMES) {
      test(`a whole game of ${game.kind} alone in ${name}`, async ({ server }) => {
        test.setTimeout(1_200_000);
        await beginSolo(browser, server.origin, game);
        await lookAt(browser, `${name}-${game.kind}`);
        const { decisions, verdict } = await playSolo(browser);
        expect(decisions).toBeGreaterThan(3);
        expect(verdict).toMatch(/win/);
        await lookAt(browser, `${name}-${game.kind}-over`);
        expect(await browser.faults()).toEqual([]);
      });
    }
  });
}
