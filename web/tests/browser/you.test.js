/**
 * Tests of the page with the reader's name and devices: it can be found, used by keys, and leaves
 * no data of a former person.
 */

import { look, lookAtDialog } from './checks.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** @param {Person} person */
const keysKept = ({ page }) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('senda.')));

/**
 * Stores the data on the device that an evening of games leaves there.
 *
 * @param {Person} person
 */
async function play({ page }) {
  await page.evaluate(() => {
    for (const key of ['muted', 'seen.abc.1', 'adds.abc', 'own-rooms', 'colour', 'lessons.tsuro']) {
      localStorage.setItem(`senda.${key}`, '[]');
    }
    localStorage.setItem('senda.sound', '{"on":false,"volume":0.3}');
  });
}

test('the page of devices can be used by keys, and is accessible', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  await ana.introduceByKeys();
  await ana.press(page.getByRole('banner').getByRole('link', { name: 'Your devices' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You and your devices');
  await expect(page.locator('#devices li')).toHaveCount(1);
  await look(ana, 'you');

  await ana.press(ana.button('Show a link'));
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await ana.press(ana.button('Create a new code'));
  await expect(page.locator('#recovery-field')).not.toHaveValue('');
  await look(ana, 'you-shown');

  await ana.press(page.locator('#devices').getByRole('button'));
  await expect(page.getByRole('dialog', { name: 'Sign out here?' })).toBeVisible();
  await lookAtDialog(ana, 'sign-out-here');
  await page.keyboard.press('Escape');
  await ana.press(ana.button('Forget me'));
  await expect(page.getByRole('dialog', { name: 'Delete everything about you?' })).toBeVisible();
  await lookAtDialog(ana, 'forget');
  await page.keyboard.press('Escape');
  await expect(ana.button('Forget me')).toBeFocused();

  await ana.press(page.getByRole('link', { name: 'Back to the lobby' }));
  await expect(page).toHaveURL('/');
});

test('a visitor who comes from a room returns to it', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.openRoom();
  const room = page.url();
  await ana.press(ana.button('Settings on this device'));
  const dialog = page.getByRole('dialog', { name: 'Settings on this device' });
  await expect(dialog).toBeVisible();
  await lookAtDialog(ana, 'sound');
  await ana.press(dialog.getByRole('link', { name: 'Notifications with Senda closed' }));
  await expect(
    page.getByRole('heading', { name: 'Notifications on this device' }),
  ).toBeInViewport();
  await expect(page.locator('#entry')).toBeHidden();
  await page.getByRole('link', { name: 'Back to the room' }).click();
  await expect(page).toHaveURL(room);
  await page.locator('#name').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Your devices' }).click();
  await expect(page.getByRole('link', { name: 'Back to the room' })).toHaveAttribute(
    'href',
    new URL(room).pathname,
  );
});

for (const part of ['passkeys', 'devices', 'push', 'page']) {
  test(`a failure of ${part} affects no other section`, async ({ arrive }) => {
    const ana = await arrive('Ana');
    const { page } = ana;
    ana.expectComplaint(/500/);
    await page.route(`**/api/session/${part}`, (route) =>
      route.fulfill({ status: 500, json: { code: 'internal' } }),
    );
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      const subscription = { unsubscribe: async () => true, toJSON: () => ({ keys: {} }) };
      PushManager.prototype.getSubscription = async () => /** @type {any} */ (subscription);
      ServiceWorkerContainer.prototype.getRegistration = async () =>
        /** @type {any} */ ({ pushManager: PushManager.prototype });
    });
    await page.goto('/you');
    const note = `#${part === 'passkeys' ? 'passkey' : part}-note`;
    await expect(page.locator(note)).toContainText('Something went wrong on the server');
    await expect(page.locator('#name')).not.toHaveValue('');
    await expect(ana.button('Create a new code')).toBeEnabled();
    await expect(page.locator('#devices li')).toHaveCount(part === 'devices' ? 0 : 1);
    await expect(page.getByRole('checkbox', { name: 'Notify me' })).toBeEnabled();
    await ana.button('Show a link').click();
    await expect(page.locator('#link-field')).toBeVisible();
  });
}

test('no data of a former person is left for the next one', async ({ arrive }) => {
  const [ana, other] = [await arrive('Ana'), await arrive('Zoe')];
  await ana.createRoom();
  await ana.page.goto('/you');
  await ana.button('Create a new code').click();
  const code = await ana.page.locator('#recovery-field').inputValue();
  const isLeft = ['senda.sound'];

  // The browser signs in as another person.
  await other.page.goto('/');
  await play(other);
  await other.page.goto('/you');
  await other.page.getByLabel('Have a code from another device?').fill(code);
  await other.press(other.button('Use it'));
  await other.page.waitForURL(/\/$/);
  await expect(other.page.locator('#own')).toContainText('Tsuro');
  expect((await keysKept(other)).sort()).toEqual(['senda.own-rooms', ...isLeft]);

  // The browser signs out.
  await play(other);
  await other.page.goto('/you');
  const here = other.page.locator('#devices li').filter({ hasText: 'this device' });
  await other.press(here.getByRole('button'));
  const sure = other.page.getByRole('dialog', { name: 'Sign out here?' });
  await other.press(sure.getByRole('button', { name: 'Sign out' }));
  await other.page.waitForURL(/\/$/);
  await expect(other.page.locator('#name')).not.toHaveText('Ana');
  await expect(other.page.locator('#own')).toBeHidden();
  expect((await keysKept(other)).filter((key) => key !== 'senda.own-rooms')).toEqual(isLeft);

  // The person deletes all of their data.
  await play(ana);
  await ana.press(ana.button('Forget me'));
  const forever = ana.page.getByRole('dialog', { name: 'Delete everything about you?' });
  await ana.press(forever.getByRole('button', { name: 'Forget me' }));
  await ana.page.waitForURL(/\/$/);
  await expect(ana.page.locator('#own')).toBeHidden();
  expect((await keysKept(ana)).filter((key) => key !== 'senda.own-rooms')).toEqual(isLeft);
});
