import assert from 'node:assert/strict';
import { test } from 'node:test';

import { traceOf } from '../../../../client/games/tortus/last-turn.js';
import { pathsOf, ribbonOf } from '../../../../client/games/tortus/ribbon.js';

test('the steps of a pawn are one way, whoever steps in between', () => {
  const paths = pathsOf([
    { pawn: 0, from: 'a1', to: 'a2' },
    { pawn: 5, from: 'a2', to: 'b2' },
    { pawn: 0, from: 'a2', to: 'a3' },
  ]);
  assert.deepEqual(
    [...paths],
    [
      [0, ['a1', 'a2', 'a3']],
      [5, ['a2', 'b2']],
    ],
  );
});

test('a ribbon goes from its first point through the others, and its head ends before the last', () => {
  const { line, head } = ribbonOf([
    { x: 0, y: 0 },
    { x: 90, y: 0 },
    { x: 90, y: 90 },
  ]);
  assert.match(line, /^M0 0L68 0Q90 0 90 22L/);
  assert.match(head, /L90 63L/);
  assert.deepEqual(ribbonOf([{ x: 0, y: 0 }]), { line: '', head: '' });
});

test('the trace of a turn contains the pawns that fell in it', () => {
  const events = /** @type {any[]} */ ([
    { game: 'tortus', type: 'turn', seat: 1, actions: 2 },
    { game: 'tortus', type: 'moved', pawn: 0, from: 'c3', to: 'c4', by: 'push' },
    { game: 'tortus', type: 'fell', pawn: 0, square: 'c4', taken: null },
    { game: 'tortus', type: 'turn', seat: 0, actions: 2 },
  ]);
  const view = { steps: [], phase: /** @type {any} */ ({ type: 'act' }) };
  assert.deepEqual(traceOf(events, view, 0).fallen, [{ pawn: 0, square: 'c4' }]);
});
