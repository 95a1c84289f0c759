/**
 * Helpers for the people of a game: they gather, play and finish.
 */

import { expect } from '@playwright/test';

import { DEEP } from './checks.js';
import { soon } from './soon.js';

/** @import { Decided, Person } from './person.js' */
/** @import { Rules } from './visitor.js' */

export const NAMES = ['Ana', 'Bruno', 'Chiara', 'Duarte', 'Elena', 'Félix', 'Giulia', 'Hugo'];

/**
 * Creates a room with the first person as host and all others seated and ready.
 *
 * @param {Person[]} people
 * @param {Rules} [rules]
 * @returns {Promise<string>} the link to the room
 */
export async function gather([host, ...guests], rules) {
  if (!host) throw new Error('nobody');
  const link = await host.createRoom(rules && { rules });
  await Promise.all(guests.map((guest) => guest.come(link)));
  for (const guest of guests) await guest.sit();
  return link;
}

/**
 * Lets the host start the game.
 *
 * @param {Person[]} people
 * @param {number} [edge] the number of squares along an edge of the board
 */
export async function start(people, edge = 6) {
  await people[0]?.button('Start the game').click();
  for (const person of people) await expect(person.squares()).toHaveCount(edge * edge);
}

/**
 * Returns the person whose turn it is, as their own page shows it.
 *
 * @param {Person[]} people
 * @returns {Promise<Person>}
 */
export async function whoseTurn(people) {
  /** @type {Person[]} */
  let asked = [];
  await soon(async () => {
    const visible = await Promise.all(people.map((person) => person.commit().isVisible()));
    asked = people.filter((_, index) => visible[index]);
    return asked.length;
  }).toBe(1);
  return /** @type {Person} */ (asked[0]);
}

/**
 * Starts another game: all players want a rematch, the host last.
 *
 * @param {Person[]} people the players, the host first
 */
export async function again(people) {
  const [host, ...guests] = people;
  if (!host) throw new Error('nobody');
  for (const guest of guests) await guest.wantRematch();
  await host.rematch().click();
  for (const person of people) await expect(person.laid()).toHaveCount(0);
}

/**
 * Plays on until the game is over or `pause` returns true, and makes sure that the witness sees
 * every tile.
 *
 * @param {Person[]} people
 * @param {Person} witness
 * @param {object} [course]
 * @param {(person: Person) => Promise<Decided>} [course.decide] takes a turn
 * @param {(tiles: number) => boolean} [course.pause] receives the number of tiles on the board
 *   after each turn
 * @returns {Promise<number>} the number of tiles on the board
 */
export async function play(people, witness, { decide = (one) => one.takeTurn(), pause } = {}) {
  let tiles = await witness.laid().count();
  for (;;) {
    await expect(witness.turn().or(witness.verdict())).toBeVisible();
    if (await witness.verdict().isVisible()) return tiles;
    const name = await witness.turn().innerText();
    const person = people.find((one) => one.name === name);
    if (!person) throw new Error(`${name} is not one of those who play`);
    const told = await witness.lines().count();
    const decided = await decide(person);
    await soon(() => witness.lines().count()).toBeGreaterThan(told);
    const waits = await witness.waiting().isVisible();
    if (!waits && (decided === 'placed' || decided === 'chose')) tiles += 1;
    await expect(witness.laid()).toHaveCount(tiles);
    if (pause?.(tiles)) return tiles;
  }
}

/** The number of tiles after which a player has drawn, so that the game may as well end. */
const SOME = 6;

/**
 * Plays some tiles, then all but the first person resign. In deep tests all tiles are laid.
 *
 * @param {Person[]} people
 * @param {Person} witness
 */
export async function finish(people, witness) {
  await play(people, witness, { pause: (tiles) => tiles >= SOME && !DEEP });
  for (const person of people.slice(1)) {
    if (await witness.verdict().isVisible()) break;
    if (!(await person.button('Resign').isVisible())) continue;
    const told = await witness.lines().count();
    await person.resign();
    await soon(() => witness.lines().count()).toBeGreaterThan(told);
  }
  await expect(witness.verdict()).toBeVisible();
}

/** The number of games that may end too early before that counts as an error. */
const GAMES = 5;

/**
 * Plays until a running game has a number of tiles on the board. Tiles are dealt at random, so a
 * game can end before; then the next one starts.
 *
 * @param {Person[]} people
 * @param {Person} witness
 * @param {number} wanted
 * @param {object} [course] as in {@link play}
 * @param {(person: Person) => Promise<Decided>} [course.decide]
 */
export async function playTo(people, witness, wanted, course = {}) {
  for (let game = 0; game < GAMES; game += 1) {
    await play(people, witness, { ...course, pause: (tiles) => tiles === wanted });
    await expect(witness.turn().or(witness.verdict())).toBeVisible();
    if (await witness.turn().isVisible()) return;
    await again(people);
    await expect(witness.laid()).toHaveCount(0);
  }
  throw new Error(`${GAMES} games have ended before ${wanted} tiles`);
}
