import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseSquare, squareAt, squareName } from '../../../../client/games/squares.js';
import {
  curve,
  freestCorner,
  isSide,
  look,
  markBeside,
  markPoint,
  measure,
  nearestMark,
  parseMark,
  pathOf,
  portPoint,
  rimMarks,
  sideOf,
  standOf,
  stepCurve,
  stepsOf,
} from '../../../../client/games/tsuro/geometry.js';
import { markerPoint, trailOf, walkOf } from '../../../../client/games/tsuro/walked.js';

test('squares are lettered from the west and numbered from the north', () => {
  assert.deepEqual(parseSquare('c4'), { x: 2, y: 3 });
  assert.deepEqual(parseSquare('j10'), { x: 9, y: 9 });
  assert.equal(squareName(9, 9), 'j10');
  assert.equal(squareAt({ x: 181, y: 359 }), 'c4');
  assert.notEqual(squareAt({ x: -1, y: 10 }), 'a1');
  assert.deepEqual(parseMark('j10:5'), { square: 'j10', port: 5, ports: [5] });
  assert.deepEqual(parseMark('j10:23'), { square: 'j10', port: 2, ports: [2, 3] });
});

test('ports go clockwise from the north-west corner, at thirds of the sides', () => {
  const ports = [0, 1, 2, 3, 4, 5, 6, 7].map(portPoint);
  assert.deepEqual(ports, [
    { x: 30, y: 0 },
    { x: 60, y: 0 },
    { x: 90, y: 30 },
    { x: 90, y: 60 },
    { x: 60, y: 90 },
    { x: 30, y: 90 },
    { x: 0, y: 60 },
    { x: 0, y: 30 },
  ]);
  assert.deepEqual([0, 3, 4, 7].map(sideOf), ['north', 'east', 'south', 'west']);
});

test('two ports that meet across an edge are the same point', () => {
  for (const [near, far] of [
    ['c3:0', 'c2:5'],
    ['c3:1', 'c2:4'],
    ['c3:2', 'd3:7'],
    ['c3:3', 'd3:6'],
  ]) {
    assert.deepEqual(markPoint(near ?? ''), markPoint(far ?? ''));
  }
});

test('every curve starts and ends at its ports, at a right angle to the edge, inside the square', () => {
  for (let enter = 0; enter < 8; enter += 1) {
    for (let leave = 0; leave < 8; leave += 1) {
      if (enter === leave) continue;
      const { from, c1, c2, to } = curve(enter, leave);
      assert.deepEqual([from, to], [portPoint(enter), portPoint(leave)]);
      const across = ['north', 'south'].includes(sideOf(enter));
      assert.equal(across ? c1.x : c1.y, across ? from.x : from.y);
      for (const point of [c1, c2]) {
        assert.ok(
          point.x >= 0 && point.x <= 90 && point.y >= 0 && point.y <= 90,
          `${enter}-${leave}`,
        );
      }
    }
  }
});

test('steps of a walk join into one path', () => {
  const walk = [
    { square: 'a1', enter: 0, leave: 5 },
    { square: 'a2', enter: 0, leave: 5 },
  ].map(stepCurve);
  assert.equal(pathOf(walk), 'M30 0C30 45 30 45 30 90C30 135 30 135 30 180');
  assert.equal(pathOf([]), '');
});

test('a marker is before the square that it faces, or where it left, or on its start', () => {
  assert.deepEqual(markerPoint([{ start: 'a1:0', path: [3], out: null }], 0), { x: 90, y: 60 });
  assert.deepEqual(markerPoint([{ start: 'a1:0', path: [7], out: { how: 'edge', after: 1 } }], 0), {
    x: 0,
    y: 30,
  });
  assert.deepEqual(
    markerPoint([{ start: 'a1:0', path: [], out: { how: 'resigned', after: 0 } }], 0),
    {
      x: 30,
      y: 0,
    },
  );
  assert.equal(markerPoint([{ start: null, path: [], out: null }], 0), null);
});

