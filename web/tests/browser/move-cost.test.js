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
const MOST_MS = 100;
/** Names the page that is looked at, in the trace. */
const DEVICE = 'device';
/** Decisions that are looked at: everybody has one, and some another. */
const MOVES = 10;

/**
 * @typedef {object} Traced an event of a trace, with times in microseconds
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
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
 * The tasks of the main thread of the page that is looked at.
 *
 * @param {readonly Traced[]} events
 * @returns {number[]} milliseconds of the processor, the longest first
 */
function tasksIn(events) {
  const own = events.find(({ name }) => name === DEVICE);
  return events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === own?.pid && tid === own.tid)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

test('no task of a move keeps a slow phone for longer than a person notices, with eight players', {
  tag: '@deep',
}, async ({ arrive, settle }) => {
  const phone = { ...MOVING, viewport: { width: 390, height: 844 } };
  const people = await Promise.all(NAMES.map((name) => arrive(name, phone)));
  const [first] = people;
  if (!first) throw new Error('nobody');
  const { link } = await settle(people, {
    course: { until: { phase: 'over' }, before: MOVES + 4 },
  });
  // Another device of a player, on which nobody does anything: what a test does to a page costs time as well.
  const device = await first.page.context().newPage();
  await device.goto(link);
  await expect(device.getByRole('gridcell').first()).toBeVisible();
  const devtools = await first.page.context().newCDPSession(device);
  let moves = 0;
  const events = await trace(devtools, async () => {
    await device.evaluate((mark) => void performance.mark(mark), DEVICE);
    await play(people, first, {
      pause: () => {
        moves += 1;
        return moves > MOVES;
      },
    });
  });
  const tasks = tasksIn(events);
  expect(tasks.length, 'tasks were traced').toBeGreaterThan(100);
  const longest = (tasks[0] ?? 0) * SLOWDOWN;
  const figures = tasks.slice(0, 5).map((ms) => `${Math.round(ms * SLOWDOWN)} ms`);
  test.info().annotations.push({ type: 'the longest tasks', description: figures.join(', ') });
  expect(longest).toBeLessThan(MOST_MS);
});
