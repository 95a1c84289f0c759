/**
 * Tests of moves that are taken back, with the consent of the others or by a player alone.
 */

import { look } from './checks.js';
import { BEGUN, SLOW_CLOCK } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** @param {Person} person */
const ask = (person) => person.button('Ask to take back my move');

test('a move is taken back once the others agree, and not if one declines, also by keys', async ({
  arrive,
  settle,
}) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const people = [await arrive('Ana'), await arrive('Bruno', phone)];
  const zoe = await arrive('Zoe');
  const { link } = await settle(people, { ...BEGUN, clock: SLOW_CLOCK });
  await zoe.come(link);
  for (const person of people) await expect(ask(person)).toBeHidden();

  const mover = await whoseTurn(people);
  const [other] = people.filter((person) => person !== mover);
  if (!other) throw new Error('nobody');
  await mover.takeTurn();
  await mover.press(ask(mover));
  await expect(mover.button('Withdraw')).toBeVisible();
  await expect(other.page.locator('#live')).toContainText('wants to take back a move');
  await look(other, 'take-back-asked');
  await expect(zoe.button('Decline')).toHaveCount(0);
  await other.press(other.button('Decline'));
  await expect(mover.lines().last()).toContainText('says no');

  // The same move can't be asked for again, but the next one can.
  await expect(ask(mover)).toBeHidden();
  await other.takeTurn();
  await mover.takeTurn();
  await expect(zoe.laid()).toHaveCount(1);
  await mover.press(ask(mover));
  await other.press(other.button('Allow'));
  for (const person of [...people, zoe]) {
    await expect(person.lines().last()).toContainText('as everyone agreed');
    await expect(person.laid()).toHaveCount(0);
  }
  await expect(mover.turn()).toBeVisible();
  await mover.page.reload();
  await mover.takeTurn();
  await other.takeTurn();
});

test('a player alone takes moves back without asking', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await ana.takeTurn();
  await expect(ana.turn()).toBeVisible();
  const back = ana.button('Take back my move');
  await back.click();
  await expect(ana.lines().last()).toContainText('took back a move');
  await expect(ana.turn()).toBeVisible();
  await expect(back).toBeHidden();
  await ana.takeTurn();
});
