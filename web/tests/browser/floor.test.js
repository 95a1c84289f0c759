/**
 * Tests of the oldest supported browsers: every page works in a Chromium without the features that
 * they lack, by MDN's compatibility data.
 */

import { remove, removedFeatures } from '../compat/remove.js';
import { olderSheet } from '../compat/sheets.js';
import { expectNoSidewaysScroll } from './checks.js';
import { BEGUN } from './prepare.js';
import { Convict } from './section-x.js';
import { leaveEntries } from './soon.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';
import { Player } from './tortus.js';

/** @import { Person } from './person.js' */
/** @import { Scene } from './test.js' */

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
const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];
const DESK = { width: 1280, height: 800 };

const removed = removedFeatures();
/**
 * The style sheets as an older browser reads them, by their addresses.
 *
 * @type {Map<string, string>}
 */
const sheets = new Map();

/**
 * Opens a browser that lacks the features of newer ones.
 *
 * @param {Scene['arrive']} arrive
 * @param {string} name
 */
async function arriveByOld(arrive, name) {
  const person = await arrive(name);
  await person.page.addInitScript(remove, removed);
  await person.page.route('**/*.css', async (route) => {
    const address = route.request().url();
    const response = await route.fetch();
    const sheet = sheets.get(address) ?? olderSheet(await response.text());
    sheets.set(address, sheet);
    await route.fulfill({ response, body: sheet });
  });
  return person;
}

/**
 * Expects no error so far, and no horizontal scrolling in windows of all sizes. Complaints of the
 * page fail the test at its end.
 *
 * @param {Person} person
 * @param {string} where
 */
async function expectWell({ page, complaints }, where) {
  await expect(page.locator('#fault'), where).toBeHidden();
  expect(complaints, where).toEqual([]);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(DESK);
}