test('a path is encoded by the ports where it leaves the squares', () => {
  const marker = { start: 'b2:0', path: [1, 4, 2, 7], out: null };
  assert.deepEqual(stepsOf(marker), [
    { square: 'b2', enter: 0, leave: 1 },
    { square: 'b1', enter: 4, leave: 4 },
    { square: 'b2', enter: 1, leave: 2 },
    { square: 'c2', enter: 7, leave: 7 },
  ]);
  assert.equal(standOf(marker), 'b2:2');
  for (const [leave, at] of [
    'c4:5',
    'c4:4',
    'd5:7',
    'd5:6',
    'c6:1',
    'c6:0',
    'b5:3',
    'b5:2',
  ].entries())
    assert.equal(standOf({ start: 'c5:0', path: [leave], out: null }), at);
  assert.equal(standOf({ start: 'a1:01', path: [], out: null }), 'a1:01');
  assert.equal(standOf({ start: 'a1:0', path: [7], out: { how: 'edge', after: 1 } }), null);
});

test('a marker on a side of the rim is outside, in the middle between its two paths', () => {
  assert.deepEqual(markPoint('b1:01'), { x: 135, y: -15 });
  assert.deepEqual(markPoint('f6:23'), { x: 555, y: 495 });
  assert.deepEqual([isSide('b1:01'), isSide('b1:0')], [true, false]);
});

test('the largest board has 80 marks', () => {
  assert.equal(new Set(rimMarks(10)).size, 80);
  assert.deepEqual(rimMarks(10).slice(19, 21), ['j1:1', 'j1:2']);
});

test('the rim has eight marks for each square of an edge, each once, clockwise', () => {
  const marks = rimMarks(6);
  assert.equal(new Set(marks).size, 48);
  assert.deepEqual(marks.slice(0, 2), ['a1:0', 'a1:1']);
  assert.deepEqual(marks.slice(11, 13), ['f1:1', 'f1:2']);
  assert.deepEqual(marks.slice(-2), ['a1:6', 'a1:7']);
  for (const [index, mark] of marks.entries()) {
    const here = markPoint(mark);
    const next = markPoint(marks[(index + 1) % marks.length] ?? '');
    assert.ok(Math.hypot(next.x - here.x, next.y - here.y) <= 60, `${mark} is beside the next`);
  }
});

test('a tap takes the nearest free mark', () => {
  const free = ['a1:0', 'c1:1', 'f6:3'];
  assert.equal(nearestMark(free, { x: 200, y: -20 }), 'c1:1');
  assert.equal(nearestMark(free, { x: 500, y: 700 }), 'f6:3');
  assert.equal(nearestMark([], { x: 0, y: 0 }), null);
});

test('the confirm mark keeps away from the ends of paths', () => {
  assert.deepEqual(freestCorner('b1', [{ x: 180, y: 60 }]), { x: 90, y: 0 });
  assert.deepEqual(
    freestCorner('b1', [
      { x: 90, y: 60 },
      { x: 120, y: 90 },
    ]),
    { x: 180, y: 0 },
  );
  assert.deepEqual(freestCorner('b1', [{ x: 135, y: 45 }]), { x: 180, y: 90 });
});

test('arrow keys move around the rim and past its end', () => {
  const free = ['a1:0', 'c1:1', 'f6:3'];
  assert.equal(markBeside(free, 'f6:3', 1), 'a1:0');
  assert.equal(markBeside(free, 'a1:0', -1), 'f6:3');
  assert.equal(markBeside(free, 'b1:0', 1), 'a1:0');
  assert.equal(markBeside([], 'a1:0', 1), null);
});

