import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pressesOf } from '../../../client/lib/keys.js';

/**
 * @param {string} key
 * @param {string} code
 */
const keysOf = (key, code) =>
  pressesOf({ key, code, shiftKey: false, repeat: false }).map((press) => press.key);

test('a Latin letter and a named key mean themselves, wherever they are', () => {
  assert.deepEqual(keysOf('r', 'KeyR'), ['r']);
  assert.deepEqual(keysOf('R', 'KeyR'), ['r']);
  assert.deepEqual(keysOf('p', 'KeyR'), ['p'], 'Dvorak');
  assert.deepEqual(keysOf('a', 'KeyQ'), ['a'], 'AZERTY');
  assert.deepEqual(keysOf('Enter', 'Enter'), ['Enter']);
  assert.deepEqual(keysOf('ArrowLeft', 'ArrowLeft'), ['ArrowLeft']);
  assert.deepEqual(keysOf('Unidentified', ''), ['Unidentified']);
});

test('letters of other scripts, and digits that need Shift, mean their position', () => {
  assert.deepEqual(keysOf('к', 'KeyR'), ['к', 'r']);
  assert.deepEqual(keysOf('Р', 'KeyH'), ['р', 'h']);
  assert.deepEqual(keysOf('ρ', 'KeyR'), ['ρ', 'r']);
  assert.deepEqual(keysOf('&', 'Digit1'), ['&', '1']);
  assert.deepEqual(keysOf('à', 'Digit0'), ['à', '0']);
  // The typed character comes first. Here it zooms out.
  assert.deepEqual(keysOf('-', 'Digit6'), ['-', '6']);
  assert.deepEqual(keysOf('1', 'Numpad1'), ['1']);
});
