import assert from 'node:assert/strict';
import { test } from 'node:test';

import { closeness, closer, framing, holds, moved, revealing } from '../../../client/games/zoom.js';

const WHOLE = { x: -600, y: -500, width: 1200, height: 1000 };

test('the zoomed point keeps its position', () => {
  const point = { x: 100, y: -50 };
  const frame = closer(WHOLE, WHOLE, point, 2);
  assert.equal(closeness(frame, WHOLE), 2);
  const part = (/** @type {typeof WHOLE} */ one) => [
    (point.x - one.x) / one.width,
    (point.y - one.y) / one.height,
  ];
  assert.deepEqual(part(frame), part(WHOLE));
});

test('the zoom is at most sixfold, and at least the whole board', () => {
  const close = closer(closer(WHOLE, WHOLE, { x: 0, y: 0 }, 5), WHOLE, { x: 0, y: 0 }, 5);
  assert.equal(closeness(close, WHOLE), 6);
  assert.deepEqual(closer(close, WHOLE, { x: 500, y: 400 }, 0.01), WHOLE);
});

test('the visible part never leaves the board', () => {
  const frame = closer(WHOLE, WHOLE, { x: 0, y: 0 }, 2);
  assert.deepEqual(moved(frame, WHOLE, 5000, -5000), { x: 0, y: -500, width: 600, height: 500 });
  assert.deepEqual(moved(WHOLE, WHOLE, 10, 10), WHOLE);
});

test('a point is scrolled into view by the shortest way, and a visible point moves nothing', () => {
  const frame = closer(WHOLE, WHOLE, { x: 0, y: 0 }, 2);
  assert.deepEqual(revealing(frame, WHOLE, { x: 0, y: 0 }, 50), frame);
  const { x, y } = revealing(frame, WHOLE, { x: 400, y: 0 }, 50);
  assert.deepEqual([x, y], [-150, frame.y]);
});

test('points are framed as closely as requested, or not at all', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 200, y: 100 },
  ];
  const frame = framing(points, WHOLE, 3, 40);
  assert.deepEqual(frame, { x: -100, y: 50 - 1000 / 6, width: 400, height: 1000 / 3 });
  for (const point of points) assert.ok(frame && holds(frame, point, 40));
  assert.equal(
    framing([...points, { x: 400, y: 0 }], WHOLE, 3, 40),
    null,
    'they are too far apart',
  );
  assert.deepEqual(framing(points, WHOLE, 0.5, 40), WHOLE, 'never from further off than the whole');
  assert.ok(!holds(WHOLE, { x: 590, y: 0 }, 40));
});
