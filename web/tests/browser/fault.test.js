/**
 * Tests of the error panel, and of the messages for a page whose scripts can't run.
 */

import { readdirSync } from 'node:fs';

import { expectAccessible } from './checks.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/** @param {Page} page */
const fault = (page) =>
  page.getByRole('alert').filter({ hasText: 'Something went wrong on this page.' });

test('an uncaught exception is reported once, and the page can be reloaded', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  ana.expectComplaint(/on purpose|ResizeObserver|ERR_FAILED/);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play with friends' })).toBeVisible();
  await page.evaluate(() => {
    const message = 'ResizeObserver loop completed with undelivered notifications.';
    dispatchEvent(new ErrorEvent('error', { message }));
  });
  await expect(fault(page)).toBeHidden();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('on purpose');
    });
    void Promise.reject(new Error('on purpose'));
  });
  await expect(fault(page)).toBeVisible();
  await expectAccessible(page, 'a fault');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Play with friends' })).toBeVisible();
  await expect(fault(page)).toBeHidden();

  // A rejected promise is reported as well, also in a room.
  await ana.openRoom();
  await page.evaluate(() => void Promise.reject(new Error('on purpose')));
  await expect(fault(page)).toBeVisible();

  // A missing script makes the whole page fail.
  await page.route('**/lobby/page.js', (route) => route.abort());
  await page.goto('/');
  await expect(fault(page)).toBeVisible();
});

test('a script that never arrives is reported, and fetched again once there is a network', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  // On a busy machine the clock is advanced before the early socket of the page is open.
  ana.expectComplaint(/closed before the connection is established/);
  await page.clock.install();
  let asked = 0;
  await page.route('**/lobby/page.js', (route) => {
    asked += 1;
    // The first request gets no answer.
    if (asked > 1) void route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(1);
  await expect(fault(page)).toBeHidden();
  // The time is advanced repeatedly, because the watching script may load at any moment.
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(fault(page)).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: 'Play with friends' })).toBeVisible();
});

test('without JavaScript every page states that it needs it', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  const paths = ['/', '/r/aaaaaaaaaa', '/r/aaaaaaaaaa/games/1', '/check', '/nowhere'];
  const how = readdirSync(new URL('../../client/games/', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/how/${name.replaceAll('_', '-')}`);
  expect(how).toHaveLength(3);
  for (const path of [...paths, ...how]) {
    await page.goto(path);
    // `getByText` ignores `noscript` elements.
    const sentence = page.locator('noscript p');
    await expect(sentence, path).toHaveText(/^Senda needs JavaScript/);
    await expect(sentence, path).toBeInViewport({ ratio: 1 });
  }
  await context.close();
});
