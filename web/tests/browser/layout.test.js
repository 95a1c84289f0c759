/**
 * Tests of the layout: in windows of every size nothing covers anything else, and everything can be
 * reached.
 */

import { expectAccessible, lookAtDialog } from './checks.js';
import { BEGUN, SLOW_CLOCK } from './prepare.js';
import { again, NAMES, start, whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Locator, Page } from '@playwright/test' */
/** @import { Person } from './person.js' */

/** Phones that leave a spectator little space. */
const PHONES = [
  { width: 375, height: 667 },
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
];
/** The size of a window of 1280x800 at a zoom of 200 %. */
const ENLARGED = { width: 640, height: 400 };
/** A phone on its side. */
const SIDEWAYS = { width: 667, height: 375 };
/** The windows, in addition to a phone on its side, in which a turn is played without scrolling. */
const UPRIGHT = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 820, height: 1180 },
];
const DESKS = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1280, height: 720 },
  { width: 1280, height: 600 },
  { width: 1024, height: 768 },
];
/** The minimum size of a touch target in pixels. */
const FINGER = 44;
/** The distance from the end in pixels within which a list counts as scrolled to the end. */
const AT_END = 4;

/**
 * Returns the positions of the visible elements.
 *
 * @param {Locator} parts
 */
function boxes(parts) {
  return parts.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height, what: /** @type {HTMLElement} */ (element).innerText };
      })
      .filter(({ width, height }) => width > 0 && height > 0),
  );
}

/**
 * Expects that no element covers another or leaves the window, once the page has adapted to its
 * size.
 *
 * @param {Page} page
 * @param {Locator} parts
 * @param {string} where
 */
const expectApart = (page, parts, where) =>
  expect(() => areApart(page, parts, where)).toPass({ timeout: 15_000 });

/**
 * @param {Page} page
 * @param {Locator} parts
 * @param {string} where
 */
async function areApart(page, parts, where) {
  const all = await boxes(parts);
  expect(all.length, where).toBeGreaterThan(1);
  const width = page.viewportSize()?.width ?? 0;
  for (const [index, one] of all.entries()) {
    expect(one.x, `${where}: ${one.what}`).toBeGreaterThanOrEqual(0);
    expect(one.x + one.width, `${where}: ${one.what}`).toBeLessThanOrEqual(width);
    for (const other of all.slice(index + 1)) {
      // Half a pixel is a rounding error.
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      expect(Math.min(across, down), `${where}: “${one.what}” over “${other.what}”`).toBeLessThan(
        0.5,
      );
    }
  }
}

/**
 * Expects the last line of the log to be visible, and to stay visible.
 *
 * @param {Person} person
 * @param {string} when
 */
async function expectFollowing({ page }, when) {
  const log = page.locator('#log');
  // A game with several people begins with the chat.
  await page.locator('#tab-log').click();
  await expect(log, when).toBeVisible();
  // Pending layout changes are done within two frames.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect
    .poll(
      () => log.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop),
      when,
    )
    .toBeLessThan(AT_END);
}

test('the log of eight players scrolls along, also after a reload and in the next game', async ({
  arrive,
  settle,
}) => {
  const people = [];
  for (const name of NAMES) people.push(await arrive(name));
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people);
  // The log is so long and the window so low that the list always has hidden lines.
  for (const guest of people.slice(1)) {
    await guest.button("I'm not ready").click();
    await guest.button("I'm ready").click();
  }
  for (const { page } of [ana, bruno]) await page.setViewportSize({ width: 1280, height: 500 });
  await ana.openLog();
  await expectFollowing(ana, 'before the game');
  await start(people);
  await expectFollowing(ana, 'at its beginning');
  await bruno.page.reload();
  await expect(bruno.squares()).toHaveCount(36);
  await expectFollowing(bruno, 'after a reload');
  const hidden = (/** @type {Person} */ { page }) =>
    page.locator('#log').evaluate((list) => list.scrollHeight - list.clientHeight);
  for (const person of [ana, bruno])
    expect(await hidden(person), 'there is something to follow').toBeGreaterThan(0);
  for (const person of people.slice(1)) await person.resign();
  for (const person of [ana, bruno]) await expectFollowing(person, 'after the game');
  await bruno.page.reload();
  await expect(bruno.verdict()).toBeVisible();
  await expectFollowing(bruno, 'after the game and a reload');
  await again(people);
  for (const person of [ana, bruno]) {
    await expect(person.turn()).toBeVisible();
    await expectFollowing(person, 'in the next game');
  }
  await (await whoseTurn(people)).takeTurn();
  for (const person of [ana, bruno]) await expectFollowing(person, 'after its first turn');

  // A reader who has scrolled up stays there.
  const log = ana.page.locator('#log');
  await log.hover();
  await ana.page.mouse.wheel(0, -10_000);
  await expect.poll(() => log.evaluate((list) => list.scrollTop)).toBe(0);
  await (await whoseTurn(people)).takeTurn();
  await expect(bruno.lines()).toHaveCount(await ana.lines().count());
  expect(await log.evaluate((list) => list.scrollTop)).toBe(0);
});

/** The controls that a turn needs, beside the board. */
const TURN =
  '.board-panel :is(.board-status, .hand-tile, .board-turn, .board-commit, .tortus-kind, .tortus-end, .sx-pile, .sx-action, .sx-more > button):not(.absent)';
/** The parts beside a board that are pressed or read. */
const PARTS =
  '.board-panel :is(.board-status, .hand-tile, .board-turn, .board-commit, .board-meta, .board-keys, .tortus-kind, .tortus-end, .sx-action, .zoom-button, .sx-more > button, .sx-facts)';

