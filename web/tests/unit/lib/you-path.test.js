import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cameFrom, youPath } from '../../../client/lib/you-path.js';

test('a visitor who comes from a room finds the way back to it', () => {
  assert.equal(youPath(null, '/r/abc234'), '/you?room=abc234');
  assert.equal(youPath('push', '/r/abc234'), '/you?room=abc234#push-part');
  assert.equal(youPath('code', '/'), '/you#code-part');
  assert.equal(youPath(null, '/how/tsuro'), '/you');
  assert.equal(cameFrom('?room=abc234'), '/r/abc234');
});

test('a manipulated address leads to no other page', () => {
  for (const query of [
    '',
    '?room=',
    '?room=../you',
    '?room=%2F%2Fevil.example',
    '?room=%2F..%2F..%2Fevil%2Fr%2Fabc',
    '?room=a%0Ab',
  ]) {
    assert.equal(cameFrom(query), '/', query);
  }
});
