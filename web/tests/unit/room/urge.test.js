import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUrgeNotice, urgeable, urgedFor } from '../../../client/room/game/urge.js';
import { OPTIONS_2020 } from '../games/tsuro/options.js';

/**
 * Creates a room context where seat 1 has been on turn for a long time, as seen by `own`.
 *
 * @param {number | null} own
 * @param {{out?: number, urged_by?: number[], now?: number, awaited?: any[]}} [how]
 * @returns {any}
 */
function table(own, { out, urged_by = [], now = 9_000, awaited } = {}) {
  const markers = [0, 1, 2].map((seat) => ({
    out: seat === out ? { type: 'edge' } : null,
    path: [],
  }));
  const game = { game: 'tsuro', acting: 1, options: OPTIONS_2020, markers, hands: [] };
  return {
    state: {
      you: { seat: own },
      view: {
        game,
        awaited: awaited ?? [{ seat: 1, urge_from: 9_000, alone_from: 309_000, urged_by }],
      },
    },
    serverTime: () => now,
  };
}

test('a player may vote to skip from the time that the server names, and once', () => {
  assert.equal(urgeable(table(0)), 1);
  assert.equal(urgeable(table(0, { now: 8_999 })), null, 'not before');
  assert.equal(urgeable(table(0, { urged_by: [2] })), 1);
  assert.equal(urgeable(table(0, { urged_by: [2, 0] })), null, 'has asked');
});

test('the vote to skip is offered to no other people', () => {
  assert.equal(urgeable(table(1)), null, 'the one whose turn it is');
  assert.equal(urgeable(table(null)), null, 'a spectator');
  assert.equal(urgeable(table(0, { out: 0 })), null, 'who is out');
  assert.equal(urgeable(table(0, { awaited: [] })), null, 'where a clock runs');
  assert.equal(
    urgeable({ state: /** @type {any} */ ({ you: null, view: null }), serverTime: () => 0 }),
    null,
  );
});

test('the votes to skip are counted, with the minutes until they suffice', () => {
  assert.equal(urgedFor(table(0)), null, 'nobody');
  assert.deepEqual(urgedFor(table(0, { urged_by: [0, 2] })), { seat: 1, count: 2, minutes: 5 });
  assert.deepEqual(urgedFor(table(null, { urged_by: [0], now: 249_001 })), {
    seat: 1,
    count: 1,
    minutes: 1,
  });
  assert.equal(urgedFor(table(0, { urged_by: [0], now: 309_000 }))?.minutes, 1, 'never none');
  assert.equal(urgedFor(table(0, { awaited: [] })), null, 'where a clock runs');
});

test('a player is told once that others vote to skip their turn', () => {
  /** @type {string[]} */
  const told = [];
  const text = /** @type {any} */ ((/** @type {string} */ key) => key);
  const context = { ...table(1), text, announce: () => {} };
  const show = createUrgeNotice(context, (words) => told.push(words));
  show();
  assert.deepEqual(told, []);
  Object.assign(context, table(1, { urged_by: [0] }));
  show();
  Object.assign(context, table(1, { urged_by: [0, 2] }));
  show();
  assert.deepEqual(told, ['turn.urged']);
});
