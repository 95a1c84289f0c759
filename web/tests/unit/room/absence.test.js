import assert from 'node:assert/strict';
import { test } from 'node:test';

import { absenceOf } from '../../../client/room/game/absence.js';

const NOW = 1_000_000;

/**
 * Returns the sentence that the player of seat 0 reads while seat 1 has the turn.
 *
 * @param {object} seat the fields of seat 1 that differ from those of a person who is there
 * @param {object} [view]
 * @param {number[]} [here] the seats whose owners are connected
 */
function said(seat, view, here = [0]) {
  const person = { bot: null, vacant: false, away: false, vacation: null };
  return absenceOf(
    /** @type {any} */ ({
      state: {
        you: { seat: 0 },
        presence: { seats: here },
        view: {
          phase: 'playing',
          paused: null,
          game: { acting: 1 },
          clock: null,
          awaited: [],
          settings: {},
          seats: [person, { ...person, ...seat }],
          ...view,
        },
      },
      text: (/** @type {string} */ key, /** @type {object} */ values = {}) =>
        [key, ...Object.values(values)].join(' '),
      name: (/** @type {number} */ of) => `Wind ${of}`,
      serverTime: () => NOW,
    }),
  );
}

test('a player who is there, a bot and the reader are not reported', () => {
  assert.equal(said({}, {}, [0, 1]), '');
  assert.equal(said({ bot: 'easy' }), '');
  assert.equal(said({ vacant: true }), '');
  assert.equal(said({}, { game: { acting: 0 } }), '');
  assert.equal(said({}, { paused: 'agreed' }), '');
  assert.equal(said({}, { phase: 'over' }), '');
});

test('an absent player is reported with the time until the game goes on', () => {
  assert.equal(said({}), 'absent.offline Wind 1');
  const clock = { running: [{ seat: 1, until: NOW + 113_000 }], banks_ms: null };
  assert.equal(said({}, { clock }), 'absent.clock Wind 1 1:53');
  const waited = (/** @type {number} */ ms) => ({
    awaited: [{ seat: 1, urge_from: NOW + ms, urged_by: [], alone_from: 0 }],
  });
  assert.equal(said({}, waited(60_000)), 'absent.vote Wind 1 1:00');
  assert.equal(said({}, waited(0)), 'absent.may_vote Wind 1');
  const patient = { ...waited(0), settings: { no_skips: true } };
  assert.equal(said({}, patient), 'absent.offline Wind 1');
});

test('a vacation is reported until it ends', () => {
  assert.match(said({ vacation: { until: NOW + 1 } }, {}, [0, 1]), /^absent.vacation Wind 1 /);
  assert.equal(said({ vacation: { until: NOW } }, {}, [0, 1]), '');
});
