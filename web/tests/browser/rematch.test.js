/**
 * Tests of the next game, which begins as soon as everyone at the table wants it.
 */

import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** The time in milliseconds in which a second press of the button counts as accidental. */
const DOUBLE_MS = 700;

/**
 * Returns the players who want a rematch, as a person's page shows them.
 *
 * @param {Person} person
 */
const wanting = ({ page }) =>
  page.getByRole('list', { name: 'Next game' }).getByRole('listitem').filter({ hasText: ' is in' });

test('a rematch begins by itself as soon as all want it', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const [ana, bruno, chiara] = people;
  if (!ana || !bruno || !chiara) throw new Error('nobody');
  await settle(people, { course: { until: { phase: 'over' } } });
  for (const person of people) await expect(wanting(person)).toHaveCount(0);

  // The host wants one as the guests do, and may change their mind.
  await ana.rematch().click();
  await expect(wanting(bruno)).toHaveText(['Ana is in']);
  await expect(bruno.page.getByText('Ana wants a rematch.')).toBeVisible();
  await expect(ana.page.getByText("You're in. Waiting for Bruno and Chiara.")).toBeVisible();
  await ana.page.waitForTimeout(DOUBLE_MS);
  await ana.rematch().click();
  await expect(wanting(bruno)).toHaveCount(0);

  await bruno.rematch().click();
  await ana.page.waitForTimeout(DOUBLE_MS);
  await ana.rematch().click();
  await expect(wanting(chiara)).toHaveText(['Ana is in', 'Bruno is in']);
  await chiara.rematch().click();
  for (const person of people) {
    await expect(person.turn()).toBeVisible();
    await expect(person.laid()).toHaveCount(0);
  }
});

test('a player who was out is ready for the next game', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const [ana, bruno, chiara] = people;
  if (!ana || !bruno || !chiara) throw new Error('nobody');
  const until = { phase: 'placing', markers: [{ out: { how: 'edge' } }, {}, {}] };
  await settle(people, { course: { until } });
  await ana.button('Ready for the next game').click();
  await bruno.resign();
  await expect(wanting(chiara)).toHaveText(['Ana is in'], { timeout: 10_000 });
});

test('a spectator takes a free seat for the next game', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const { link } = await settle(people, { course: { until: { phase: 'over' } } });
  await zoe.page.goto(link);
  await zoe.button('Join the next game').click();
  await expect(zoe.rematch()).toHaveAttribute('aria-pressed', 'true');
});
