/**
 * What a move costs the pages that show it: at eight players, on a device that computes four times as slowly as this one,
 * nothing keeps a page from answering for longer than a person notices.
 */

import { NAMES, play } from './table.js';
import { expect, MOVING, test } from './test.js';

/** @import { CDPSession } from '@playwright/test' */

/** How much slower a phone computes than the machine of the tests. */
const SLOWDOWN = 4;
/** Milliseconds that a task may take there: whoever taps meanwhile is still answered at once. */
const MOST_MS = 50;
/** Names the pages that are looked at, in the trace. */
const DEVICE = 'device';
/** Names the end of a move there. */
const MOVED = 'moved';
/** Pages that show the same moves: what only one of them takes long for is the machine's doing. */
const DEVICES = 3;
/** Decisions that are looked at: everybody has one, and some another. */
const MOVES = 10;
/** Milliseconds after which the longest walk of a move is over. */
const WALK_MS = 2_000;

/**
 * @typedef {object} Traced an event of a trace, with times in microseconds
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts when it began
 * @property {number} [tdur] the processor's time that its thread took for it, whoever else was at work
 */

/**
 * Traces all pages while something is done.
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
 * The longest task of each move, on the page that was quickest with it.
 *
 * @param {readonly Traced[]} events
 * @returns {number[]} milliseconds of the processor
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

test('no task of a move keeps a slow phone for longer than a person notices, with eight players', {
  tag: '@deep',
}, async ({ arrive, settle }) => {
  const people = await Promise.all(NAMES.map((name) => arrive(name)));
  const [first] = people;
  if (!first) throw new Error('nobody');
  const { link } = await settle(people, {
    course: { until: { phase: 'over' }, before: MOVES + 4 },
  });
  // Phones of a player on which nobody does anything: what a test does to a page costs time as well.
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
        // A walk that somebody sees has come to its end.
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
