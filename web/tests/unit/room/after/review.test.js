import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineEnd } from '../../../../client/room/after/chances.js';
import { countGood, gradeOf } from '../../../../client/room/after/grades.js';
import { Replay } from '../../../../client/room/after/replay.js';
import { marksOf, verdictOf } from '../../../../client/room/after/review-words.js';

/** @import { Review } from '../../../../client/protocol.js' */

/** @param {string} key @param {Record<string, string | number>} [values] */
const text = (key, values = {}) => [key, ...Object.values(values)].join(' ');

/** A game of four moves for two, in which seat 0 blunders with the second and the fourth. */
const GAME = /** @type {Review} */ (
  /** @type {unknown} */ ({
    chances: [50, 50],
    decisions: [
      { version: 7, seat: 0, by: 'player', loss: 0, chances: [52, 48] },
      { version: 9, seat: 0, by: 'player', loss: 30, chances: [22, 78] },
      { version: 10, seat: 1, by: 'player', loss: 4, chances: [25, 75] },
      { version: 12, seat: 0, by: 'player', loss: 12, chances: [0, 100] },
      { version: 13, seat: 1, by: 'clock', loss: null, chances: [0, 100] },
    ],
    worst: [
      { version: 9, seat: 0, loss: 30 },
      { version: 12, seat: 0, loss: 12 },
    ],
    positions: { start: {}, changes: [[], [], [], [], []] },
  })
);

test('a loss has one grade, and no loss is good', () => {
  assert.deepEqual([0, 3, 9, 10, 19, 20, 100].map(gradeOf), [
    ...['good', 'inaccuracy', 'inaccuracy', 'mistake', 'mistake', 'blunder', 'blunder'],
  ]);
});

test('only judged moves are counted', () => {
  assert.deepEqual(countGood(GAME.decisions, 0), { good: 1, count: 3 });
  assert.deepEqual(countGood(GAME.decisions, 1), { good: 0, count: 1 });
});

test('a replay leads from position to position by patches', () => {
  const views = [
    { board: [], turn: 0 },
    { board: [{ tile: 3 }], turn: 1 },
    { board: [{ tile: 3 }], turn: 1 },
    { board: [{ tile: 3 }, { tile: 5 }], turn: 0 },
  ];
  const positions = {
    start: views[0],
    changes: [[-1, [-1, ['+', [{ tile: 3 }]], 1, 1]], [], [-1, [-1, ['+', [{ tile: 5 }]], 1, 0]]],
  };
  const replay = new Replay(/** @type {any} */ ({ ...GAME, positions }));
  // A later position does not depend on whether an earlier one was shown.
  for (const step of [3, 1, 0, 2]) assert.deepEqual(replay.position(step), views[step]);
  const whole = { ...positions, changes: [[0, { other: true }]] };
  const other = new Replay(/** @type {any} */ ({ ...GAME, positions: whole }));
  assert.deepEqual(other.position(1), { other: true });
});

test('a replay knows the moves, their chances and the costly ones', () => {
  const replay = new Replay(GAME);
  assert.equal(replay.end, 5);
  assert.equal(replay.decision(0), null);
  assert.equal(replay.decision(2)?.version, 9);
  assert.deepEqual(
    [0, 1, 5].map((step) => replay.chances(step)),
    [
      [50, 50],
      [52, 48],
      [0, 100],
    ],
  );
  assert.deepEqual(replay.costly, [2, 4]);
  assert.equal(replay.moment(2)?.loss, 30);
  assert.equal(replay.moment(3), null);
  assert.deepEqual(
    [0, 2, 4].map((step) => replay.nextCostly(step, 1)),
    [2, 4, null],
  );
  assert.deepEqual(
    [5, 4, 2].map((step) => replay.nextCostly(step, -1)),
    [4, 2, null],
  );
});

test('a line ends where its player has no chance any more', () => {
  assert.equal(lineEnd([50, 40, 0, 0]), 2);
  assert.equal(lineEnd([50, 0, 10, 100]), 3);
  assert.equal(lineEnd([0, 0]), 0);
});

test('the log shows the grade of each move that was not the best', () => {
  assert.deepEqual(
    [...marksOf(GAME, text)],
    [
      [9, { words: 'review.grade.blunder review.loss 30', costly: true }],
      [10, { words: 'review.grade.inaccuracy review.loss 4', costly: false }],
      [12, { words: 'review.grade.mistake review.loss 12', costly: true }],
    ],
  );
});

test('the verdict is about the reader, and otherwise about all', () => {
  assert.equal(verdictOf(GAME, 0, text), 'review.share 1 3 · review.found 2');
  assert.equal(verdictOf(GAME, 1, text), 'review.share 0 1 · review.flawless');
  assert.equal(verdictOf(GAME, null, text), 'review.found 2');
});
