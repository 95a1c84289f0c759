/**
 * Tests of the page of the operator, and of the reports that players send from a room.
 */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expectAccessible, look, lookAtDialog } from './checks.js';
import { gather } from './table.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */
/** @import { Person } from './person.js' */

const TOKEN = 'a-token-of-the-operator-for-tests';
const file = join(mkdtempSync(join(tmpdir(), 'senda-token-')), 'token');
writeFileSync(file, TOKEN, { mode: 0o600 });

test.use({ options: ['--admin-token-file', file] });

/**
 * @param {Person} person
 * @param {string} words
 */
async function say({ page }, words) {
  await page.locator('#chat-text').fill(words);
  await page.keyboard.press('Enter');
}

/**
 * Opens the page of the operator with the token.
 *
 * @param {Person} operator
 */
async function enter({ page }) {
  await page.goto('/admin');
  await page.getByLabel('Token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
}

/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog');

test('a line of the chat is reported, and the operator reads it in its context and settles it', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  for (const person of [ana, bruno]) await person.openChat();
  for (const words of ['hello', 'you fool']) await say(bruno, words);
  const line = ana.page.locator('#chat-lines li').last();
  await expect(line).toContainText('you fool');
  await line.getByRole('button', { name: 'Bruno: mute or report' }).click();
  await dialog(ana.page).getByRole('button', { name: 'Report…' }).click();
  await expect(dialog(ana.page)).toContainText('you fool');
  await lookAtDialog(ana, 'report');
  await ana.page.getByLabel('In your words').fill('He says that often.');
  await ana.page.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog(ana.page)).toContainText('Thank you.');
  await ana.page.keyboard.press('Escape');

  const operator = await arrive('Zoe');
  const { page } = operator;
  await enter(operator);
  const reports = page.locator('#reports li');
  await expect(reports).toHaveCount(1);
  await reports.getByRole('button', { name: 'Show Bruno' }).click();
  for (const words of [
    'hello',
    'you fool',
    'He says that often.',
    'Ana',
    'An insult or a threat',
  ]) {
    await expect(dialog(page)).toContainText(words);
  }
  await lookAtDialog(operator, 'report-shown');
  await dialog(page).getByRole('button', { name: 'Settle' }).click();
  await expect(reports).toHaveCount(0);
  await expect(page.locator('#done')).toContainText('The report is settled.');
  await page.getByLabel('Settled ones too').check();
  await expect(reports).toContainText('Settled');
});

test('a name is reported at the table', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  await bruno.button('Report Ana').click();
  await bruno.page.getByLabel('Reason').selectOption('An offensive name');
  await bruno.page.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog(bruno.page)).toContainText('Thank you.');
  await bruno.page.keyboard.press('Escape');
  await ana.button('Host options for Bruno').click();
  await expect(dialog(ana.page).getByRole('button')).toHaveText([
    'Make host',
    'Remove from the room',
    'Report…',
    'Cancel',
  ]);
});

test('the operator enters with the token alone, locks a room and bans a person', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno-who-plays')];
  await gather([ana, bruno]);
  const operator = await arrive('Zoe');
  const { page } = operator;
  operator.expectComplaint(/status of 401/);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeHidden();
  await page.getByLabel('Token').fill('a-token-that-someone-guesses');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'not the token' })).toBeVisible();
  await look(operator, 'operator-entry');
  await expectAccessible(page, 'the entry of the operator');
  await enter(operator);
  await look(operator, 'operator-page');
  await expectAccessible(page, 'the page of the operator');

  const room = new URL(ana.page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByLabel('Filter by game').fill(room);
  await page.locator('#rooms').getByRole('button', { name: 'Show' }).click();
  await lookAtDialog(operator, 'operator-room');
  await dialog(page).getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.locator('#rooms li')).toContainText('Locked');
  await expect(ana.button('Unlock the room')).toBeVisible();

  bruno.expectComplaint(/status of 403|response code: 403/);
  await page.getByLabel('A part of a name').fill('bruno-who');
  await page.keyboard.press('Enter');
  await page.locator('#people').getByRole('button', { name: 'Show' }).click();
  await dialog(page).getByRole('button', { name: 'Ban' }).click();
  await page.getByLabel('Days').fill('2');
  await lookAtDialog(operator, 'operator-ban');
  await dialog(page).getByRole('button', { name: 'Ban' }).click();
  await expect(bruno.page.getByRole('heading', { name: "You can't play here" })).toBeVisible();
  await page.locator('#bans').getByRole('button', { name: 'Lift the ban' }).click();
  await expect(page.locator('#bans-note')).toContainText('There are no bans.');
  operator.expectComplaint(/status of 422/);
  await page.getByLabel('An address or a network').fill('0.0.0.0/1');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Ban' }).click();
  await expect(page.locator('#notices')).toContainText('too large: at least /8 for IPv4');

  // The token ends with the tab, and with signing out.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeHidden();
});

test('the notice and the drain are changed from the page', async ({ arrive }) => {
  const [ana, operator] = [await arrive('Ana'), await arrive('Zoe')];
  const { page } = operator;
  await ana.openRoom();
  await enter(operator);
  await page.getByLabel('Text').fill('No games after nine, please.');
  await page.getByRole('button', { name: 'Show the notice' }).click();
  await expect(page.locator('#notice-now')).toContainText('No games after nine');
  await expect(ana.page.locator('#notices')).toContainText('No games after nine');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('#notice-now')).toHaveText('No notice is shown.');
  await page.getByLabel('Start no new rooms').check();
  await expect(page.locator('#done')).toContainText('No new rooms and games begin now.');
  await page.getByLabel('Start no new rooms').uncheck();
  await expect(page.locator('#done')).toContainText('may begin again');
  await page.getByRole('button', { name: 'Make a backup now' }).click();
  await expect(page.locator('#done')).toContainText('Backup made');
});
