/**
 * Tests of the Back button: it closes dialogs and sheets first, and only then leads to the previous
 * page.
 */

import { BEGUN } from './prepare.js';
import { leaveEntries } from './soon.js';
import { expect, test } from './test.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('Back closes the sheet and dialogs on a phone, and leaves the history unchanged', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await ana.page.goto('/how/tsuro');
  await settle(people, BEGUN);
  const { page } = ana;
  const room = page.url();
  const entries = () => page.evaluate(() => history.length);
  const sheet = page.locator('#talk');
  const before = await entries();

  await page.locator('#open-talk').tap();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page.locator('#open-talk')).toHaveAttribute('aria-expanded', 'false');
  expect(page.url()).toBe(room);

  // With a dialog over the sheet, Back closes one after the other.
  await page.locator('#open-talk').tap();
  await page.getByRole('tab', { name: /^Chat/ }).tap();
  await page.locator('#chat-wishes').tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();

  // A dialog that is closed by its own button also removes its history entry.
  await page.locator('#open-rules').tap();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toBeHidden();
  await leaveEntries(page);
  // The left entries are ahead in the history, and each layer has at most one.
  expect(await entries()).toBeLessThanOrEqual(before + 2);

  // The answer of a dialog is not lost.
  await page.locator('#name').tap();
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Enter');
  await expect(page.locator('#name')).toHaveText('Zoe');

  // After a reload nothing is open, and the history has no entry of a layer.
  await page.locator('#open-talk').tap();
  await expect(sheet).toBeVisible();
  await page.reload();
  await expect(ana.squares()).toHaveCount(36);
  await expect(sheet).toBeHidden();
  await leaveEntries(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/how\/tsuro$/);
});

test('on a desktop Back closes a dialog as well, and only then leads to the previous page', async ({
  arrive,
}) => {
  const { page } = await arrive('Ana');
  await page.goto('/how/tsuro');
  await page.goto('/');
  await expect(page.locator('#name')).not.toBeEmpty();
  await page.locator('#name').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/\/how\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/how\/tsuro$/);
});
