/**
 * Tests of games without a clock: players who do not want to wait for another player any longer
 * skip their turn.
 */

import { look } from './checks.js';
import { BEGUN } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** The age of a turn in milliseconds from which the others may vote to skip it. */
const LONG_MS = 300_000;

/**
 * Returns a player's button for the vote to skip another player.
 *
 * @param {Person} person
 * @param {Person} stalls
 */
const impatience = (person, stalls) =>
  person.page.getByRole('button', { name: `Vote to skip ${stalls.name}'s turn`, exact: false });

/**
 * Returns a player's entry in the list of players.
 *
 * @param {Person} person
 * @param {Person} named
 */
const entry = (person, named) => person.page.locator('.player').filter({ hasText: named.name });

test.use({ timeless: true });

test('two of three players vote to skip the third; later one vote is enough', async ({
  arrive,
  server,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  await settle(people, BEGUN);

  const stalls = await whoseTurn(people);
  const [one, other] = people.filter((person) => person !== stalls);
  if (!one || !other) throw new Error('nobody');
  await expect(impatience(one, stalls)).toBeHidden();
  await server.pass(LONG_MS);
  // The age of the turn depends on the server's time, which a reloaded page receives.
  await one.page.reload();
  await expect(impatience(one, stalls)).toBeVisible();
  await look(one, 'impatience');
  await one.press(impatience(one, stalls));
  await expect(impatience(one, stalls)).toBeHidden();

  // The other player sees the vote, and by now their own button as well.
  await expect(other.lines().last()).toContainText(`${one.name} votes to skip ${stalls.name}.`);
  await expect(entry(other, stalls)).toContainText('1 vote to skip');
  await expect(entry(stalls, stalls)).toContainText('1 vote to skip');
  await impatience(other, stalls).click();
  await expect(entry(other, stalls)).toContainText('away');
  await expect(
    other.lines().filter({ hasText: `${stalls.name} is skipped: automatic move.` }),
  ).toHaveCount(1);

  await stalls.button("I'm back").click();
  await expect(entry(other, stalls)).not.toContainText('away');
  const next = await whoseTurn(people);
  expect(next.name).not.toBe(stalls.name);
  const awake = next === one ? other : one;
  await server.pass(2 * LONG_MS);
  await awake.page.reload();
  await impatience(awake, next).click();
  await expect(
    awake.lines().filter({ hasText: `${next.name} is skipped: automatic move.` }),
  ).toHaveCount(1);
  await expect(next.button("I'm back")).toBeVisible();
});
