/**
 * Tests of whole games through the interface, and of the end of a game for eight.
 */

import { again, gather, NAMES, play, playTo, start, whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** The number of tiles on the board when a player reloads. By then every player has had a turn. */
const MIDDLE = 10;

/**
 * Reloads a person's page, and expects the same position and hand.
 *
 * @param {Person} person
 */
async function comesBack(person) {
  const tiles = await person.laid().count();
  const before = { position: await person.position(), hand: await person.hand() };
  await person.page.reload();
  await expect(person.laid()).toHaveCount(tiles);
  expect({ position: await person.position(), hand: await person.hand() }).toEqual(before);
}

/**
 * Plays to the end, expects the result on every page, and starts another game.
 *
 * @param {Person[]} people
 * @param {Person} watcher
 */
async function endAndBeginAgain(people, watcher) {
  const before = await watcher.laid().count();
  const tiles = await play(people, watcher);
  expect(tiles).toBeGreaterThan(before);
  for (const person of [...people, watcher]) {
    await expect(person.verdict()).toBeVisible();
    const places = person.page.getByRole('region', { name: /\bwins?\b/ }).locator('.places');
    for (const { name } of people) {
      await expect(places.getByText(name, { exact: true })).toBeVisible();
    }
    await expect(person.laid()).toHaveCount(tiles);
  }
  await again(people);
  for (const person of [...people, watcher]) {
    await expect(person.laid()).toHaveCount(0);
    await expect(person.turn()).toBeVisible();
  }
}

test('eight end a game, with a spectator and a player who returns just before', async ({
  arrive,
  settle,
}) => {
  const people = await Promise.all(NAMES.map((name) => arrive(name)));
  const watcher = await arrive('Zoe');
  const { link } = await settle(people, { course: { until: { phase: 'over' }, before: 6 } });
  await watcher.page.goto(link);
  for (const person of [...people, watcher]) await expect(person.turn()).toBeVisible();
  await comesBack(await whoseTurn(people));
  await endAndBeginAgain(people, watcher);
});

test('eight play a whole game, with a spectator and a player who returns in the middle', {
  tag: '@deep',
}, async ({ arrive }) => {
  test.setTimeout(300_000);
  const people = await Promise.all(NAMES.map((name) => arrive(name)));
  const watcher = await arrive('Zoe');
  const link = await gather(people);
  await watcher.come(link);
  await start(people);
  await play(people, watcher, { pause: (tiles) => tiles >= MIDDLE });
  const returning = people[3];
  if (!returning) throw new Error('nobody');
  await expect(returning.laid()).toHaveCount(MIDDLE);
  await comesBack(returning);
  await endAndBeginAgain(people, watcher);
});

test('two play a whole game by keyboard alone', { tag: '@fast' }, async ({ arrive }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');

  await ana.page.goto('/');
  await ana.introduceByKeys();
  await ana.press(ana.button('Play with friends'));
  await ana.page.waitForURL(/\/r\/\w+$/);
  await bruno.page.goto(ana.page.url());
  await bruno.introduceByKeys();
  await bruno.press(bruno.button('Join the game'));
  await expect(bruno.button("I'm not ready")).toBeVisible();
  await ana.press(ana.button('Start the game'));

  const tiles = await play(people, ana, { decide: (person) => person.takeTurnByKeys() });
  expect(tiles).toBeGreaterThan(0);
  for (const person of people) await expect(person.verdict()).toBeVisible();
});

test('two play on phones', async ({ arrive }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const people = [await arrive('Ana', phone), await arrive('Bruno', phone)];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await gather(people);
  await start(people);
  await playTo(people, ana, 4, { decide: (person) => person.takeTurnByTouch() });
  for (const person of people) await expect(person.laid()).toHaveCount(4);
});
