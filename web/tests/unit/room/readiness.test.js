import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startObstacle } from '../../../client/room/lobby/readiness.js';

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
