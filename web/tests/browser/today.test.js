/**
 * Tests of the deal of the day: everyone plays it once, with the same tiles, and compares.
 */
import { look } from './checks.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/** Resigns, and waits for the result. @param {Page} page */
async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('link', { name: 'Results of today' })).toBeVisible();
}

test('everyone plays the deal of the day once, and compares the results', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  await page.locator('#today').getByRole('link', { name: 'Tortus' }).click();
  await expect(page).toHaveURL(/\/today\/tortus$/);
  await expect(page.getByText('Nothing here yet.')).toBeVisible();
  await look(ana, 'today');

  // The game begins by itself, and the page of the day leads back to it.
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await play.focus();
  await play.press('Enter');
  const name = page.getByRole('dialog').getByLabel('Your name');
  await name.fill('Ana');
  await name.press('Enter');
  await expect(page).toHaveURL(/\/r\//);
  await expect(page.locator('#board')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hint' })).toBeHidden();
  const room = page.url();
  await page.goto('/today/tortus');
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(room);
  await resign(page);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeHidden();
  await page.getByRole('link', { name: 'Results of today' }).click();
  await expect(page.locator('.today-result')).toHaveText('You came 2nd of 2');
  await expect(page.getByLabel('Line to share')).toHaveValue(
    /^Senda, Tortus, .+: place 2 of 2 ⬜ http.+\/today\/tortus$/,
  );
  await expect(page.locator('.today-results > li')).toHaveText(/2\.\s*Ana you\s*Replay/);
  await look(ana, 'today-done');
  await page.reload();
  await expect(page.locator('.today-result')).toBeVisible();
  await page.locator('#play').getByRole('link', { name: 'Replay' }).click();
  await expect(page).toHaveURL(/\/g\/[0-9a-f]{20}/);

  // Another person sees the result, and not the game before their own is over.
  const bruno = await arrive('Bruno');
  await bruno.page.goto('/today/tortus');
  await expect(bruno.page.locator('.today-results > li')).toContainText('Ana');
  await expect(bruno.page.getByRole('link', { name: 'Replay of Ana' })).toBeHidden();
  await bruno.page.getByRole('button', { name: 'Play', exact: true }).click();
  await bruno.page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await resign(bruno.page);
  await bruno.page.getByRole('link', { name: 'Results of today' }).click();
  await expect(bruno.page.locator('.today-results > li')).toHaveCount(2);
  await bruno.page.getByRole('link', { name: 'Replay of Ana' }).click();
  await expect(bruno.page).toHaveURL(/\/g\/[0-9a-f]{20}/);
});

test('the secret of a day can be checked afterwards', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  await page.goto('/today/tsuro');
  await page.getByText('How to check the deal').click();
  await expect(page.getByText('SHA-256 of the secret')).toBeVisible();
  await expect(page.locator('#check dt')).toHaveCount(1);
  await page.getByRole('link', { name: 'The deal of the day before' }).click();
  await expect(page).toHaveURL(/\?day=\d{4}-\d{2}-\d{2}$/);
  await page.getByText('How to check the deal').click();
  const [commitment, secret] = await page.locator('#check code').allTextContents();
  const computed = await page.evaluate(async (/** @type {string} */ hex) => {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, secret ?? '');
  expect(computed).toBe(commitment);
  await expect(page.getByText('You did not play on that day.')).toBeVisible();
  await page.getByRole('link', { name: 'The deal of today' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today’s deal');
});
