/**
 * Bots: a game alone, in one click from the front page, and bots among people.
 */

import { expectAccessible } from './checks.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/**
 * From the front page into a game against bots.
 *
 * @param {Person} person
 * @param {{game: string, bots?: number, level: string}} wishes
 */
async function playAlone({ page }, { game, bots, level }) {
  await page.goto('/');
  const panel = page.getByRole('region', { name: 'Play against the computer' });
  await panel.getByLabel('Game').selectOption(game);
  if (bots) await panel.getByLabel('Opponents').selectOption(String(bots));
  await panel.getByLabel('They play').selectOption(level);
  await panel.getByRole('button', { name: 'Play' }).click();
}

/** What somebody is advised. @param {Person} person */
const hintOf = ({ page }) => page.locator('#notices').getByText(/^Hint:/);

/**
 * Asks for a hint by its key, and is told what to do and why.
 *
 * @param {Person} person
 */
async function expectHint(person) {
  const { page } = person;
  await page.keyboard.press('h');
  await expect(hintOf(person)).toHaveText(/^Hint: [A-Z].*\. .*\.$/);
  await expect(page.locator('#live')).toContainText('Hint:');
  await expect(page.locator('#log')).toContainText('asked for a hint.');
}

test('a newcomer alone plays a whole game of Tsuro', { tag: '@fast' }, async ({ arrive }) => {
  const ana = await arrive('Ana');
  await playAlone(ana, { game: 'Tsuro', bots: 2, level: 'easy' });
  await expect(ana.squares()).toHaveCount(36);
  expect(new URL(ana.page.url()).hash).toBe('');
  const players = ana.page.locator('#players');
  await expect(players.getByText('bot, easy')).toHaveCount(2);
  // By keys alone: what a hint puts together is decided as anything else.
  await expect(ana.commit()).toBeVisible();
  await ana.page.keyboard.press('?');
  const keys = ana.page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('ask for a hint')).toBeVisible();
  await ana.page.keyboard.press('?');
  await expectHint(ana);
  await expect(ana.commit()).toBeEnabled();
  await expectAccessible(ana.page, 'a hint');
  await ana.page.locator('body').press('Enter');
  await expect(hintOf(ana)).toHaveCount(0);
  for (;;) {
    await expect(ana.commit().or(ana.verdict()).first()).toBeVisible();
    if (await ana.verdict().isVisible()) break;
    const told = await ana.lines().count();
    await ana.takeTurn();
    await soon(() => ana.lines().count()).toBeGreaterThan(told);
  }
  // The same bots are there for another one.
  await ana.button('Play again').click();
  await expect(ana.laid()).toHaveCount(0);
});

for (const game of ['Tortus', 'Section X']) {
  test(`a newcomer alone is asked for a move in ${game}, and may give up`, async ({ arrive }) => {
    const ana = await arrive('Ana');
    await playAlone(ana, { game, level: 'medium' });
    await expect(ana.page.locator('#players')).toContainText('bot, medium');
    await expect(ana.page).toHaveTitle(/Your turn/);
    await expectHint(ana);
    await ana.resign();
    await expect(hintOf(ana), 'it is over with what it was for').toHaveCount(0);
    await expect(ana.verdict()).toBeVisible();
  });
}

test('the host lets bots sit, changes how they play and sends them away', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const link = await ana.createRoom();
  const bruno = await arrive('Bruno');
  await bruno.come(link);
  const seats = bruno.page.locator('#seats');
  const dialog = ana.page.getByRole('dialog');
  await ana.button('Add a bot').click();
  await expectAccessible(ana.page, 'adding a bot');
  await dialog.getByRole('button', { name: /^hard/ }).click();
  await expect(seats.getByText('bot, hard')).toBeVisible();
  await expect(bruno.button('Add a bot')).toHaveCount(0);
  await ana.page.getByRole('button', { name: 'Host options for Minho' }).click();
  await dialog.getByRole('button', { name: /^easy/ }).click();
  await expect(seats.getByText('bot, easy')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Host options for Minho' }).click();
  await dialog.getByRole('button', { name: 'Remove the bot' }).click();
  await expect(seats.getByText(/^bot/)).toHaveCount(0);
});
