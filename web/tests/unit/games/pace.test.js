import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CHAIN_MS, stepTime, stepTimes } from '../../../client/games/pace.js';

const sum = (/** @type {readonly number[]} */ times) => times.reduce((all, one) => all + one, 0);

test('the steps of a known number take at most four seconds in all', () => {
  for (const count of [1, 2, 5, 27, 100]) {
    const times = stepTimes(count);
    assert.equal(times.length, count);
    assert.ok(sum(times) <= CHAIN_MS + 1e-6, `${count} steps take ${sum(times)} ms`);
    assert.ok(times.every((ms) => ms > 0));
  }
  assert.deepEqual(stepTimes(0), []);
  assert.ok(sum(stepTimes(2)) < CHAIN_MS, 'and a short chain is not drawn out');
});

test('the last step of a long chain keeps its time', () => {
  const times = stepTimes(27);
  assert.equal(times.at(-1), 1_000);
  assert.equal(new Set(times.slice(0, -1)).size, 1, 'all others are as long as each other');
});

test('a chain of unknown length takes at most its time, however long it becomes', () => {
  const chain = (/** @type {number} */ count, /** @type {number} */ most) =>
    sum(Array.from({ length: count }, (_, index) => stepTime(420, index, most)));
  for (const most of [CHAIN_MS, 3_000])
    for (const count of [1, 6, 27, 500]) assert.ok(chain(count, most) <= most + 1e-6);
  assert.equal(stepTime(420, 0), 420, 'the first step has its usual time');
  assert.ok(stepTime(420, 5) < stepTime(420, 4));
  assert.equal(stepTime(0, 3), 0, 'nothing moves where motion is reduced');
});
