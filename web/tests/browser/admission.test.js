/**
 * Tests of who may come in: the door of a locked room, and games without spectators.
 */

import { look } from './checks.js';
import { expect, test } from './test.js';

test('a visitor asks to come in to a locked room, and the host decides', async ({ arrive }) => {
  const [ana, zoe] = [await arrive('Ana'), await arrive('Zoe')];
  const link = await ana.createRoom();
  await ana.button('Lock the room').click();
  await zoe.page.goto(link);
  await expect(
    zoe.page.getByRole('heading', { name: 'The host has locked the room' }),
  ).toBeVisible();
  const question = ana.page.getByRole('group', { name: /asks to come in/ });

  // A visitor can withdraw the request.
  await zoe.button('Ask to come in').click();
  await expect(zoe.page.locator('#ending')).toContainText("You've asked the host.");
  await look(zoe, 'asks-to-come-in');
  await expect(question).toBeVisible();
  await look(ana, 'somebody-asks-to-come-in');
  await zoe.button('Stop asking').click();
  await expect(question).toBeHidden();

  await zoe.button('Ask to come in').click();
  await question.getByRole('button', { name: 'Let in' }).click();
  await expect(zoe.button('Join the game')).toBeVisible();
  await expect(ana.lines().last()).toContainText('The host let someone in.');
  // The person stays admitted.
  await zoe.page.reload();
  await expect(zoe.button('Join the game')).toBeVisible();

  const dora = await arrive('Dora');
  await dora.page.goto(link);
  await dora.button('Ask to come in').click();
  const other = ana.page.getByRole('group', { name: /asks to come in/ });
  await other.getByRole('button', { name: 'Not now' }).click();
  await expect(dora.page.locator('#ending')).toContainText('not now');
  await expect(dora.button('Ask to come in')).toHaveCount(0);
  await expect(other).toBeHidden();
});

test('a game without spectators shows them out when it starts', async ({ arrive }) => {
  const [ana, bruno, zoe] = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const link = await ana.createRoom();
  await bruno.come(link);
  await bruno.sit();
  await zoe.come(link);
  await ana.button('Change').click();
  const form = ana.page.getByRole('dialog').locator('form.settings');
  await ana.openOptions('Spectators');
  await form.getByRole('radio', { name: 'no spectators' }).check();
  await form.getByRole('button', { name: 'Save settings' }).click();
  await expect(form).toBeHidden();
  await expect(zoe.lines().last()).toContainText('no spectators');
  await ana.button('Start the game').click();
  const heading = { name: 'This game has no spectators' };
  await expect(zoe.page.getByRole('heading', heading)).toBeVisible();
  await look(zoe, 'no-spectators');
  await expect(bruno.page.locator('#players')).toContainText('Ana');
});