test('rotations of a tile look the same exactly when they join the same ports', () => {
  const loops = [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ];
  const straight = [
    [0, 5],
    [1, 4],
    [2, 7],
    [3, 6],
  ];
  const mixed = [
    [0, 1],
    [2, 4],
    [3, 7],
    [5, 6],
  ];
  assert.equal(look(loops, 0), look(loops, 3));
  assert.equal(look(straight, 0), look(straight, 1));
  assert.equal(new Set([0, 1, 2, 3].map((rotation) => look(mixed, rotation))).size, 4);
});

test('a curve is measured along its length, not straight across', () => {
  const straight = measure({
    from: { x: 0, y: 0 },
    c1: { x: 0, y: 30 },
    c2: { x: 0, y: 60 },
    to: { x: 0, y: 90 },
  });
  assert.ok(Math.abs(straight.length - 90) < 1e-9);
  assert.deepEqual(straight.at(0), { x: 0, y: 0 });
  assert.deepEqual(straight.at(1), { x: 0, y: 90 });
  assert.ok(Math.abs(straight.at(1 / 3).y - 30) < 1e-9);

  // A quarter of a circle with radius 30, approximated by a curve within a thousandth.
  const reach = 30 * 0.5522847;
  const round = measure({
    from: { x: 30, y: 0 },
    c1: { x: 30, y: reach },
    c2: { x: reach, y: 30 },
    to: { x: 0, y: 30 },
  });
  assert.ok(Math.abs(round.length - 15 * Math.PI) < 0.05, `${round.length}`);
  const middle = round.at(0.5);
  assert.ok(
    Math.abs(middle.x - 30 * Math.SQRT1_2) < 0.05 && Math.abs(middle.y - 30 * Math.SQRT1_2) < 0.05,
  );
  // Equal parts of the time are equal parts of the path.
  const steps = Array.from({ length: 10 }, (_, index) => {
    const [a, b] = [round.at(index / 10), round.at((index + 1) / 10)];
    return Math.hypot(a.x - b.x, a.y - b.y);
  });
  assert.ok(Math.max(...steps) - Math.min(...steps) < 0.05);
});

test('markers that collide stop face to face in the middle of their path', () => {
  /** @param {string} start @param {number[]} path @param {number} other */
  const fallen = (start, path, other) =>
    /** @type {const} */ ({ start, path, out: { how: 'collision', after: 3, with: other } });
  // The path goes straight through b2 from the west and from the east. The first marker has come
  // through a2.
  const two = [fallen('a2:7', [2, 2], 1), fallen('b2:2', [7], 0)];
  const [west, east] = [markerPoint(two, 0), markerPoint(two, 1)];
  assert.ok(west && east);
  assert.ok(Math.abs(west.y - 120) < 0.01 && Math.abs(east.y - 120) < 0.01, 'on the path');
  assert.ok(Math.abs((west.x + east.x) / 2 - 135) < 0.2, 'in its middle');
  assert.ok(west.x < east.x && east.x - west.x > 20 && east.x - west.x < 30, 'face to face');
  assert.deepEqual(trailOf(two, 0)[0], stepCurve({ square: 'a2', enter: 7, leave: 2 }));
  assert.equal(trailOf(two, 0).length, 2);
  assert.equal(trailOf(two, 1).length, 1);

  // The middle of a path over two tiles is where they join, for both markers.
  const long = [fallen('a2:7', [2, 2], 1), fallen('b2:2', [7, 7], 0)];
  const [one, other] = [trailOf(long, 0), trailOf(long, 1)];
  assert.deepEqual([one.length, other.length], [1, 1]);
  assert.ok(Math.abs((one[0]?.to.x ?? 0) - (90 - 13)) < 0.5);
  assert.ok(Math.abs((other[0]?.to.x ?? 0) - (90 + 13)) < 0.5);

  // The preview ends where the walk will end.
  const path = [{ square: 'b2', enter: 7, leave: 2 }];
  assert.deepEqual(walkOf({ seat: 0, path, end: { type: 'collision', with: 1 } }).at(-1)?.to, west);
  assert.deepEqual(walkOf({ seat: 0, path, end: { type: 'edge' } }), path.map(stepCurve));
});
