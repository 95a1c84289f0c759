/**
 * Tests of whole games that are played by keys alone, by players who only hear the announcements of
 * the page.
 */

import { Listener } from './listener.js';
import { SectionXByEar } from './section-x-by-ear.js';
import { soon } from './soon.js';
import { test } from './test.js';
import { TortusByEar } from './tortus-by-ear.js';
import { TsuroByEar } from './tsuro-by-ear.js';

/** @import { Person } from './person.js' */
/** @import { Course, Order } from './prepare.js' */
/** @import { Scene } from './test.js' */

const STILL = /** @type {const} */ ({ reducedMotion: 'reduce' });
/** The number of decisions after which a game counts as endless. */
const ENDLESS = 1_000;
/**
 * The timeout of a whole game in milliseconds. A game of Section X has hundreds of decisions, and
 * the machine may be slow.
 */
const LONG_MS = 3_600_000;

/**
 * Lets the players play until all hear that the game is over.
 *
 * @param {readonly { ear: Listener, decide: () => Promise<void> }[]} players
 */
async function playByEar(players) {
  const ears = players.map(({ ear }) => ear);
  try {
    await playOn(players, ears);
  } finally {
    // The transcripts are attached so that a developer can read the announcements.
    for (const { person, transcript } of ears)
      await test.info().attach(`heard by ${person.name}`, { body: transcript.join('\n') });
  }
}

/**
 * @param {readonly { decide: () => Promise<void> }[]} players
 * @param {readonly Listener[]} ears
 */
async function playOn(players, ears) {
  for (let decisions = 0; decisions < ENDLESS; decisions += 1) {
    let next = -1;
    let over = false;
    await soon(async () => {
      const asked = await Promise.all(ears.map((ear) => ear.isAsked()));
      next = asked.indexOf(true);
      if (next < 0) over = (await Promise.all(ears.map((ear) => ear.isOver()))).every(Boolean);
      return over || next >= 0;
    }, 'somebody is asked, or all hear that the game is over').toBe(true);
    if (over) return;
    await players[next]?.decide();
  }
  throw new Error('the game does not end');
}

/**
 * Prepares a game in the ordered state, and returns the listeners of its players.
 *
 * @param {Scene['settle']} settle
 * @param {readonly Person[]} people
 * @param {Order} order
 */
async function hear(settle, people, order) {
  await settle(people, order);
  const [ana, bruno] = await Promise.all(people.map((person) => Listener.of(person)));
  if (!ana || !bruno) throw new Error('nobody');
  return { ana, bruno };
}

/**
 * Lets two players play Tortus, the first of them recklessly.
 *
 * @param {Pick<Scene, 'arrive' | 'settle'>} scene
 * @param {Course} course
 */
async function playTortus({ arrive, settle }, course) {
  const people = [await arrive('Ana', STILL), await arrive('Bruno', STILL)];
  const { ana, bruno } = await hear(settle, people, { game: 'tortus', course });
  const players = [new TortusByEar(ana, 'reckless'), new TortusByEar(bruno, 'cautious')];
  await playByEar(players);
}

/**
 * Lets two players play Section X: one digs to the east, the other to the west.
 *
 * @param {Pick<Scene, 'arrive' | 'settle'>} scene
 * @param {Course} course
 */
async function playSectionX({ arrive, settle }, course) {
  const people = [await arrive('Ana', STILL), await arrive('Bruno', STILL)];
  const { ana, bruno } = await hear(settle, people, { game: 'section_x', course });
  const players = [new SectionXByEar(ana, 'east'), new SectionXByEar(bruno, 'west')];
  await playByEar(players);
}

test('two play a whole game of Tsuro by keys and announcements alone', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', STILL), await arrive('Bruno', STILL)];
  const { ana, bruno } = await hear(settle, people, { course: { until: {} } });
  await playByEar([new TsuroByEar(ana, 'cautious'), new TsuroByEar(bruno, 'reckless')]);
});

/** A course that ends a few decisions before the end of a random game. @type {Course} */
const LATE = { until: { phase: { type: 'over' } }, before: 8 };

test('players who only hear the announcements end a game of Tortus', async ({ arrive, settle }) => {
  await playTortus({ arrive, settle }, LATE);
});

test('two play a whole game of Tortus by keys and announcements alone', { tag: '@deep' }, async ({
  arrive,
  settle,
}) => {
  test.setTimeout(LONG_MS);
  await playTortus({ arrive, settle }, { until: {} });
});

test('players who only hear the announcements end a game of Section X', async ({
  arrive,
  settle,
}) => {
  await playSectionX({ arrive, settle }, LATE);
});

test('two play a whole game of Section X by keys and announcements alone', {
  tag: '@deep',
}, async ({ arrive, settle }) => {
  test.setTimeout(LONG_MS);
  await playSectionX({ arrive, settle }, { until: {} });
});
