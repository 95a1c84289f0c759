/**
 * Tests of an installed app that is opened while the server can't be reached.
 */

import { look } from './checks.js';
import { expect, test } from './test.js';

test('an installed app shows a page of its own without the server', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  // The page of an installed app installs the worker.
  await page.evaluate(async () => {
    // On a slow machine the page listens for the event only after it has loaded.
    const again = setInterval(() => dispatchEvent(new Event('appinstalled')), 100);
    await navigator.serviceWorker.ready;
    clearInterval(again);
  });
  // The worker controls the page once it is active.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The browser reports requests that fail.
  ana.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  // The checker of the page's accessibility requests the style sheets as well.
  ana.expectComplaint(/inline style|preload assets/);
  await page.context().setOffline(true);
  await page.goto('/you');
  await expect(page.getByRole('heading', { name: "Senda can't be reached" })).toBeVisible();
  await look(ana, 'offline');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You and your devices' })).toBeVisible();
});
