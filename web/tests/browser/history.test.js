/**
 * Tests of the lists of finished games, of the pages of people, and of games in files. All games
 * are prepared.
 */

import { readFile } from 'node:fs/promises';

import { look, lookAtDialog, watchRequests, watchShifts, watchTransfer } from './checks.js';
import { expect, test } from './test.js';

/** @import { Locator, Page } from '@playwright/test' */

/** A course to the end of a game of Tsuro. */
const OVER = { course: { until: { phase: 'over' } } };
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** The maximum size of the first load in bytes, and the maximum number of its requests. */
const FIRST_LOAD = { bytes: 150_000, requests: 12 };
/** The layout shift below which a movement is invisible. */
const LEAST_SHIFT = 0.02;

/** @param {Page} page */
const entries = (page) => page.locator('.history-games > li');

/**
 * Presses the key of a control that the Tab key can reach.
 *
 * @param {Locator} control
 * @param {string} key
 */
async function pressOn(control, key) {
  await control.focus();
  await control.press(key);
}

/**
 * Drops a file on the page.
 *
 * @param {Page} page
 * @param {string} content
 */
async function drop(page, content) {
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.json', { type: 'application/json' }));
    return data;
  }, content);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await expect(page.locator('.history-file.dropping')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

test('finished games are filtered by the address and open in their replay', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Caterina')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, OVER);
  const { page } = ana;
  // The list is found where the games are.
  await page.goto('/');
  await page.getByRole('link', { name: 'All your finished games' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finished games');
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('Tsuro');
  for (const name of ['Ana', 'Bruno', 'Caterina'])
    await expect(entries(page).getByText(name, { exact: true })).toBeVisible();
  await look(ana, 'games');

  // The choice is in the address, so that it survives a reload, and is made by keys as well.
  await page.getByLabel('Game', { exact: true }).selectOption('Tortus');
  await expect(page).toHaveURL(/\?game=tortus$/);
  await expect(page.getByText('No game fits. Choose less.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Game', { exact: true })).toHaveValue('tortus');
  await page.getByLabel('Game', { exact: true }).selectOption('All games');
  await expect(entries(page)).toHaveCount(1);
  await pressOn(page.getByLabel('Only games that you won'), 'Space');
  await expect(page).toHaveURL(/\?won=true$/);
  await pressOn(page.getByLabel('Only games that you won'), 'Space');
  await expect(page).toHaveURL(/\/games$/);
  const opponents = page.locator('#people tbody tr');
  await expect(opponents).toHaveCount(2);
  await pressOn(page.getByRole('checkbox', { name: 'Only games with Bruno' }), 'Space');
  await expect(page).toHaveURL(/\?with=[0-9a-f]{16}$/);
  await page.reload();
  await expect(page.locator('#with-names')).toHaveText('Only games with Bruno');
  await expect(entries(page)).toHaveCount(1);
  await pressOn(page.getByRole('link', { name: 'With anyone' }), 'Enter');
  await expect(page).toHaveURL(/\/games$/);
  await expect(page.getByRole('checkbox', { name: 'Only games with Bruno' })).not.toBeChecked();

  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await pressOn(entries(page).getByRole('link', { name: /^Replay: Tsuro/ }), 'Enter');
    await expect(page).toHaveURL(/\/g\/[0-9a-f]{20}/);
    await expect(page.locator('#board .board-square').first()).toBeVisible();
    await page.goto('/games');
    await expect(entries(page)).toHaveCount(1);
  }
});

test('a room lists all of its games', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, OVER);
  const { page } = ana;
  await pressOn(page.getByRole('button', { name: 'All games of this room' }), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'All games of this room' });
  await expect(dialog.locator('.history-games > li')).toHaveCount(1);
  await expect(dialog).toContainText('Tsuro, game 1');
  await lookAtDialog(ana, 'games of a room');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a page of a person is there only while they want it', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, OVER);
  const { page } = ana;
  await page.goto('/you');
  const shows = page.getByLabel('Show my page');
  await expect(shows).not.toBeChecked();
  await pressOn(shows, 'Space');
  await expect(page.locator('#page-note')).toHaveText('Your page is there now.');
  await pressOn(page.getByRole('link', { name: 'Open your page' }), 'Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana');
  await expect(page.getByText('This is what others see of you here.')).toBeVisible();
  await expect(page.locator('#figures tbody tr')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Games in public rooms' })).toBeHidden();
  await look(ana, 'person');
  const address = page.url();

  // Ana's name leads to her page in the lists of others.
  await bruno.page.goto('/games');
  await entries(bruno.page).getByRole('link', { name: 'Ana', exact: true }).click();
  await expect(bruno.page).toHaveURL(address);
  await expect(bruno.page.locator('#own')).toBeHidden();

  await page.goto('/you');
  await pressOn(shows, 'Space');
  await expect(page.locator('#page-note')).toContainText('Your page is gone.');
  bruno.expectComplaint(/404 \(Not Found\)/);
  expect((await bruno.page.goto(address))?.status()).toBe(404);
  await expect(bruno.page.getByRole('heading', { level: 1 })).toHaveText('No such page');
  await look(bruno, 'no-such-person');
  await bruno.page.goto('/games');
  await expect(entries(bruno.page)).toHaveCount(1);
  await expect(entries(bruno.page).getByRole('link', { name: 'Ana' })).toHaveCount(0);
});

