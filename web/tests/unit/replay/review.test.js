import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineEnd } from '../../../client/replay/chances.js';
import { countGood, gradeOf } from '../../../client/replay/grades.js';
import { marksOf, verdictOf } from '../../../client/replay/review-words.js';
import { Verdicts } from '../../../client/replay/verdicts.js';

/** @import { Review } from '../../../client/protocol.js' */

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

test('a review knows the moves, their chances and the costly ones', () => {
  // The deal, and a decision between the others that was taken back.
  const steps = [5, 7, 8, 9, 10, 12, 13];
  const taken = new Verdicts(GAME, steps);
  assert.equal(taken.end, 6);
  assert.equal(taken.decision(2), null);
  assert.deepEqual(taken.chances(2), [52, 48]);
  assert.equal(taken.moment(3)?.loss, 30);

  const replay = new Verdicts(GAME, [5, 7, 9, 10, 12, 13]);
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
