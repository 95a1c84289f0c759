/**
 * Test of a game that is added as docs/adding-a-game.md describes: the example, whose rules are in
 * the program with failpoints.
 */

import { look } from './checks.js';
import { addExample } from './example.js';
import { soon } from './soon.js';
import { gather, start } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

test.use({ timeless: true });

/** The number of squares along an edge of the board. */
const EDGE = 3;
/** The number of cards that are laid in a game: all of both hands. */
const CARDS = 8;

/** @param {Person} person */
const cards = (person) =>
  person.page.getByRole('group', { name: 'Your cards' }).getByRole('button');
/** @param {Person} person */
const free = (person) => person.page.getByRole('gridcell', { name: /, free$/ });

/**
 * Lets the player whose turn it is lay a card with the mouse.
 *
 * @param {Person[]} people
 */
async function lay(people) {
  /** @type {Person | undefined} */
  let turn;
  await soon(async () => {
    const asked = await Promise.all(people.map((one) => one.button('Lay it').isVisible()));
    turn = people.find((_, number) => asked[number]);
    return asked.filter(Boolean).length;
  }).toBe(1);
  if (!turn) throw new Error('nobody');
  const left = await free(turn).count();
  await cards(turn).first().click();
  await free(turn).first().click();
  await turn.button('Lay it').click();
  for (const person of people) await expect(free(person)).toHaveCount(left - 1);
}

test('two play a game that exists only in the tests to its end, across a restart @deep', async ({
  arrive,
  server,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  for (const { page } of people) await addExample(page.context());
  await gather(people, { game: 'Example', without: ['Diagonals are lines'], clock: 'No clock' });
  await expect(bruno.page.getByText('diagonals are no lines').first()).toBeVisible();
  await start(people, EDGE);
  for (const person of people) await expect(cards(person)).toHaveCount(CARDS / 2);
  await look(ana, 'example');

  const laid = 3;
  for (let card = 0; card < laid; card += 1) await lay(people);
  const before = [await ana.position(), await bruno.position()];
  for (const person of people) {
    // The browser reports sockets and requests that fail while the server is down.
    person.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  }
  await server.kill();
  await server.start();
  for (const [number, person] of people.entries()) {
    await person.page.reload();
    await expect(free(person)).toHaveCount(EDGE * EDGE - laid);
    expect(await person.position()).toEqual(before[number]);
  }
  for (let card = laid; card < CARDS; card += 1) await lay(people);

  for (const person of people) {
    await expect(person.verdict()).toBeVisible();
    await expect(person.lines().filter({ hasText: / lays \d on / })).toHaveCount(CARDS);
  }
  await ana.page.getByRole('link', { name: 'Check the shuffle', exact: true }).click();
  await expect(ana.page.getByRole('heading', { name: 'Shuffle verified' })).toBeVisible();

  await bruno.page.goto('/how/example');
  await expect(bruno.page.getByRole('heading', { name: 'How to play Example' })).toBeVisible();
});
