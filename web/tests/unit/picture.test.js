import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { PICTURE, picture } from '../picture.js';

test('the picture of README.md is drawn from the game of the front page', () => {
  assert.equal(readFileSync(PICTURE, 'utf8'), picture(), 'npm run picture');
});
