import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BEGUN_MS, ShownPhase } from '../../../client/room/parts/shown-phase.js';

/** A time in milliseconds that is longer than any pause. */
const LONG_MS = 10_000;

/** @param {import('node:test').TestContext} context */
function page({ mock }) {
  mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {boolean[]} */
  const told = [];
  const phase = new ShownPhase(() => {
    phase.follow('over', () => 0);
    told.push(phase.justEnded);
  });
  return { phase, told, pass: (/** @type {number} */ ms) => mock.timers.tick(ms) };
}

test('a result is shown after the last animation and a pause', (context) => {
  const { phase, told, pass } = page(context);
  phase.follow('playing', null);
  assert.equal(
    phase.follow('over', () => 1_500),
    'playing',
  );
  assert.equal(phase.justEnded, false);
  pass(BEGUN_MS);
  pass(1_600);
  // Calls in the meantime neither shorten nor lengthen the wait.
  assert.equal(
    phase.follow('over', () => 1_500),
    'playing',
  );
  pass(1_500);
  assert.deepEqual([phase.now, told], ['over', [true]]);
  phase.follow('over', () => 0);
  assert.equal(phase.justEnded, false, 'it is told once');
  pass(LONG_MS);
  assert.equal(told.length, 1);
});

test('a result without an animation is shown at once', (context) => {
  const { phase, told, pass } = page(context);
  phase.follow('playing', null);
  assert.equal(phase.follow('over', null), 'over');
  assert.equal(phase.justEnded, true);
  pass(LONG_MS);
  assert.deepEqual(told, []);
});

test('a visitor who comes after the game has not followed it', (context) => {
  const { phase } = page(context);
  assert.equal(
    phase.follow('over', () => 1_500),
    'over',
  );
  assert.equal(phase.justEnded, false);
});

test('the next game does not wait for the result of the last one', (context) => {
  const { phase, told, pass } = page(context);
  phase.follow('playing', null);
  phase.follow('over', () => 1_500);
  assert.equal(phase.follow('playing', null), 'playing');
  pass(LONG_MS);
  assert.deepEqual([phase.now, told], ['playing', []]);
});
