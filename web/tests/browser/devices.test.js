/**
 * Tests of one person on two devices, and of lost devices.
 */

import { cable } from './cable.js';
import { look, lookAtDialog } from './checks.js';
import { expect, test } from './test.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('a link moves a seat to a phone, and works only once', async ({ arrive }) => {
  const [ana, phone, other] = [
    await arrive('Ana'),
    await arrive('Ana', PHONE),
    await arrive('Zoe', PHONE),
  ];
  const room = await ana.createRoom();
  await ana.page.locator('#name').click();
  await ana.page.getByRole('link', { name: 'Your devices' }).click();
  await ana.button('Show a link').click();
  await expect(ana.page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  const link = await ana.page.locator('#link-field').inputValue();
  await look(ana, 'devices');

  await phone.page.goto(link);
  // The code is removed from the address.
  await expect(phone.page).toHaveURL(/\/you$/);
  await look(phone, 'entry');
  await phone.button('Continue as that person').tap();
  await expect(phone.page.locator('#name')).toHaveText('Ana');
  await expect(phone.page.locator('#notices')).toContainText("You're Ana now.");
  // The page that shows the link replaces it once it is used.
  await expect(ana.page.locator('#link')).toContainText('The link is used up');
  await expect(ana.page.locator('#link-field')).toHaveCount(0);
  await expect(phone.page.locator('#own')).toBeVisible();
  await phone.page.goto(room);
  await expect(phone.button('Start the game')).toBeVisible();

  other.expectComplaint(/422/);
  await other.page.goto(link);
  await other.button('Continue as that person').tap();
  await expect(other.page.locator('#notices')).toContainText("doesn't work");
});

test('the owner of a lost device signs it out, and signs in again with a code', async ({
  arrive,
}) => {
  const [ana, lost] = [await arrive('Ana'), await arrive('Ana', PHONE)];
  const room = await ana.createRoom();
  await ana.page.goto('/you');
  await ana.button('Create a new code').click();
  const code = await ana.page.locator('#recovery-field').inputValue();

  await lost.page.goto('/you');
  await lost.page.getByLabel('Have a code from another device?').fill(code.toLowerCase());
  await lost.button('Use it').tap();
  await expect(lost.page.locator('#name')).toHaveText('Ana');
  await lost.page.goto(room);
  await expect(lost.button('Start the game')).toBeVisible();

  await ana.page.reload();
  const other = ana.page.locator('#devices li').filter({ hasNotText: 'this device' });
  await other.getByRole('button').click();
  const sure = ana.page.getByRole('dialog', { name: 'Sign out that device?' });
  await lookAtDialog(ana, 'sign-out');
  await sure.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveCount(0);
  await expect(ana.page.getByRole('heading', { name: 'Your devices', exact: true })).toBeFocused();
  // The open page of the lost device reports the sign-out, and keeps none of her data.
  const said = lost.page.getByRole('heading', { name: 'This device was signed out' });
  await expect(said).toBeVisible();
  await expect(lost.button('Start the game')).toBeHidden();
  await look(lost, 'signed-out');
  const kept = await lost.page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /seen|adds|muted|own-rooms/.test(key))).toEqual([]);
  // The link leads back to the room.
  await lost.page.getByRole('link', { name: 'Sign in again' }).click();
  await lost.page.getByLabel('Have a code from another device?').fill(code);
  await lost.button('Use it').click();
  await lost.page.waitForURL(room);
  await expect(lost.button('Start the game')).toBeVisible();
});

test('a visitor with a signed-out device learns that they have a new identity', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const room = await ana.createRoom();
  await ana.page.goto('/you');
  await expect(ana.page.locator('#devices li')).toHaveCount(1);
  const lose = () =>
    ana.page.evaluate(async () => {
      const { devices } = await (await fetch('/api/session/devices')).json();
      const { id } = devices.find((/** @type {any} */ device) => device.here);
      await fetch(`/api/session/devices/${id}`, { method: 'DELETE' });
    });
  // The cookie of the former session is still there.
  const cookies = await ana.page.context().cookies();
  for (const path of ['/', room, '/you']) {
    await lose();
    await ana.page.context().addCookies(cookies);
    await ana.page.goto(path);
    const said = ana.page.getByRole('group', { name: /^You were signed out/ });
    await expect(said).toBeVisible();
    if (path === '/') await look(ana, 'signed-out-lobby');
    await said.getByRole('button', { name: 'Start fresh' }).click();
    await expect(said).toBeHidden();
  }
  // A page of hers that was open all the time shows none of her data, and links to the sign-in.
  await ana.page.context().addCookies(cookies);
  ana.expectComplaint(/401/);
  await ana.button('Create a new code').click();
  await expect(ana.page.locator('#notices')).toContainText('You were signed out');
  await expect(ana.page.locator('#recovery')).toBeEmpty();
  await expect(ana.page.locator('#devices li')).toHaveCount(1);
  await ana.button('Sign in again').click();
  await expect(ana.page.getByLabel('Have a code from another device?')).toBeFocused();
  // Actions of the page are not performed under the new identity either.
  await ana.page.goto('/');
  await expect(ana.page.locator('#name')).not.toBeEmpty();
  await ana.page.context().addCookies(cookies);
  await ana.create();
  await expect(ana.page.locator('#notices')).toContainText('You were signed out');
  await expect(ana.page).toHaveURL('/');
});

