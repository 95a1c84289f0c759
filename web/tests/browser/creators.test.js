/**
 * Tests of what the operator of a server decides: who opens rooms, and what the front page has.
 */

import { expectAccessible, look } from './checks.js';
import { expect, test } from './test.js';

test.describe(() => {
  test.use({ options: ['--create', 'code', '--create-code', 'open sesame'] });

  test('the code for opening rooms is entered once, and guests need none', async ({ arrive }) => {
    const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
    const { page } = ana;
    ana.expectComplaint(/status of 403/);
    await page.goto('/');
    await expect(page.locator('#name')).not.toBeEmpty();
    await ana.create();
    const dialog = page.getByRole('dialog', { name: 'Opening a room takes a code' });
    await expect(dialog).toContainText('You get it from the person who runs it.');
    await look(ana, 'code-for-rooms');
    await expectAccessible(page, 'the code for opening rooms');
    // A reader without the code stays on the page.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await ana.button('Play with friends').click();
    const field = dialog.getByRole('textbox', { name: 'Code' });
    await expect(field).toBeFocused();
    await page.keyboard.type('close sesame');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText("That code isn't right.");
    await expect(field).toBeFocused();
    await page.keyboard.type('Open sesame');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/r\/\w+$/);
    await bruno.come(page.url());
    await bruno.sit();
    // It is remembered, also for a game against bots.
    await page.goto('/');
    await ana.button('Play the computer').click();
    await page.waitForURL(/\/r\/\w+/);
  });
});

test.describe(() => {
  test.use({ options: ['--create', 'nobody'] });

  test('a server that opens no rooms says so', async ({ arrive }) => {
    const ana = await arrive('Ana');
    ana.expectComplaint(/status of 403/);
    await ana.page.goto('/');
    await expect(ana.page.locator('#name')).not.toBeEmpty();
    await ana.create();
    await expect(ana.page.locator('#notices')).toContainText('This site opens no new rooms');
  });
});

test.describe(() => {
  test.use({ options: ['--public-lobby', 'off'] });

  test('a server without a public lobby offers no public rooms', async ({ arrive }) => {
    const ana = await arrive('Ana');
    const { page } = ana;
    await page.goto('/');
    await expect(ana.button('Play with friends')).toBeVisible();
    await expect(page.locator('#rooms-title')).toBeHidden();
    await look(ana, 'no-public-lobby');
    await page.locator('#open-options').click();
    await ana.openOptions('People');
    await expect(page.getByRole('group', { name: 'Who plays first' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Public' })).toHaveCount(0);
  });
});

test('without addresses the front page links only to the documentation', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  await page.goto('/');
  await expect(page.locator('.foot')).toContainText('Senda is free software.');
  await expect(page.locator('.foot a:visible')).toHaveText(['Documentation']);
});

test.describe(() => {
  const [imprint, privacy] = ['https://example.org/imprint', 'https://example.org/privacy?of=us'];
  test.use({ options: ['--imprint-url', imprint, '--privacy-url', privacy] });

  test('the front page links to the pages of its operator', async ({ arrive }) => {
    const { page } = await arrive('Ana', { locale: 'fr-FR' });
    await page.goto('/');
    const foot = page.locator('.foot');
    await expect(foot.getByRole('link', { name: 'Mentions légales' })).toHaveAttribute(
      'href',
      imprint,
    );
    await expect(foot.getByRole('link', { name: 'Confidentialité' })).toHaveAttribute(
      'href',
      privacy,
    );
    await expectAccessible(page, 'links of the operator');
  });
});
