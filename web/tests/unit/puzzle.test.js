import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPuzzle, raceOrder } from '../../client/puzzle/next.js';
import { bestRace, keepRace, Race } from '../../client/puzzle/race.js';

/** @param {string} id @param {string} theme @param {number} grade */
function puzzle(id, theme, grade) {
  return { id, theme, grade, goal: /** @type {const} */ ({ type: 'win', turns: 1 }), decisions: 1 };
}

const PUZZLES = [puzzle('a', 'chain', 1), puzzle('b', 'chain', 2), puzzle('c', 'star', 2)];
const ANY = { theme: '', grade: 0 };

/** @param {string[]} solved @param {string[]} tried */
const list = (solved, tried) => ({ puzzles: PUZZLES, solved, tried });

test('the next puzzle is one that the solver has not tried', () => {
  const first = () => 0;
  assert.equal(nextPuzzle(list([], []), ANY, 'a', first)?.id, 'b');
  assert.equal(nextPuzzle(list(['b'], []), ANY, 'a', first)?.id, 'c');
  assert.equal(nextPuzzle(list(['b'], ['c']), ANY, 'a', first)?.id, 'c');
  assert.equal(nextPuzzle(list(['a', 'b', 'c'], []), ANY, 'b', first)?.id, 'a');
});

test('the next puzzle has the theme and the grade that the solver wants', () => {
  const last = () => 0.999;
  assert.equal(nextPuzzle(list([], []), { theme: 'chain', grade: 0 }, null, last)?.id, 'b');
  assert.equal(nextPuzzle(list([], []), { theme: '', grade: 1 }, null, last)?.id, 'a');
  assert.equal(nextPuzzle(list([], []), { theme: 'star', grade: 1 }, null, last), undefined);
});

test('a race begins with the easiest puzzles', () => {
  const order = raceOrder(list([], []), () => 0.5).map(({ grade }) => grade);
  assert.deepEqual(order, [1, 2, 2]);
});

test('a race ends with its time, its third failure or its last puzzle', () => {
  const race = new Race(PUZZLES, 0);
  assert.equal(race.secondsLeft(1_000), 179);
  assert.equal(race.isOver(179_999), false);
  assert.equal(race.isOver(180_000), true);
  for (const isSolved of [true, false]) race.count(isSolved);
  assert.deepEqual([race.solved, race.left, race.puzzle?.id], [1, 2, 'c']);
  race.count(true);
  assert.equal(race.isOver(0), true);
  const failing = new Race([...PUZZLES, ...PUZZLES], 0);
  for (let failed = 0; failed < 3; failed += 1) failing.count(false);
  assert.equal(failing.isOver(0), true);
});

test('the best race stays on the device, where that is allowed', () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = /** @type {Storage} */ (
    /** @type {unknown} */ ({
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    })
  );
  keepRace(() => storage, 'tsuro', 7);
  keepRace(() => storage, 'tsuro', 3);
  assert.equal(
    bestRace(() => storage, 'tsuro'),
    7,
  );
  assert.equal(
    bestRace(() => storage, 'tortus'),
    0,
  );
  const forbidden = () => {
    throw new Error('forbidden');
  };
  keepRace(forbidden, 'tsuro', 9);
  assert.equal(bestRace(forbidden, 'tsuro'), 0);
});