test('a tab of the former person reports that another person is signed in', async ({ arrive }) => {
  const [ana, zoe] = [await arrive('Ana'), await arrive('Zoe')];
  const line = await cable(zoe);
  await ana.createRoom();
  await ana.page.goto('/you');
  await ana.button('Create a new code').click();
  const code = await ana.page.locator('#recovery-field').inputValue();
  await zoe.createRoom();
  const tab = await zoe.page.context().newPage();
  await tab.goto('/you');
  await tab.getByLabel('Have a code from another device?').fill(code);
  await tab.getByRole('button', { name: 'Use it' }).click();
  await tab.waitForURL(/\/$/);
  await line.cut();
  await expect(
    zoe.page.getByRole('heading', { name: 'You switched accounts in another tab' }),
  ).toBeVisible();
  await look(zoe, 'other-person');
});

test('a host gives the seat of an absent player to a spectator', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: {} } });
  await zoe.come(link);
  await bruno.page.close();
  await ana.button('Give the seat of Bruno to a spectator').click();
  const asked = ana.page.getByRole('dialog', { name: 'Who takes over for Bruno?' });
  await asked.getByRole('button', { name: 'Zoe' }).click();
  await expect(zoe.page.locator('#players .mine')).toContainText('Zoe');
  await expect(ana.lines().last()).toContainText('Zoe joined');
});

test('the others end a game that a player has left, and go on with a rematch', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const [ana, bruno, chiara] = people;
  if (!ana || !bruno || !chiara) throw new Error('nobody');
  await settle(people, { course: { until: { board: Array.from({ length: 4 }, () => ({})) } } });
  await expect(ana.button('End the game')).toHaveCount(0);
  await chiara.choose('Leave the table');
  await chiara.page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await look(ana, 'a-player-has-left');
  await bruno.button('End the game').click();
  const sure = bruno.page.getByRole('dialog', { name: 'End the game?' });
  await look(bruno, 'end-the-game');
  await sure.getByRole('button', { name: 'End the game' }).click();
  const question = { name: 'Bruno wants to end the game without a result.' };
  await ana.page.reload();
  await expect(ana.page.getByRole('group', question)).toBeVisible();
  await expect(chiara.button('End the game')).toHaveCount(0);
  await ana.button('Agree').click();
  for (const person of people) {
    await expect(person.page.getByRole('heading', { name: 'No result' })).toBeVisible();
    await expect(person.lines().last()).toContainText('The game was ended without a result.');
    await expect(person.laid(), 'the board stays').not.toHaveCount(0);
    await expect(person.button('Share')).toBeHidden();
  }
  await look(ana, 'no-result');
  await ana.rematch().click();
  await bruno.rematch().click();
  await expect(ana.laid()).toHaveCount(0);
});

test('a spectator requests the seat of an absent player, and the host grants it with one tap', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: {} } });
  await zoe.come(link);
  await bruno.page.close();
  const question = ana.page.getByRole('group', { name: 'Zoe wants to take over for Bruno.' });
  await zoe.button('Ask to take over for Bruno').click();
  await look(zoe, 'asked-for-a-seat');
  await expect(question).toBeVisible();
  await look(ana, 'somebody-asks-for-a-seat');
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect(question).toBeHidden();
  // After a withdrawal the host sees a new request again.
  await zoe.button('Asked to take over for Bruno. Withdraw the request').click();
  await zoe.button('Ask to take over for Bruno').click();
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect(zoe.page.locator('#players .mine')).toContainText('Zoe');
  await expect(question).toBeHidden();
});

test('a person who deletes their data gets a new identity, and the others see a neutral name', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const claire = await arrive('Claire', { locale: 'fr' });
  const room = await ana.createRoom();
  await bruno.come(room);
  await bruno.sit();
  await claire.come(room);
  await expect(ana.page.locator('#seats')).toContainText('Bruno');

  await bruno.page.goto('/you');
  await bruno.button('Forget me').click();
  await look(bruno, 'forget');
  const sure = bruno.page.getByRole('dialog', { name: 'Delete everything about you?' });
  await sure.getByRole('button', { name: 'Forget me' }).click();
  await bruno.page.waitForURL(/\/$/);
  await expect(bruno.page.locator('#name')).not.toHaveText('Bruno');
  await expect(bruno.page.locator('#own')).toBeHidden();
  await expect(ana.page.locator('#seats')).toContainText('Someone');
  await expect(ana.page.locator('#seats')).not.toContainText('Bruno');
  await expect(claire.page.locator('#seats')).toContainText('Quelqu’un');
  await claire.page.reload();
  await expect(claire.page.locator('#log')).toContainText('Quelqu’un rejoint la table');
  await expect(claire.page.locator('body')).not.toContainText('Someone');
});
