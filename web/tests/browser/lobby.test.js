/**
 * Tests of the table before a game: its seats, the way in, and what keeps a waiting guest in touch.
 */

import { look } from './checks.js';
import { gather, start } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @param {Person} person */
const seats = ({ page }) => page.locator('#seats > li');
/** @param {Person} person */
const sentence = ({ page }) => page.locator('#obstacle');

test('a guest has a name of their own after three taps and without deleting', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno', PHONE)];
  const link = await ana.createRoom();
  const { page } = bruno;
  await page.goto(link);
  await page.getByLabel('Your name').tap();
  await page.keyboard.type('Bruno');
  await bruno.button('Join the game').tap();
  await expect(sentence(bruno)).toHaveText("You're in. Waiting for Ana to start.");
  await expect(seats(ana).nth(1).locator('strong')).toHaveText('Bruno');
});

test('a guest takes a seat at the table with the name and marker of the invitation', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const link = await ana.createRoom();
  await bruno.page.goto(link);
  await bruno.page.getByLabel('Your name').fill('Bruno');
  await bruno.page.getByRole('radio', { name: 'green triangle' }).check();
  await bruno.button('Sit here: seat 5').click();
  await expect(seats(bruno).nth(4)).toContainText('Bruno');
  await expect(bruno.button('Change your marker, now green triangle')).toBeVisible();
});

test('the seats are a list in order, and a host manages them with the keyboard', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openRoom();
  await expect(seats(ana)).toHaveCount(8);
  await expect(ana.page.locator('.table-board > svg')).toBeVisible();
  await ana.press(ana.button('Add a bot: seat 3'));
  const dialog = ana.page.getByRole('dialog');
  await ana.press(dialog.getByRole('button', { name: /^hard/ }));
  await expect(seats(ana).nth(2)).toContainText('bot, hard');
  await expect(ana.button('Start the game')).toHaveAttribute('aria-disabled', 'false');
  await look(ana, 'table');
  const name = await seats(ana).nth(2).locator('strong').innerText();
  await ana.press(ana.button(`Host options for ${name}`));
  await ana.press(dialog.getByRole('button', { name: 'Remove the bot' }));
  await expect(ana.button('Add a bot: seat 3')).toBeVisible();
});

test('a spectator is told that they watch, and whether a seat is free', async ({ arrive }) => {
  const [ana, bruno, zoe] = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const link = await ana.createRoom({ rules: { game: 'Tortus' } });
  await zoe.come(`${link}?watch`);
  const chip = zoe.page.locator('#watching-chip');
  await expect(chip).toHaveText('Watching');
  await expect(sentence(zoe)).toHaveText("You're watching. A seat is free.");
  await expect(zoe.button('Join the game')).toBeVisible();
  await bruno.come(link);
  await bruno.sit();
  await expect(sentence(zoe)).toHaveText(
    'All 2 seats are taken. You can ask for one when somebody leaves.',
  );
  await expect(zoe.button('Join the game')).toBeHidden();
  const note = ana.page.locator('#invite-note');
  await expect(note).toHaveText('All seats are taken. Anyone with this link can watch.');
  await ana.button('Lock the room').click();
  await expect(note).toHaveText('The room is locked. Nobody new can come in.');
  await look(zoe, 'full-table');
  await bruno.button('Leave the table').click();
  await zoe.button('Join the game').click();
  await expect(chip).toBeHidden();
});

test('a spectator follows a player, replays the last turn and enlarges the board', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  const zoe = await arrive('Zoe');
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people);
  await start(people);
  await zoe.come(link);
  const replay = zoe.page.locator('#replay');
  await expect(replay).toHaveAttribute('aria-disabled', 'true');
  const first = (await ana.commit().isVisible()) ? ana : bruno;
  await first.takeTurn();
  await expect(replay).not.toHaveAttribute('aria-disabled', 'true');
  await replay.click();
  await zoe.page.keyboard.press('Escape');
  await expect(zoe.page.locator('.marker')).toHaveCount(1);
  await zoe.page.getByLabel('Follow a player').selectOption({ label: `Follow ${first.name}` });
  const row = zoe.page.locator('.player[data-followed]');
  await expect(row).toContainText(first.name);
  await look(zoe, 'following');
  await zoe.button('Full screen').click();
  await expect(zoe.page.locator('.bar')).toBeHidden();
  await expect(zoe.page.locator('.board-picture')).toBeVisible();
  await zoe.button('Leave full screen').click();
  await expect(zoe.page.locator('.bar')).toBeVisible();
  await expect(ana.button('Full screen')).toBeHidden();
});

