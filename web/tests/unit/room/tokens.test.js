import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeOf } from '../../../client/room/lobby/tokens.js';

test('every seat has a place of its own at the table', () => {
  for (let seats = 2; seats <= 8; seats += 1) {
    const places = Array.from({ length: seats }, (_, seat) => placeOf(seat, seats));
    assert.equal(new Set(places).size, seats, `${seats} seats`);
  }
});

test('two players sit opposite each other', () => {
  assert.deepEqual([placeOf(0, 2), placeOf(1, 2)], ['top', 'bottom']);
});
