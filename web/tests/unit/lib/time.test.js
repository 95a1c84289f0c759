import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sayDate } from '../../../client/lib/time.js';

test('a day is formatted in the language of the text, with its year unless it is the current one', () => {
  const now = new Date(2026, 10, 24).getTime();
  assert.equal(sayDate(new Date(2026, 6, 3).getTime(), now), 'Jul 3');
  assert.equal(sayDate(new Date(2025, 11, 31).getTime(), now), 'Dec 31, 2025');
});
