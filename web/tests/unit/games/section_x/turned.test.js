import assert from 'node:assert/strict';
import { test } from 'node:test';

import { columnsOf, middle, rowsOf, step } from '../../../../client/games/hexes.js';
import { extent } from '../../../../client/games/section_x/table.js';
import { frameOf, keyOn, placedAt, seenAt } from '../../../../client/games/section_x/turned.js';

const RADIUS = 6;

test('a point of a turned board is seen a quarter of a turn further, and found again there', () => {
  const point = { x: 30, y: 4 };
  assert.deepEqual(seenAt(point, true), { x: -4, y: 30 });
  assert.deepEqual(placedAt(seenAt(point, true), true), point);
  assert.deepEqual(seenAt(point, false), point);
  assert.deepEqual(placedAt(point, false), point);
});

test('a turned board is as high as the other is wide', () => {
  const frame = extent(RADIUS);
  const turned = frameOf(frame, true);
  assert.equal(turned.width, frame.height);
  assert.equal(turned.height, frame.width);
  assert.ok(turned.height > turned.width);
});

test('the arrow keys and the letters lead the way that they point, turned or not', () => {
  const ways = /** @type {const} */ ({
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    w: [-1, -1],
    e: [1, -1],
    a: [-1, 0],
    d: [1, 0],
    z: [-1, 1],
    x: [1, 1],
  });
  for (const turned of [false, true]) {
    for (const [key, [right, down]] of Object.entries(ways)) {
      const next = step('g7', keyOn(key, turned), RADIUS) ?? '';
      const { x, y } = seenAt(middle(next, RADIUS), turned);
      assert.ok(x * right + y * down > 40, `${key}, ${turned ? 'turned' : 'upright'}: ${next}`);
    }
  }
});

test('the six letters lead to six different cells of a turned board', () => {
  const cells = [...'weadzx'].map((key) => step('g7', keyOn(key, true), RADIUS));
  assert.equal(new Set(cells).size, 6);
});

test('the right arrow leads along the rows that a screen reader reads, turned or not', () => {
  for (const turned of [false, true]) {
    const rows = turned ? columnsOf(RADIUS) : rowsOf(RADIUS);
    assert.equal(rows.flat().length, 127);
    for (const row of rows) {
      for (const [at, cell] of row.slice(0, -1).entries())
        assert.equal(step(cell, keyOn('ArrowRight', turned), RADIUS), row[at + 1]);
    }
  }
});