test('Chromium lacks the features that the oldest supported browsers lack', async ({ arrive }) => {
  const { page } = await arriveByOld(arrive, 'Ana');
  await page.goto('/');
  await expect(page.locator('body.worded')).toBeVisible();
  const there = await page.evaluate(() => ({
    checkVisibility: 'checkVisibility' in Element.prototype,
    findLast: 'findLast' in Array.prototype,
    inert: 'inert' in HTMLElement.prototype,
    groupBy: 'groupBy' in Object,
    vibrate: 'vibrate' in navigator,
    Notification: 'Notification' in window,
    Segmenter: 'Segmenter' in Intl,
    // The oldest browsers have these.
    at: 'at' in Array.prototype,
    dialog: 'showModal' in HTMLDialogElement.prototype,
    structuredClone: 'structuredClone' in window,
    rules: [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].filter(({ cssText }) =>
        /:has\(|@container|color-mix|\ddvh/.test(cssText),
      ),
    ).length,
  }));
  expect(there).toEqual({
    checkVisibility: false,
    findLast: false,
    inert: false,
    groupBy: false,
    vibrate: false,
    Notification: false,
    Segmenter: false,
    at: true,
    dialog: true,
    structuredClone: true,
    rules: 0,
  });
  // Style sheets may still be on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('pages outside of rooms work in the oldest browsers', async ({ arrive }) => {
  const ana = await arriveByOld(arrive, 'Ana');
  for (const path of PAGES) {
    await ana.page.goto(path);
    await expect(ana.page.locator('body.worded')).toBeVisible();
    await expect(ana.page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await expectWell(ana, path);
  }
  // A lesson is played by keys.
  await ana.page.goto('/learn/tsuro');
  await expect(ana.squares()).toHaveCount(36);
  await ana.page.keyboard.press('r');
  await ana.page.keyboard.press('Enter');
  await expect(ana.page.locator('.coach')).not.toHaveAttribute('data-result', 'open');
  await expectWell(ana, 'a lesson');
});

test('a room is created, joined, chatted in, played and checked in the oldest browsers', async ({
  arrive,
}) => {
  test.setTimeout(300_000);
  const ana = await arriveByOld(arrive, 'Ana');
  const bruno = await arriveByOld(arrive, 'Bruno');
  // Firefox does not let a page read the clipboard.
  await ana.openRoom();
  const link = ana.page.url();
  await expectWell(ana, 'who has made a room');

  // A name and Enter take a seat.
  await bruno.page.goto(link);
  const field = bruno.page.getByRole('textbox', { name: 'Your name' });
  await expect(field).toBeVisible();
  await expectWell(bruno, 'who comes by a link');
  await field.focus();
  await bruno.page.keyboard.type('Bruno');
  // The chosen colour is recognisable.
  const grounds = await bruno.page
    .locator('.join-colour input')
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.matches(':checked'), getComputedStyle(input).backgroundColor]),
    );
  const chosen = grounds.filter(([checked]) => checked).map(([, ground]) => ground);
  const others = grounds.filter(([checked]) => !checked).map(([, ground]) => ground);
  expect(chosen).toHaveLength(1);
  expect(others).not.toContain(chosen[0]);
  await field.press('Enter');
  await expect(bruno.button("I'm not ready")).toBeVisible();
  await expect(ana.page.locator('#seats')).toContainText('Bruno');

  // A chat line is counted while the chat is hidden.
  await bruno.openChat();
  await bruno.page.getByRole('textbox', { name: 'Say something to the room' }).fill('Hello there');
  await bruno.page.keyboard.press('Enter');
  await expect(ana.page.locator('#tab-chat .badge')).toHaveText('1');
  await expectWell(ana, 'a line of chat');

  await ana.button('Start the game').click();
  for (const person of [ana, bruno]) await expect(person.squares()).toHaveCount(36);
  for (let turn = 0; turn < 4; turn += 1) {
    const person = await whoseTurn([ana, bruno]);
    const told = await ana.lines().count();
    await person.takeTurn();
    await expect.poll(() => ana.lines().count()).toBeGreaterThan(told);
  }
  for (const person of [ana, bruno]) await expectWell(person, 'a game');
  await ana.page.locator('.board-keys').click();
  await expect(ana.page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await ana.page.keyboard.press('?');
  await leaveEntries(ana.page);
  await ana.page.reload();
  await expect(ana.squares()).toHaveCount(36);

  await bruno.resign();
  await expect(ana.verdict()).toBeVisible();
  for (const person of [ana, bruno]) await expectWell(person, 'after a game');
  await ana.page.getByRole('link', { name: 'Check the shuffle', exact: true }).click();
  await expect(ana.page.getByRole('heading', { name: 'Shuffle verified' })).toBeVisible();
  await expectWell(ana, 'the check');
});

test('a game of Tortus works in the oldest browsers', async ({ arrive, settle }) => {
  const people = [await arriveByOld(arrive, 'Ana'), await arriveByOld(arrive, 'Bruno')];
  const players = people.map((person) => new Player(person));
  const until = { phase: { type: 'act' }, actions: 2 };
  const { next } = await settle(people, { game: 'tortus', course: { until, after: 2 } });
  for (const { seat, action } of next) {
    if (action.game === 'tortus') await players[seat]?.act(action);
  }
  expect(next.length).toBe(2);
  for (const person of people) await expectWell(person, 'Tortus');
  await people[0]?.resign();
  for (const person of people) await expect(person.verdict()).toBeVisible();
});

test('a game of Section X works in the oldest browsers', async ({ arrive, settle }) => {
  const people = [await arriveByOld(arrive, 'Ana'), await arriveByOld(arrive, 'Bruno')];
  const convicts = people.map((person) => new Convict(person));
  const { next } = await settle(people, { ...BEGUN, game: 'section_x' });
  const first = convicts.find(({ told }) => told.view?.choices != null);
  if (!first) throw new Error('nobody decides');
  expect(next).toBeDefined();
  await first.act({ type: 'draw', pile: first.view.choices?.draw[0] ?? 0 });
  const { choices } = first.view;
  const [place] = choices?.tile?.place ?? [];
  expect(place).toBeDefined();
  for (const person of people) await expectWell(person, 'Section X');
  await people[0]?.resign();
  for (const person of people) await expect(person.verdict()).toBeVisible();
});
