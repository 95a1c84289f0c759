import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lastIndexWhere, lastWhere } from '../../../client/lib/last.js';

test('the last matching item is found, or none', () => {
  const list = [1, 2, 3, 4];
  assert.equal(
    lastWhere(list, (one) => one % 2 === 1),
    3,
  );
  assert.equal(
    lastIndexWhere(list, (one) => one < 3),
    1,
  );
  assert.equal(
    lastWhere(list, (one) => one > 4),
    undefined,
  );
  assert.equal(
    lastIndexWhere([], () => true),
    -1,
  );
});
