/**
 * Tests of the room page during a game: everything that a turn needs is in view, notices cover
 * nothing and move nothing, and the menu of the game is within reach.
 */

import { look } from './checks.js';
import { BEGUN, SLOW_CLOCK } from './prepare.js';
import { NAMES, start, whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Locator } from '@playwright/test' */
/** @import { Person } from './person.js' */

const DESK = { width: 1280, height: 800 };
const TABLET = { width: 768, height: 1024 };
const PHONE = { width: 390, height: 844 };
/** The parts that a turn needs. */
const NEEDED =
  '#players .player, .board-square, .board-status, .hand-tile, .board-turn, .board-commit, #resign';
/** The minimum height in pixels of the log and the chat beside the board. */
const TALK_HEIGHT = 220;

/**
 * Returns the places of the visible elements.
 *
 * @param {Locator} parts
 */
const placesOf = (parts) =>
  parts.evaluateAll((all) =>
    all
      .filter((one) => one.getClientRects().length > 0)
      .map((one) => {
        const { top, right, bottom, left } = one.getBoundingClientRect();
        return { top, right, bottom, left };
      }),
  );

/**
 * Opens a question by an action, and expects it to cover neither a player nor a clock, and to move
 * nothing.
 *
 * @param {Person} asked
 * @param {() => Promise<void>} ask
 * @param {string} what
 */
async function expectCoversNothing(asked, ask, what) {
  const { page } = asked;
  const question = page.locator('#board-notice .notice');
  const still = page.locator('#players .player, .board-square, .hand-tile');
  const before = await placesOf(still);
  await ask();
  await expect(question, what).toBeVisible();
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    const [notice] = await placesOf(question);
    if (!notice) throw new Error('no notice');
    const where = `${what} at ${size.width}x${size.height}`;
    expect(notice.bottom, where).toBeLessThanOrEqual(size.height);
    for (const part of await placesOf(page.locator('.player, .clock, .board-square, .hand-tile'))) {
      const across = Math.min(notice.right, part.right) - Math.max(notice.left, part.left);
      const down = Math.min(notice.bottom, part.bottom) - Math.max(notice.top, part.top);
      // Half a pixel is a rounding error.
      expect(Math.min(across, down), where).toBeLessThan(0.5);
    }
  }
  expect(await placesOf(still), `${what} moves nothing`).toEqual(before);
}

test('with eight players everything that a turn needs is in view', async ({ arrive, settle }) => {
  const people = [];
  for (const name of NAMES) people.push(await arrive(name, { viewport: DESK }));
  await settle(people, { clock: SLOW_CLOCK });
  await start(people);
  const person = await whoseTurn(people);
  for (const size of [DESK, TABLET]) {
    await person.page.setViewportSize(size);
    const where = `at ${size.width}x${size.height}`;
    const places = await placesOf(person.page.locator(NEEDED));
    expect(places.length, where).toBeGreaterThan(8 + 3 + 4);
    for (const { bottom } of places) expect(bottom, where).toBeLessThanOrEqual(size.height);
  }
  await person.page.setViewportSize(DESK);
  const [talk] = await placesOf(person.page.locator('#talk'));
  if (!talk) throw new Error('no log');
  expect(Math.min(talk.bottom, DESK.height) - talk.top).toBeGreaterThanOrEqual(TALK_HEIGHT);
  await person.button('Game menu').click();
  await expect(person.page.getByRole('dialog', { name: 'Game menu' })).toBeVisible();
  await person.page.keyboard.press('Escape');
  await expect(person.button('Game menu')).toBeFocused();
});

test('a question covers no player and no clock, and moves nothing', async ({ arrive, settle }) => {
  const people = [
    await arrive('Ana', { viewport: DESK }),
    await arrive('Bruno'),
    await arrive('Chiara'),
  ];
  const zoe = await arrive('Zoe', { viewport: PHONE });
  const [ana, bruno, chiara] = people;
  if (!ana || !bruno || !chiara) throw new Error('nobody');
  const { link } = await settle(people, { ...BEGUN, clock: SLOW_CLOCK });
  await zoe.come(link);
  await expect(ana.squares()).toHaveCount(36);
  await expectCoversNothing(ana, () => bruno.choose('Pause…'), 'a pause');
  await ana.button('Keep playing').click();

  const mover = await whoseTurn(people);
  const other = mover === ana ? bruno : ana;
  await other.page.setViewportSize(DESK);
  await mover.takeTurn();
  const back = mover.button('Ask to take back my move');
  // The turn changes the clocks before the question is asked.
  await expect(back).toBeVisible();
  await expectCoversNothing(other, () => back.click(), 'a move to take back');
  await other.button('Decline').click();

  await chiara.page.close();
  await expect(ana.page.locator('#players')).toContainText('offline');
  // In the strip of a phone the button is behind a small one, so that the strip keeps its height.
  const strip = await placesOf(zoe.page.locator('#players .player, .board-square'));
  await zoe.button('Options for Chiara').click();
  await zoe.button('Ask to take over for Chiara').last().click();
  expect(await placesOf(zoe.page.locator('#players .player, .board-square'))).toEqual(strip);
  const question = ana.page.getByRole('group', { name: 'Zoe wants to take over for Chiara.' });
  await expect(question).toBeVisible();
  await expectCoversNothing(ana, async () => {}, 'a seat');
});

test('the arrow keys work at once on the own turn', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  await settle(people, BEGUN);
  const person = await whoseTurn(people);
  await person.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await person.page.keyboard.press('ArrowRight');
  await expect(person.page.locator('.board-square :focus')).toHaveCount(1);
  // A field keeps its keys.
  await person.page.getByRole('tab', { name: /^Chat/ }).click();
  const field = person.page.getByRole('textbox', { name: 'Say something to the room' });
  await field.fill('ab');
  await field.press('ArrowLeft');
  await expect(field).toBeFocused();
});

test('a paused game takes no decisions and says so', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, { ...BEGUN, clock: SLOW_CLOCK });
  await ana.choose('Pause…');
  await bruno.button('Agree').click();
  const notice = bruno.page.locator('#board-notice');
  await expect(notice).toContainText('Paused: Ana asked for it.');
  const person = await whoseTurn(people);
  await person.page.keyboard.press('1');
  await expect(person.commit()).toHaveAttribute('aria-disabled', 'true');
  await expect(person.commit()).toHaveAttribute('title', /paused/);
  await look(bruno, 'paused-board');
  await ana.button('Resume').click();
  await expect(notice).toBeEmpty();
});
