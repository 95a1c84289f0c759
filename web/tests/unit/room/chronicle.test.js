import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Chronicle } from '../../../client/room/talk/chronicle.js';

/**
 * Returns the sentences about events.
 *
 * @param {object[]} happenings
 */
function said(happenings) {
  const text = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) =>
    [key, ...Object.values(values)].join(' ');
  const chronicle = new Chronicle(
    text,
    () => ({ sentence: () => 'plays' }),
    (seat) => ({ name: `Wind ${seat}`, bot: null }),
  );
  const entries = happenings.map((happening, version) => ({ version, at: 0, happening }));
  return chronicle
    .tell(/** @type {any} */ (entries), true)
    .map(({ sentences }) => sentences.join(' '));
}

const VOTE = { type: 'urged', seat: 1, by: 0 };
const AWAY = { type: 'away', seat: 1, away: true };
const SKIPPED = { ...AWAY, skipped: true };
const BACK = { type: 'away', seat: 1, away: false };
const FORCED = { type: 'played', seat: 1, by: 'away', events: [{ game: 'tsuro' }] };

test('a player who is skipped by vote is not called away', () => {
  assert.deepEqual(said([VOTE, SKIPPED, FORCED, BACK, AWAY, FORCED]), [
    'log.urged Wind 0 Wind 1',
    'log.skipped Wind 1',
    'log.by_skip Wind 1 plays',
    'log.back Wind 1',
    'log.away Wind 1',
    'log.by_away Wind 1 plays',
  ]);
});

test('the second request for a pause is consent, until the pause begins', () => {
  const asked = (/** @type {number} */ seat) => ({ type: 'pause_asked', seat });
  assert.deepEqual(said([asked(0), asked(1), { type: 'pause_declined', seat: 2 }, asked(1)]), [
    'log.pause_asked Wind 0',
    'log.pause_agreed Wind 1',
    'log.pause_declined Wind 2',
    'log.pause_asked Wind 1',
  ]);
});
