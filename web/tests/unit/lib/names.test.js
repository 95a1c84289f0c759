import assert from 'node:assert/strict';
import { test } from 'node:test';

import { knowName, splitAtNames } from '../../../client/lib/names.js';

test('names are found in sentences as whole words, the longest first', () => {
  assert.deepEqual(splitAtNames('Rose goes'), ['Rose goes']);
  for (const name of ['Rose', 'Rose Weiss', 'A.*', 'Zoë', '山', 'x-y/z']) knowName(name);
  assert.deepEqual(splitAtNames('Rose goes'), ['', 'Rose', ' goes']);
  assert.deepEqual(splitAtNames('Then Rose Weiss, Rose and A.*.'), [
    'Then ',
    'Rose Weiss',
    ', ',
    'Rose',
    ' and ',
    'A.*',
    '.',
  ]);
  assert.deepEqual(splitAtNames('Rosemary and Primrose'), ['Rosemary and Primrose']);
  assert.deepEqual(splitAtNames('\u2068Zoë\u2069 wins'), ['\u2068', 'Zoë', '\u2069 wins']);
  assert.deepEqual(splitAtNames('x-y/z wins'), ['', 'x-y/z', ' wins']);
  assert.deepEqual(splitAtNames('山 wins'), ['', '山', ' wins']);
});

test('with very many names the oldest are dropped', () => {
  for (let number = 0; number < 300; number += 1) knowName(`Guest ${number}`);
  assert.deepEqual(splitAtNames('Rose goes'), ['Rose goes']);
  assert.equal(splitAtNames('Guest 299 goes').length, 3);
});
