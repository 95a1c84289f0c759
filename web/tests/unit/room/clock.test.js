import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatClock, sayClockTime, timeOf } from '../../../client/room/game/clock.js';

for (const [ms, written] of /** @type {[number, string][]} */ ([
  [0, '0:00'],
  [-50, '0:00'],
  [1, '0:01'],
  [9_999, '0:10'],
  [10_001, '0:11'],
  [59_001, '1:00'],
  [60_000, '1:00'],
  [61_000, '1:01'],
  [600_000, '10:00'],
  [7_200_000, '120:00'],
])) {
  test(`${ms} ms are written ${written}`, () => assert.equal(formatClock(ms), written));
}

test('a time of days is written without seconds', () => {
  const text = (/** @type {string} */ key, /** @type {object} */ values = {}) =>
    [key, ...Object.values(values)].join(' ');
  const hour = 3_600_000;
  assert.equal(sayClockTime(72 * hour, text), 'time.days 3');
  assert.equal(sayClockTime(72 * hour - 1, text), 'time.days 3');
  assert.equal(sayClockTime(49.5 * hour, text), 'time.days 2');
  assert.equal(sayClockTime(25.5 * hour, text), 'time.hours 26');
  assert.equal(sayClockTime(23.5 * hour, text), 'time.hours 24');
  assert.equal(sayClockTime(2 * hour, text), '120:00');
  assert.equal(sayClockTime(61_000, text), '1:01');
});

test('a running clock shows the time until its end', () => {
  const clock = { running: [{ seat: 1, until: 5000 }], banks_ms: [9000, 8000] };
  assert.deepEqual(timeOf(clock, 1, 2000), { ms: 3000, running: true });
  assert.deepEqual(timeOf(clock, 1, 6000), { ms: 0, running: true });
});

test('a stopped clock shows its bank, if it has one', () => {
  const clock = { running: [{ seat: 1, until: 5000 }], banks_ms: [9000, 8000] };
  assert.deepEqual(timeOf(clock, 0, 2000), { ms: 9000, running: false });
  assert.equal(timeOf({ ...clock, banks_ms: null }, 0, 2000), null);
  assert.equal(timeOf(null, 0, 2000), null);
});