/**
 * Checks the dialogs with the rules of a game and with the confirmation before a player resigns.
 *
 * @param {Person} person
 * @param {string} game the name of the game
 */
async function lookIntoDialogs(person, game) {
  await person.button('Rules').click();
  const rules = person.page.getByRole('dialog', { name: `${game}: ` });
  await expect(rules.getByRole('link', { name: `How to play ${game}` })).toBeVisible();
  await lookAtDialog(person, `rules-of-${game}`);
  await rules.getByRole('button', { name: 'Close' }).click();
  await person.button('Resign').click();
  const question = person.page.getByRole('dialog', { name: 'Resign' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await lookAtDialog(person, `resigning-${game}`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
}

for (const [game, kind, own] of /** @type {const} */ ([
  ['Tsuro', 'tsuro', 'Your tiles'],
  ['Tortus', 'tortus', 'Your tiles'],
  ['Section X', 'section_x', 'Your stock'],
])) {
  test(`nothing beside the board of ${game} covers anything else`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const watcher = await arrive('Zoe');
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    const { link } = await settle(people, { ...BEGUN, game: kind, clock: SLOW_CLOCK });
    await watcher.page.goto(link);
    await expect(watcher.status()).not.toBeEmpty();
    for (const size of PHONES) {
      await watcher.page.setViewportSize(size);
      await expectApart(
        watcher.page,
        watcher.page.locator(PARTS),
        `who watches at ${size.width}x${size.height}`,
      );
    }
    let held = 0;
    for (const person of people) {
      const { page } = person;
      await page.setViewportSize(ENLARGED);
      await expect(person.status()).not.toBeEmpty();
      const tiles = page.getByRole('group', { name: own }).getByRole('button');
      if (game === 'Section X' && (await person.status().innerText()).startsWith('Draw a tile')) {
        await page.locator('.sx-pile').first().click();
        await expect(tiles.first()).toBeVisible();
      }
      for (const box of await boxes(tiles)) {
        expect(Math.min(box.width, box.height), game).toBeGreaterThanOrEqual(FINGER - 0.5);
        held += 1;
      }
      await expectApart(
        page,
        page.locator('.player strong, .player .clock:not(:empty)'),
        `${person.name} sees who plays, enlarged`,
      );
      await expectApart(page, page.locator(PARTS), `${person.name}, enlarged`);
      // In a low or narrow window a turn is played without scrolling.
      for (const size of [...UPRIGHT, SIDEWAYS, ENLARGED]) {
        await page.setViewportSize(size);
        const where = `${person.name} at ${size.width}x${size.height}`;
        await expectApart(page, page.locator(PARTS), where);
        for (const { what, y, height } of await boxes(page.locator(TURN)))
          expect(y + height, `${where}: ${what}`).toBeLessThanOrEqual(size.height);
      }
    }

    expect(held, 'tiles in hand').toBeGreaterThan(0);
    await lookIntoDialogs(ana, game);

    // The top of the panel beside the board is visible, however high the panel is.
    for (const size of DESKS) {
      const { page } = ana;
      await page.setViewportSize(size);
      await page.locator('.board-keys').click();
      const keys = page.getByRole('dialog', { name: 'Keys' });
      await expect(keys.locator('dl')).toBeVisible();
      const bar = await page.locator('.bar').boundingBox();
      const tops = await page
        .locator('#board, .board-panel, .board-square')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + scrollY));
      for (const top of tops)
        expect(top, `${size.width}x${size.height}`).toBeGreaterThanOrEqual(bar?.height ?? NaN);
      // The end of the panel can be reached as well.
      await keys.locator('dl > :last-child').scrollIntoViewIfNeeded();
      await expect(keys.locator('dl > :last-child')).toBeInViewport({ ratio: 0.9 });
      if (size === DESKS[0]) await expectAccessible(page, `the keys of ${game}`);
      await page.keyboard.press('?');
      await expect(keys).toBeHidden();
      await expect(page.locator('.board-keys'), 'who closes it goes on from there').toBeFocused();
      await page.evaluate(() => scrollTo(0, 0));
    }
  });
}

test('details that are opened after a game scroll into view', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, BEGUN);
  await bruno.resign();
  await expect(ana.verdict()).toBeVisible();
  for (const size of [...DESKS, { width: 390, height: 844 }]) {
    await ana.page.setViewportSize(size);
    const summary = ana.page.getByText('Link, settings, spectators');
    await summary.click();
    await expect(
      ana.page.getByRole('textbox', { name: 'Link to this room' }),
      `at ${size.width}x${size.height}`,
    ).toBeInViewport({ ratio: 1 });
    await summary.click();
  }
});

test('with forced colours a border shows whose turn it is and which tab is open', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', { forcedColors: 'active' }), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, BEGUN);
  const { page } = ana;
  const looks = (/** @type {string} */ which) =>
    page.locator(which).evaluate((element) => {
      const { borderTopColor, borderBottomColor, outlineStyle, backgroundColor } =
        getComputedStyle(element);
      return { borderTopColor, borderBottomColor, outlineStyle, backgroundColor };
    });
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  const [turn, other] = [await looks('.player.turn'), await looks('.player:not(.turn)')];
  expect(turn.borderTopColor).not.toBe(other.borderTopColor);
  expect(turn.outlineStyle).toBe('solid');
  // A border in the colour of the background is invisible.
  expect(other.borderTopColor).toBe(other.backgroundColor);
  const [open, closed] = [await looks('#tab-chat'), await looks('#tab-log')];
  expect(open.borderBottomColor).not.toBe(closed.borderBottomColor);
  expect(open.backgroundColor).not.toBe(closed.backgroundColor);
});
