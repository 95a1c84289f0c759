/**
 * Test of the cost of a move on the pages that show it: with eight players, on a device four times
 * slower than this machine, no task blocks a page noticeably.
 */

import { NAMES, play } from './table.js';
import { expect, MOVING, test } from './test.js';

/** @import { CDPSession } from '@playwright/test' */

/** The slowdown of a phone compared with the machine that runs the tests. */
const SLOWDOWN = 4;
/**
 * The maximum duration of a task in milliseconds. A tap during such a task still gets an immediate
 * response.
 */
const MOST_MS = 50;
/** The name of the mark in the trace that identifies the measured pages. */
const DEVICE = 'device';
/** The name of the mark in the trace at the end of a move. */
const MOVED = 'moved';
/**
 * The number of pages that show the same moves. A long task on only one of them is caused by the
 * machine.
 */
const DEVICES = 3;
/** The number of measured decisions. Each player has at least one. */
const MOVES = 10;
/** The time in milliseconds after which the longest animation of a move is over. */
const WALK_MS = 3_000;

/**
 * @typedef {object} Traced an event of a trace, with times in microseconds
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts the start time
 * @property {number} [tdur] the CPU time of its thread, independent of other load
 */

/**
 * Traces all pages while an action runs.
 *
 * @param {CDPSession} devtools
 * @param {() => Promise<unknown>} act
 */
async function trace(devtools, act) {
  /** @type {Traced[]} */
  const events = [];
  devtools.on('Tracing.dataCollected', ({ value }) => {
    events.push(.../** @type {Traced[]} */ (/** @type {unknown} */ (value)));
  });
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.start', {
    categories: 'toplevel,blink.user_timing',
    transferMode: 'ReportEvents',
  });
  await act();
  await devtools.send('Tracing.end');
  await complete;
  return events;
}

/**
 * Returns the longest task of each move, on the page where it was shortest.
 *
 * @param {readonly Traced[]} events
 * @returns {number[]} milliseconds of CPU time
 */
function longestOfMoves(events) {
  const devices = events.filter(({ name }) => name === DEVICE);
  const ends = events.filter(({ name }) => name === MOVED).map(({ ts }) => ts);
  return ends.map((end, move) => {
    const from = ends[move - 1] ?? Math.max(...devices.map(({ ts }) => ts));
    const longest = devices.map(({ pid, tid }) => {
      const tasks = events.filter(
        (one) =>
          one.name.endsWith('RunTask') &&
          one.pid === pid &&
          one.tid === tid &&
          one.ts >= from &&
          one.ts < end,
      );
      expect(tasks.length, `tasks of move ${move + 1} were traced`).toBeGreaterThan(5);
      return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
    });
    return Math.min(...longest);
  });
}

test('with eight players no task of a move blocks a slow phone noticeably', {
  tag: '@deep',
}, async ({ arrive, settle }) => {
  const people = await Promise.all(NAMES.map((name) => arrive(name)));
  const [first] = people;
  if (!first) throw new Error('nobody');
  const { link } = await settle(people, {
    course: { until: { phase: 'over' }, before: MOVES + 4 },
  });
  // These are additional phones of one player without any input, because the test's own actions on
  // a page cost time as well.
  const phone = { ...MOVING, viewport: { width: 390, height: 844 } };
  const cookies = await first.page.context().cookies();
  /** @type {import('@playwright/test').Page[]} */
  const devices = [];
  for (let number = 0; number < DEVICES; number += 1) {
    const { page } = await arrive(`phone ${number}`, phone);
    await page.context().addCookies(cookies);
    await page.goto(link);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    devices.push(page);
  }
  const mark = (/** @type {import('@playwright/test').Page} */ page, /** @type {string} */ name) =>
    page.evaluate((mark) => void performance.mark(mark), name);
  const devtools = await first.page.context().newCDPSession(first.page);
  let moves = 0;
  const events = await trace(devtools, async () => {
    for (const device of devices) await mark(device, DEVICE);
    await play(people, first, {
      decide: async (person) => {
        const decided = await person.takeTurn();
        // By now a visible animation is over.
        await first.page.waitForTimeout(WALK_MS);
        await mark(first.page, MOVED);
        return decided;
      },
      pause: () => {
        moves += 1;
        return moves >= MOVES;
      },
    });
  });
  const longest = longestOfMoves(events).map((ms) => Math.round(ms * SLOWDOWN));
  expect(longest).toHaveLength(MOVES);
  test.info().annotations.push({
    type: 'the longest task of each move',
    description: longest.map((ms) => `${ms} ms`).join(', '),
  });
  expect(Math.max(...longest)).toBeLessThan(MOST_MS);
});
