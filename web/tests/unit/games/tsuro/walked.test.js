import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markPoint, measure } from '../../../../client/games/tsuro/geometry.js';
import { markerPoint, trailOf, walkOf } from '../../../../client/games/tsuro/walked.js';

/** @import {Marker, Out} from '../../../../client/protocol.js' */
/** @import {Point} from '../../../../client/games/squares.js' */

/** The distance between two markers that stand face to face, in the units of the drawing. */
const FACE_TO_FACE = 26;

/** @param {number} other @returns {Out} */
const ran = (other) => ({ how: 'collision', after: 7, with: other });
/** @param {string} start @param {number[]} path @param {Out | null} out */
const marker = (start, path, out) => /** @type {Marker} */ ({ start, path, out });
/** @param {Point} a @param {Point} b */
const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
/** @param {Point | null} a @param {Point} b @param {string} [why] */
const isNear = (a, b, why) =>
  assert.ok(a && Math.hypot(a.x - b.x, a.y - b.y) < 0.5, `${why}: ${JSON.stringify([a, b])}`);
/** @param {Marker[]} markers @param {number} seat */
const walked = (markers, seat) =>
  trailOf(markers, seat).reduce((sum, one) => sum + measure(one).length, 0);

test('two markers that collide on a tile stand face to face in its middle', () => {
  // One marker comes down column a from the north, the other up from the south, until a tile on a1
  // joins their paths.
  const markers = [marker('a1:0', [5], ran(1)), marker('a6:5', [0, 0, 0, 0, 0, 0], ran(0))];
  const met = middle(markPoint('a1:0'), markPoint('a2:0'));
  isNear(markerPoint(markers, 0), { x: met.x, y: met.y - FACE_TO_FACE / 2 }, 'from the north');
  isNear(markerPoint(markers, 1), { x: met.x, y: met.y + FACE_TO_FACE / 2 }, 'from the south');
});

test('on several shared tiles markers meet half way, wherever each started', () => {
  const markers = [
    marker('a1:0', [5, 5, 5], ran(1)),
    marker('a6:5', [0, 0, 0, 0, 0, 0], ran(0)),
    marker('f1:0', [5], null),
  ];
  const met = middle(markPoint('a2:0'), markPoint('a3:0'));
  isNear(markerPoint(markers, 0), { x: met.x, y: met.y - FACE_TO_FACE / 2 }, 'from the north');
  isNear(markerPoint(markers, 1), { x: met.x, y: met.y + FACE_TO_FACE / 2 }, 'from the south');
  assert.equal(trailOf(markers, 2).length, 1, 'who meets nobody walks all the way');
});

test('on a bend both markers walk the same distance', () => {
  // A tile on b1 connects its west side with its south side.
  const markers = [marker('a1:7', [2, 5], ran(1)), marker('b6:5', [0, 0, 0, 0, 0, 7], ran(0))];
  const [before, straight] = [walked(markers, 0), walked(markers, 1)];
  const alone = (/** @type {number[]} */ path, /** @type {string} */ start) =>
    walked([marker(start, path, null)], 0);
  const ends = [before - alone([2], 'a1:7'), straight - alone([0, 0, 0, 0, 0], 'b6:5')];
  assert.ok(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)) < 0.5, JSON.stringify(ends));
  const [a, b] = [markerPoint(markers, 0), markerPoint(markers, 1)];
  assert.ok(a && b);
  const apart = Math.hypot(a.x - b.x, a.y - b.y);
  assert.ok(apart > FACE_TO_FACE / 2 && apart <= FACE_TO_FACE + 0.5, `${apart}`);
});

test('a preview ends where markers will meet, or at the edge', () => {
  const step = { square: 'a1', enter: 0, leave: 5 };
  const length = (/** @type {import('../../../../client/protocol.js').Walk['end']} */ end) =>
    walkOf({ seat: 0, path: [step], end }).reduce((sum, one) => sum + measure(one).length, 0);
  const whole = length({ type: 'edge' });
  assert.ok(Math.abs(length({ type: 'collision', with: 1 }) - (whole - FACE_TO_FACE) / 2) < 0.5);
});
