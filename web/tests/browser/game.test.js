/**
 * Whole games through the interface.
 */

import { gather, NAMES, play, playTo, start } from './table.js';
import { expect, test } from './test.js';

/** Tiles on the board when someone reloads: everybody has had a turn. */
const MIDDLE = 10;

test('eight play a whole game, one watches, one comes back in the middle', async ({ arrive }) => {
  test.setTimeout(300_000);
  const people = [];
  for (const name of NAMES) people.push(await arrive(name));
  const watcher = await arrive('Zoe');
  const link = await gather(people);
  await watcher.come(link);
  await start(people);

  await play(people, watcher, { pause: (tiles) => tiles >= MIDDLE });
  const returning = people[3];
  if (!returning) throw new Error('nobody');
  await expect(returning.laid()).toHaveCount(MIDDLE);
  const before = { position: await returning.position(), hand: await returning.hand() };
  await returning.page.reload();
  await expect(returning.laid()).toHaveCount(MIDDLE);
  expect({ position: await returning.position(), hand: await returning.hand() }).toEqual(before);

  const tiles = await play(people, watcher);
  expect(tiles).toBeGreaterThan(MIDDLE);
  for (const person of [...people, watcher]) {
    await expect(person.verdict()).toBeVisible();
    const places = person.page.getByRole('region', { name: /\bwins?\b/ });
    for (const name of NAMES) await expect(places.getByText(name, { exact: true })).toBeVisible();
    await expect(person.laid()).toHaveCount(tiles);
  }

  for (const guest of people.slice(1)) await guest.getReady();
  await people[0]?.button('Start another game').click();
  for (const person of [...people, watcher]) {
    await expect(person.laid()).toHaveCount(0);
    await expect(person.turn()).toBeVisible();
  }
});

test('two play a whole game by keyboard alone', async ({ arrive }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');

  await ana.page.goto('/');
  await ana.introduceByKeys();
  await ana.press(ana.button('Create the room'));
  await ana.page.waitForURL(/\/r\/\w+$/);
  await bruno.page.goto(ana.page.url());
  await bruno.introduceByKeys();
  await bruno.press(bruno.button('Take a seat'));
  await bruno.press(bruno.button('I am ready'));
  await expect(bruno.button('Not ready after all')).toBeVisible();
  await ana.press(ana.button('Start the game'));

  const tiles = await play(people, ana, { decide: (person) => person.takeTurnByKeys() });
  expect(tiles).toBeGreaterThan(0);
  for (const person of people) await expect(person.verdict()).toBeVisible();
});

test('a phone is enough', async ({ arrive }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const people = [await arrive('Ana', phone), await arrive('Bruno', phone)];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await gather(people);
  await start(people);
  await playTo(people, ana, 6, { decide: (person) => person.takeTurnByTouch() });
  for (const person of people) await expect(person.laid()).toHaveCount(6);
});