test('the file of a game is replayed when it is dropped or chosen', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { room } = await settle(people, OVER);
  const { page } = ana;
  const answer = await page.request.get(`/api/rooms/${room}/games/1`);
  const file = (await answer.body()).toString();
  // Anyone may do that, not only its players.
  const stranger = await arrive('Stranger');
  await stranger.page.goto('/games');
  await expect(stranger.page.getByText(/nothing is kept/)).toBeVisible();
  const title = stranger.page.getByRole('heading', { level: 1 });
  for (const size of [DESK, PHONE]) {
    await stranger.page.setViewportSize(size);
    await drop(stranger.page, file);
    await expect(title).toHaveText('Tsuro: Ana and Bruno');
    await expect(title).toBeFocused();
    await expect(stranger.page.locator('.replay-board .board-square').first()).toBeInViewport();
    await expect(stranger.page.getByText(/Nothing of it is kept/)).toBeVisible();
    const seen = stranger.page.waitForResponse(/\/api\/replay\?view=1$/);
    await stranger.page.getByLabel('Seen by').selectOption('Bruno');
    expect((await seen).status()).toBe(200);
    await expect(stranger.page.getByLabel('Seen by').locator('option:checked')).toHaveText('Bruno');
    await stranger.page.locator('body').press('Home');
    await expect(stranger.page.locator('.film-sentence')).toContainText('Start');
    if (size === DESK) await look(stranger, 'a replayed file');
    await pressOn(stranger.page.getByRole('button', { name: 'Close this replay' }), 'Enter');
    await expect(title).toHaveText('Finished games');
    await expect(stranger.page.locator('#file')).toBeFocused();
  }
  // A chosen file opens as well, and the Back button closes it.
  await stranger.page
    .locator('#file')
    .setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await expect(title).toHaveText('Tsuro: Ana and Bruno');
  await stranger.page.goBack();
  await expect(title).toHaveText('Finished games');
  // Other files are rejected in a sentence.
  const own = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  stranger.expectComplaint(/422 \(Unprocessable Entity\)/);
  for (const content of ['no game', own]) {
    await drop(stranger.page, content);
    await expect(stranger.page.locator('#file-refused')).toContainText(
      'This file can’t be replayed',
    );
    await stranger.page.locator('#file-refused').evaluate((element) => element.replaceChildren());
  }
});

test('the pages of games are small to load and nothing moves in them', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, OVER);
  const { context } = { context: ana.page.context() };
  for (const path of ['/games', '/games/latest']) {
    const page = await context.newPage();
    const transferred = watchTransfer(page);
    const requested = watchRequests(page);
    const shifted = await watchShifts(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
    expect(await transferred(), path).toBeLessThan(FIRST_LOAD.bytes);
    const requests = requested();
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FIRST_LOAD.requests);
    expect(await shifted(), path).toBeLessThan(LEAST_SHIFT);
    await page.close();
  }
});
