/**
 * Back on a phone: it closes what lies over the page, and only then leads to the page before.
 */

import { BEGUN } from './prepare.js';
import { expect, test } from './test.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('Back closes sheet and dialogs on a phone, and the history is as it was', async ({
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

  // A dialog over the sheet: one after the other.
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

  // What is closed by its own button takes its entry along.
  await page.locator('#open-rules').tap();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.layer ?? 0)).toBe(0);
  // The entries that were left are ahead, and there is never more than one for each layer.
  expect(await entries()).toBeLessThanOrEqual(before + 2);

  // A question keeps its answer.
  await page.locator('#name').tap();
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Enter');
  await expect(page.locator('#name')).toHaveText('Zoe');

  // A page that is loaded anew has nothing open, and its history nothing to leave.
  await page.locator('#open-talk').tap();
  await expect(sheet).toBeVisible();
  await page.reload();
  await expect(ana.squares()).toHaveCount(36);
  await expect(sheet).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.layer ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/how\/tsuro$/);
});

test('on a desk Back leads to the page before, as always', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  await page.goto('/how/tsuro');
  await page.goto('/');
  await expect(page.locator('#name')).not.toBeEmpty();
  await page.locator('#name').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/how\/tsuro$/);
});
