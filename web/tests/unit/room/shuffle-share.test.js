import assert from 'node:assert/strict';
import { test } from 'node:test';
import { owesNumber } from '../../../client/room/lobby/shuffle-share.js';

/**
 * @param {object} of
 * @param {boolean} [of.host]
 * @param {number | null} [of.seat]
 * @param {number} [of.tabs]
 * @param {boolean} [of.ready]
 * @param {string} [of.phase]
 * @param {number} [of.round]
 * @param {number} [of.startsWith]
 */
const owes = ({
  host = false,
  seat = 0,
  tabs = 1,
  ready = true,
  phase = 'lobby',
  round = 0,
  startsWith,
}) =>
  owesNumber(
    /** @type {any} */ ({
      you: { host, seat, tabs },
      view: { phase, round, seats: [{ ready }], settings: { starts_with: startsWith } },
    }),
  );

test('a ready player contributes a nonce before a game', () => {
  assert.equal(owes({}), true);
  assert.equal(owes({ phase: 'over', round: 1 }), true);
  assert.equal(owes({ phase: 'playing' }), false);
  assert.equal(owes({ ready: false }), false);
  assert.equal(owes({ seat: null }), false);
});

test('the host contributes one by starting, unless the game starts automatically', () => {
  assert.equal(owes({ host: true }), false);
  assert.equal(owes({ host: true, startsWith: 3 }), true);
  assert.equal(owes({ host: true, startsWith: 3, phase: 'over', round: 1 }), false);
});

test('another page of the same person may have contributed one', () => {
  assert.equal(owes({ tabs: 2 }), false);
});
