/**
 * Tests of the chat in a room, and of the reader's chat settings.
 */

import { look, lookAtDialog } from './checks.js';
import { gather, start } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/**
 * @param {Person} person
 * @param {string} words
 */
async function say(person, words) {
  await person.page.locator('#chat-text').fill(words);
  await person.page.keyboard.press('Enter');
}

/** @param {Person} person */
const lines = ({ page }) => page.locator('#chat-lines li');

test('an emote is sent, and shown beside the name of its sender', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  await start([ana, bruno]);
  for (const person of [ana, bruno]) await person.openChat();
  await ana.page.getByRole('button', { name: 'Reactions' }).click();
  await look(ana, 'emotes');
  await ana.page.locator('#talk').getByRole('button', { name: 'Good luck!' }).click();
  await expect(bruno.page.locator('.bubble')).toBeVisible();
  await expect(lines(bruno).last()).toContainText('Good luck!');
  await expect(bruno.page.locator('.bubble')).toBeHidden();
});

test('chat lines are announced, except those of muted people and the own ones', async ({
  arrive,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  const heard = ana.page.locator('#live');
  await bruno.openChat();
  await say(bruno, 'shall we?');
  await expect(heard).toContainText('Bruno says: shall we?');
  await bruno.page.locator('#reactions').getByRole('button', { name: 'Good luck!' }).click();
  await expect(heard).toContainText('Bruno says: Good luck!');
  await ana.openChat();
  await say(ana, 'of course');
  await expect(bruno.page.locator('#live')).toContainText('Ana says: of course');
  await lines(ana).first().getByRole('button', { name: 'Bruno: mute' }).press('Enter');
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Mute' }).press('Enter');
  await expect(lines(ana)).toHaveText([/of course/]);
  await say(bruno, 'hello?');
  await expect(lines(bruno).last()).toContainText('hello?');
  // The lines arrive in order, so the earlier ones have arrived as well.
  await say(ana, 'bye');
  await expect(lines(ana).last()).toContainText('bye');
  await expect(heard).not.toContainText('hello?');
  await expect(heard).not.toContainText('Ana says');
});

test('a person is muted and unmuted, and the whole chat is hidden', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  for (const person of [ana, bruno]) await person.openChat();
  await say(bruno, 'first');
  await lines(ana).last().getByRole('button', { name: 'Bruno' }).click();
  const sure = ana.page.getByRole('dialog', { name: 'Mute Bruno?' });
  await sure.getByRole('button', { name: 'Mute' }).click();
  await expect(lines(ana)).toHaveCount(0);
  await say(bruno, 'second');
  await say(ana, 'mine');
  await expect(lines(ana)).toHaveText([/mine/]);
  await ana.page.reload();
  await ana.openChat();
  await expect(lines(ana)).toHaveText([/mine/]);

  const wishes = ana.button('Chat settings');
  await wishes.click();
  await lookAtDialog(ana, 'chat-settings');
  await ana.button('Unmute').click();
  await ana.page.keyboard.press('Escape');
  await expect(lines(ana)).toHaveText([/first/, /second/, /mine/]);
  await wishes.click();
  await ana.page.getByRole('checkbox', { name: 'Hide the chat on this device' }).check();
  await ana.page.keyboard.press('Escape');
  await expect(ana.page.locator('#chat-lines')).toBeHidden();
  await expect(ana.page.locator('#chat-text')).toBeHidden();
  await expect(wishes, 'the way back').toBeVisible();
});

test('a host closes the chat to spectators', async ({ arrive }) => {
  const [ana, zoe] = [await arrive('Ana'), await arrive('Zoe')];
  const link = await ana.createRoom();
  await zoe.page.goto(link);
  for (const person of [ana, zoe]) await person.openChat();
  await zoe.page.locator('#chat-text').fill('psst');
  await ana.button('Chat settings').click();
  await ana.page.getByRole('checkbox', { name: 'Only players can chat' }).check();
  await ana.page.keyboard.press('Escape');
  await expect(zoe.page.locator('#chat-note')).toHaveText(
    'Only players can chat in this room now.',
  );
  await expect(zoe.page.locator('#chat-text')).toBeDisabled();
  await expect(zoe.button('Send')).toBeDisabled();
  await expect(zoe.page.locator('#chat-text'), 'what was begun stays').toHaveValue('psst');
  await look(zoe, 'a closed chat');
  await zoe.button('Join the game').click();
  await expect(zoe.page.locator('#chat-note')).toHaveText('');
  await expect(zoe.page.locator('#chat-text')).toBeEnabled();
  await zoe.openChat();
  await say(zoe, 'hello');
  await expect(lines(ana)).toHaveText([/hello/]);
});
