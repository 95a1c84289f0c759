/**
 * Tests of the switch for push notifications. The browser of the tests has no push service and
 * refuses all notifications, so the tests replace its answers.
 *
 * @import {Person} from './person.js'
 */

import { look } from './checks.js';
import { BEGUN } from './prepare.js';
import { expect, test } from './test.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Simulates the permission to show notifications.
 *
 * @param {Person} person
 */
const allow = ({ page }) =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  });

test('a browser that does not reach its push service reports it, and gets no notifications', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await allow(ana);
  await ana.page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('none', 'AbortError'));
  });
  await ana.page.goto('/you');
  const on = ana.page.getByRole('checkbox', { name: 'Notify me on this device' });
  await expect(on).toBeEnabled();
  await on.check();
  await expect(ana.page.locator('#push-note')).toContainText("can't be reached");
  await expect(on).not.toBeChecked();
  await look(ana, 'push-failed');
});

test('the switch is on only if the server and the browser agree', async ({ arrive }) => {
  const ana = await arrive('Ana', PHONE);
  await allow(ana);
  await ana.page.addInitScript(() => {
    // A valid public key for the tests: the base point of the curve.
    const p256dh =
      'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
    const keys = { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
    const subscription = {
      toJSON: () => ({ endpoint: 'https://push.example/a', keys }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    };
    const now = () => (sessionStorage.getItem('subscribed') ? subscription : null);
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem('subscribed', 'yes');
        return subscription;
      },
      getSubscription: async () => now(),
    });
  });
  await ana.page.goto('/you');
  const on = ana.page.getByRole('checkbox', { name: 'Notify me on this device' });
  // The switch works by keyboard as well as by touch.
  await on.focus();
  await ana.page.keyboard.press('Space');
  await expect(ana.page.locator('#live')).toHaveText('Notifications are on for this device.');
  await ana.page.reload();
  await expect(on).toBeChecked();
  await look(ana, 'push-on');
  await on.uncheck();
  await expect(ana.page.locator('#live')).toHaveText('Notifications are off for this device.');
  await ana.page.reload();
  await expect(on).toBeEnabled();
  await expect(on).not.toBeChecked();
});

test('a reader who has blocked notifications learns where to allow them', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await ana.page.goto('/you');
  await expect(ana.page.locator('#push-note')).toContainText('blocks notifications');
  await look(ana, 'push-refused');
  await expect(ana.page.getByRole('checkbox', { name: 'Notify me on this device' })).toBeDisabled();
});

test('on a phone that requires a home screen app, the page explains how', async ({ arrive }) => {
  // The tablet identifies itself as a computer.
  const userAgent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
  const ana = await arrive('Ana', { ...PHONE, userAgent });
  await ana.page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 });
  });
  await ana.page.goto('/you');
  await expect(ana.page.locator('#push-note')).toContainText('add Senda to the home screen');
  await look(ana, 'push-home');
});

test('a player of a game of days is offered notifications, once and with one click', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  for (const person of people) {
    await allow(person);
    await person.page.addInitScript(() => {
      PushManager.prototype.subscribe = () =>
        Promise.reject(new DOMException('none', 'AbortError'));
    });
  }
  await settle(people, { ...BEGUN, clock: { type: 'days', days: 3 } });
  const offer = (/** @type {Person} */ { page }) =>
    page.getByRole('group', { name: "Want a ping when it's your turn?" });
  await expect(offer(ana)).toBeVisible();
  await look(ana, 'push-offer');
  await offer(ana).getByRole('button', { name: 'Not now' }).tap();
  await expect(offer(ana)).toBeHidden();
  await ana.page.reload();
  await expect(ana.page.getByRole('gridcell').first()).toBeVisible();
  await expect(offer(ana)).toBeHidden();
  await offer(bruno).getByRole('button', { name: 'Notify me' }).click();
  await expect(bruno.page.locator('#board-notice')).toContainText("can't be reached");
  await expect(offer(bruno)).toBeHidden();
});
