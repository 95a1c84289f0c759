import assert from 'node:assert/strict';
import { test } from 'node:test';

import { onVacation, vacationChoice } from '../../../client/room/game/vacation.js';

/**
 * Returns the vacation choice of a player at time 10.
 *
 * @param {object | null} vacation
 * @param {object} [view]
 * @param {number | null} [seat]
 */
function choice(vacation, view = {}, seat = 0) {
  /** @type {object[]} */
  const sent = [];
  const found = vacationChoice(
    /** @type {any} */ ({
      state: {
        you: { seat },
        view: { phase: 'playing', paused: null, seats: [{ vacation }], ...view },
      },
      serverTime: () => 10,
      text: (/** @type {string} */ key) => key,
      issue: (/** @type {object} */ intent) => Promise.resolve(sent.push(intent)),
    }),
  );
  return { found, sent };
}

test('a vacation is possible only in a running game of days, for its players', () => {
  assert.equal(choice(null).found, null);
  assert.equal(choice({ until: null, days_left: 21 }, {}, null).found, null);
  assert.equal(choice({ until: null, days_left: 21 }, { phase: 'over' }).found, null);
  assert.equal(choice({ until: null, days_left: 21 }, { paused: 'until_all_back' }).found, null);
  assert.equal(choice({ until: null, days_left: 0 }).found, null, 'nothing is left');
  assert.equal(choice({ until: null, days_left: 21 }).found?.label, 'vacation.go');
  assert.equal(choice({ until: 9, days_left: 3 }).found?.label, 'vacation.go', 'it is over');
});

test('a player on vacation can end it', async () => {
  const { found, sent } = choice({ until: 11, days_left: 0 });
  assert.equal(found?.label, 'vacation.end');
  await found?.chosen();
  assert.deepEqual(sent, [{ type: 'vacation', days: 0 }]);
  assert.equal(onVacation({ vacation: { until: 11, days_left: 0 } }, 11), false);
});
