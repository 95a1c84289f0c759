/**
 * Whole games by keys alone, of people who only hear what the page says.
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
/** Decisions after which a game counts as endless. */
const ENDLESS = 1_000;
/** Milliseconds that a whole game may take: one of Section X has hundreds of decisions, and the machine may be slow. */
const LONG_MS = 3_600_000;

/**
 * Lets them play until all hear that the game is over.
 *
 * @param {readonly { ear: Listener, decide: () => Promise<void> }[]} players
 */
async function playByEar(players) {
  const ears = players.map(({ ear }) => ear);
  try {
    await playOn(players, ears);
  } finally {
    // For whoever wants to read along what there was to hear.
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
 * A game that has come to some point, and those who hear it.
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
 * Two who play Tortus: the first one walks into holes.
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
 * Two who play Section X: one digs to the east, the other to the west.
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

test('two play a whole game of Tsuro by keys and by ear', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', STILL), await arrive('Bruno', STILL)];
  const { ana, bruno } = await hear(settle, people, { course: { until: {} } });
  await playByEar([new TsuroByEar(ana, 'cautious'), new TsuroByEar(bruno, 'reckless')]);
});

/** A few decisions before a game would be over that is played by chance. @type {Course} */
const LATE = { until: { phase: { type: 'over' } }, before: 8 };

test('a game of Tortus comes to its end for those who only hear it', async ({ arrive, settle }) => {
  await playTortus({ arrive, settle }, LATE);
});

test('two play a whole game of Tortus by keys and by ear', { tag: '@deep' }, async ({
  arrive,
  settle,
}) => {
  test.setTimeout(LONG_MS);
  await playTortus({ arrive, settle }, { until: {} });
});

test('a game of Section X comes to its end for those who only hear it', async ({
  arrive,
  settle,
}) => {
  await playSectionX({ arrive, settle }, LATE);
});

test('two play a whole game of Section X by keys and by ear', { tag: '@deep' }, async ({
  arrive,
  settle,
}) => {
  test.setTimeout(LONG_MS);
  await playSectionX({ arrive, settle }, { until: {} });
});
