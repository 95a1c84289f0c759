import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sayWait, startObstacle } from '../../../client/room/lobby/readiness.js';

const text = /** @type {any} */ (
  (/** @type {string} */ key, /** @type {object} */ values) => `${key} ${JSON.stringify(values)}`
);

/**
 * A room for Tsuro in which those players sit who are named; a name in lower case is not ready.
 *
 * @param {...string} names
 * @returns {any}
 */
function room(...names) {
  const seats = names.map((name) => ({ name, ready: name !== name.toLowerCase(), vacant: false }));
  return { seats: [...seats, null], settings: { options: { game: 'tsuro' } } };
}

test('a player who is not ready keeps the game from starting, except the host', () => {
  assert.equal(startObstacle(room('ana', 'Bruno'), 0, text, []), null);
  assert.match(startObstacle(room('ana', 'bruno'), 0, text, []) ?? '', /waits.*bruno/);
  assert.match(startObstacle(room('ana'), 0, text, []) ?? '', /needs.*1/);
});

test('a player who is offline for long is waited for only where the game needs them', () => {
  assert.equal(startObstacle(room('ana', 'Bruno', 'chen'), 0, text, [2]), null);
  assert.match(startObstacle(room('ana', 'bruno', 'chen'), 0, text, [2]) ?? '', /waits.*bruno/);
  assert.match(startObstacle(room('ana', 'bruno'), 0, text, [1]) ?? '', /waits.*bruno/);
});

/**
 * A room whose host sits on the first seat.
 *
 * @param {string[]} names
 * @param {object} [changed]
 */
const hosted = (names, changed = {}) => ({
  ...room(...names),
  host: { name: names[0], seat: 0 },
  round: 0,
  ...changed,
});

test('a guest reads what the game waits for', () => {
  const say = (/** @type {any} */ view, /** @type {number[]} */ absent = []) =>
    sayWait(view, 1, text, absent);
  assert.match(say(hosted(['ana', 'Bea'])), /^seats.in .*ana/);
  assert.match(say(hosted(['ana', 'bea'])), /^seats.waited_for .*ana/);
  assert.match(say(hosted(['ana', 'Bea', 'chen'])), /^seats.in_waits .*chen/);
  // A player who is offline for long doesn't keep the game from starting.
  assert.match(say(hosted(['ana', 'Bea', 'chen']), [2]), /^seats.in .*ana/);
});

test('a guest reads that the game starts by itself', () => {
  const settings = { options: { game: 'section_x' }, starts_with: 3 };
  const view = /** @type {any} */ (hosted(['ana', 'Bea'], { settings }));
  assert.doesNotMatch(sayWait(view, 1, text, []), /undefined/);
  const seats = [{ name: 'Bea', ready: true, vacant: false }, null];
  const alone = /** @type {any} */ ({ ...view, seats, host: { name: 'ana', seat: null } });
  assert.match(sayWait(alone, 0, text, []), /^seats.in_automatic .*3/);
});
