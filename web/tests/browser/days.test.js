/**
 * Tests of a game whose turns last for days.
 */

import { look } from './checks.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

test.use({ timeless: true });

test('a game of days is set up, left, resumed after a vacation and a pause, and lost by an absent player', async ({
  arrive,
  server,
}) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const people = [await arrive('Ana'), await arrive('Bruno', phone)];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await ana.page.goto('/');
  await ana.introduce();
  await ana.openOptions('Clock');
  await ana.page.getByRole('radio', { name: 'Days', exact: true }).check();
  await ana.page.getByLabel('Time per turn').last().selectOption('2 days');
  await look(ana, 'settings-days');
  await ana.create();
  await ana.page.waitForURL(/\/r\/\w+$/);
  const link = ana.page.url();
  await bruno.come(link);
  await bruno.sit();
  await expect(ana.page.locator('#settings')).toContainText('2 days per turn');
  await ana.button('Start the game').click();
  const mover = await whoseTurn(people);
  const [other] = people.filter((person) => person !== mover);
  if (!other) throw new Error('nobody');
  await expect(mover.page.locator('.clock.running')).toHaveText(/^2 days$/);

  // No player is online for a day.
  for (const { page } of people) await page.goto('about:blank');
  await server.pass(24 * 3_600_000);
  for (const { page } of people) await page.goto(link);
  await expect(mover.page.locator('.clock.running')).toHaveText(/^24 hours$/);

  await mover.chooseByKeys('Take days off');
  await look(mover, 'vacation');
  await mover.page.getByRole('dialog').getByRole('button', { name: '3 days' }).click();
  await expect(other.page.locator('#players')).toContainText('off until');
  await expect(mover.page.locator('.clock.running')).toHaveText(/^4 days$/);
  await mover.chooseByKeys('End my days off');
  await expect(mover.lines().last()).toContainText('is back from days off');

  await mover.chooseByKeys('Pause for a few days…');
  await other.press(other.button('Agree'));
  for (const person of people) {
    await expect(person.page.locator('#board-notice')).toContainText(
      'Paused until everyone is back',
    );
  }
  await look(other, 'paused-until-all');
  await other.press(other.button("I'm back"));
  await expect(mover.page.locator('#board-notice')).toContainText(`Back already: ${other.name}.`);
  await mover.press(mover.button("I'm back"));
  for (const person of people) {
    await expect(person.page.locator('#board-notice')).not.toContainText('Paused');
  }
  await mover.takeTurn();

  // The other player never returns: their time runs out, and a move is made for them.
  await other.page.goto('about:blank');
  await server.pass(2 * 24 * 3_600_000 + 60_000);
  await mover.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(mover.lines().filter({ hasText: 'ran out of time' })).toHaveCount(1);
  await expect(mover.turn()).toBeVisible();
});