test('on a phone the enlarged board of Section X is at the top, and the place on the page is kept', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page } = await arrive('Zoe', phone);
  const { link } = await settle(people, { game: 'section_x', course: { until: {} } });
  await page.goto(link);
  await page.getByLabel('Follow a player').selectOption({ label: 'Follow Ana' });
  await expect(page.locator('.player[data-followed]')).toContainText('Ana');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  const full = page.locator('#full-screen');
  await full.click();
  await expect(page.locator('.bar')).toBeHidden();
  await expect(page.locator('.board-picture')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.locator('.bar')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(before, -1);
});

for (const [device, options] of /** @type {const} */ ([
  ['desk', {}],
  ['phone', PHONE],
])) {
  test(`a chat line is counted and shown for a moment on a ${device}`, async ({ arrive }) => {
    const [ana, bruno] = [await arrive('Ana', options), await arrive('Bruno')];
    await gather([ana, bruno]);
    await bruno.openChat();
    await bruno.page.locator('#chat-text').fill('shall we?');
    await bruno.page.keyboard.press('Enter');
    const line = ana.page.locator('.last-line');
    await expect(line).toHaveText(/Bruno shall we\?/);
    await expect(ana.page.locator('#open-talk .badge')).toHaveText('1');
    await line.click();
    await expect(line).toBeHidden();
    await expect(ana.page.locator('#chat-lines')).toContainText('shall we?');
    await expect(ana.page.locator('#open-talk .badge')).toHaveText('');
    // A reader who sees the chat needs no second copy.
    await bruno.page.locator('#chat-text').fill('now?');
    await bruno.page.keyboard.press('Enter');
    await expect(ana.page.locator('#chat-lines')).toContainText('now?');
    await expect(line).toHaveCount(0);
    await ana.page.keyboard.press('Escape');
    await expect(ana.page.locator('#talk')).toBeHidden();
  });
}

test('a lesson that was opened from a room follows its table', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  const opened = bruno.page.waitForEvent('popup');
  await bruno.page.getByRole('link', { name: 'Learn Tsuro in 2 minutes' }).click();
  const lesson = await opened;
  const strip = lesson.locator('#waiting');
  await expect(strip).toContainText("You're waiting in Ana's room.");
  await look({ page: lesson }, 'waiting-lesson');
  await ana.button('Start the game').click();
  await expect(strip).toContainText("Ana's game has started.");
  await expect(lesson).toHaveTitle("Ana's game has started.");
  // The page of the lesson closes itself, maybe before the click has ended.
  await lesson
    .getByRole('link', { name: 'Go to the table' })
    .click()
    .catch((error) => {
      if (!lesson.isClosed()) throw error;
    });
  await expect.poll(() => lesson.isClosed() || /\/r\//.test(lesson.url())).toBe(true);
  await expect(bruno.page.locator('body')).toHaveAttribute('data-phase', 'playing');
});

test('a lesson says when the page of its room was closed', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  const opened = bruno.page.waitForEvent('popup');
  await bruno.page.getByRole('link', { name: 'Learn Tsuro in 2 minutes' }).click();
  const lesson = await opened;
  await expect(lesson.locator('#waiting')).toContainText("You're waiting in Ana's room.");
  await bruno.page.goto('about:blank');
  await expect(lesson.locator('#waiting')).toContainText('The page of your room was closed');
  await lesson.getByRole('link', { name: 'Go to the table' }).click();
  await expect(lesson).toHaveURL(/\/r\//);
});
