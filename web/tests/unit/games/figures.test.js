/**
 * Tests of the figures of finished games.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { figures as ofSectionX } from '../../../client/games/section_x/figures.js';
import { figures as ofTortus } from '../../../client/games/tortus/figures.js';
import { figures as ofTsuro } from '../../../client/games/tsuro/figures.js';

/** @param {{ key: string, count: number }[][]} seats */
const counts = (seats) => seats.map((seat) => seat.map(({ count }) => count));

test('in Tsuro the length of the path, and the eliminated players', () => {
  const stands = { type: 'stands', at: 'a1:0' };
  const walk = (/** @type {number} */ seat, /** @type {object} */ end) => ({ seat, path: [], end });
  const events = [
    { type: 'opened' },
    { type: 'placed', seat: 0, walks: [walk(0, stands), walk(1, { type: 'edge' })] },
    // A player who takes another along has eliminated one player, not two.
    {
      type: 'placed',
      seat: 2,
      walks: [walk(2, { type: 'collision', with: 3 }), walk(3, { type: 'collision', with: 2 })],
    },
    { type: 'placed', seat: 0, walks: [walk(0, { type: 'edge' })] },
  ];
  const markers = [7, 3, 5, 0].map((length) => ({ path: Array.from({ length }, () => 0) }));
  const view = /** @type {any} */ ({ markers });
  assert.deepEqual(counts(ofTsuro(view, /** @type {any} */ (events))), [
    [7, 1],
    [3, 0],
    [5, 1],
    [0, 0],
  ]);
});

test('in Tortus captures in the own turn, lost pawns, and opened tiles', () => {
  const events = [
    { type: 'turn', seat: 1, actions: 1 },
    { type: 'captured', pawn: 0, square: 'a1' },
    // Striking an own pawn does not count as a capture.
    { type: 'captured', pawn: 1, square: 'a2' },
    { type: 'turn', seat: 0, actions: 1 },
    { type: 'revealed', square: 'a3' },
    { type: 'revealed', square: 'a4' },
  ];
  const pawns = [
    { seat: 0, lost: true },
    { seat: 1, lost: false },
  ];
  const view = /** @type {any} */ ({ hands: [[], []], pawns });
  assert.deepEqual(counts(ofTortus(view, /** @type {any} */ (events))), [
    [0, 1, 2],
    [1, 0, 0],
  ]);
});

test('in Section X escaped prisoners, won fights and lost prisoners', () => {
  const players = [
    { free: 2, green: 1, lost: 0 },
    { free: 0, green: 0, lost: 4 },
  ];
  const events = [
    { type: 'turn', seat: 0 },
    { type: 'fought', kept: 1, back: [{}] },
  ];
  const view = /** @type {any} */ ({ players });
  assert.deepEqual(counts(ofSectionX(view, /** @type {any} */ (events))), [
    [3, 0, 0],
    [0, 1, 4],
  ]);
});
