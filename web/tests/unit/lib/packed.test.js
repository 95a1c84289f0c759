import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  createReader,
  overlaid,
  ProtocolError,
  patched,
  reusing,
} from '../../../client/lib/packed.js';
import { createPacker, patchBetween } from './packer.js';

/**
 * Decodes frames that are given as values.
 *
 * @param {unknown[]} frames
 * @returns {any} the message of the last frame
 */
function readAll(...frames) {
  const read = createReader();
  return frames.map((frame) => read(JSON.stringify(frame))).at(-1);
}

/** The shapes for the cases below. */
const SHAPES = {
  shapes: [
    [['type', 'placed'], 'seat', 'square'],
    ['a', 'b'],
    [],
    [
      ['game', 'tsuro'],
      ['type', 'turn'],
    ],
    [['type', 'step'], 'version', 'change'],
  ],
};

for (const [says, packed, plain] of /** @type {[string, unknown, {}][]} */ ([
  ['the tag of a variant takes no place', [1, 3, 'c3'], { type: 'placed', seat: 3, square: 'c3' }],
  ['parts are packed as well', [2, [0, 1, [0]], [3]], { a: [1, []], b: {} }],
  ['scalars are themselves', [2, null, false], { a: null, b: false }],
  ['a list may begin with any number', [2, [0, 0], [0, -1, 5]], { a: [0], b: [-1, 5] }],
  ['a map has keys of its own', [-1, '3', [0, 7], 'x', [2, 1, 2]], { 3: [7], x: { a: 1, b: 2 } }],
  ['all of an object may be constant', [4], { game: 'tsuro', type: 'turn' }],
  [
    'a patch keeps its places',
    [5, 7, [0, [2, 1, 2], -2, [3, [0]], '-', 1, '+', [[0], 9]]],
    {
      type: 'step',
      version: 7,
      change: [0, { a: 1, b: 2 }, -2, [3, []], '-', 1, '+', [[], 9]],
    },
  ],
  ['nothing has changed', [5, 7, []], { type: 'step', version: 7, change: [] }],
])) {
  test(`a message is decoded: ${says}`, () => {
    const message = readAll(SHAPES, packed);
    assert.deepEqual(message, plain);
    assert.deepEqual(Object.keys(message), Object.keys(plain));
  });
}

test('shapes accumulate, and are no message to the page', () => {
  const read = createReader();
  assert.equal(read('{"shapes":[["a"]]}'), null);
  assert.equal(read('{"shapes":[["b"],["c"]]}'), null);
  assert.deepEqual(read('[3,[1,[2,5]]]'), { c: { a: { b: 5 } } });
});

test('another server on the connection numbers its own shapes', () => {
  const read = createReader();
  assert.equal(read('{"shapes":[["a"],["b"]]}'), null);
  assert.equal(read('{"shapes":[["c"]],"anew":true}'), null);
  assert.deepEqual(read('[1,5]'), { c: 5 });
  assert.throws(() => read('[2,5]'), ProtocolError);
});

test('messages for pages of every version are not packed', () => {
  assert.deepEqual(readAll({ type: 'rooms', rooms: [[1]] }), { type: 'rooms', rooms: [[1]] });
});

test('a special key is treated as an ordinary one', () => {
  const map = readAll([-1, '__proto__', [-1, 'x', 1]]);
  assert.equal(Object.getPrototypeOf(map), Object.prototype);
  assert.deepEqual(Object.keys(map), ['__proto__']);
  assert.equal(map.x, undefined);
});

for (const [says, frame] of /** @type {[string, string][]} */ ([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['a number', '7'],
  ['an empty array', '[]'],
  ['a list', '[0,1]'],
  ['a shape that was not told', '[6,1]'],
  ['a shape before the first', '[-2,1]'],
  ['half a shape', '[1.5,1]'],
  ['too few values', '[2,1]'],
  ['too many values', '[2,1,2,3]'],
  ['a value of an unknown shape inside', '[2,1,[9]]'],
  ['an object that is not packed inside', '[2,1,{}]'],
  ['an empty array inside', '[2,1,[]]'],
  ['half a pair of a map', '[-1,"a"]'],
  ['half a pair of a patch', '[5,7,[0]]'],
  ['a patch that is no list', '[5,7,4]'],
  ['a patch inside that is no list', '[5,7,[-1,4]]'],
  ['what is appended and no list', '[5,7,["+",4]]'],
  ['shapes that are no list', '{"shapes":4}'],
  ['too deep to be read', `[2,1,${'[0,'.repeat(50_000)}1${']'.repeat(50_000)}]`],
])) {
  test(`invalid data is rejected: ${says}`, () => {
    const read = createReader();
    read(JSON.stringify(SHAPES));
    assert.throws(() => read(frame), ProtocolError);
  });
}

test('an invalid shape is rejected', () => {
  for (const shape of [4, null, 'ab', [4], [null]]) {
    const read = createReader();
    assert.throws(
      () => [{ shapes: [shape] }, [1]].map((frame) => read(JSON.stringify(frame))),
      ProtocolError,
    );
  }
});

/** The value that the patches below change. */
const VIEW = Object.freeze({
  type: 'view',
  seats: Object.freeze([Object.freeze({ name: 'Ana', ready: false }), null]),
  list: Object.freeze([1, 2, 3]),
  far: Object.freeze({ away: Object.freeze({}) }),
});

for (const [says, changes, after] of /** @type {[string, unknown[], {}][]} */ ([
  ['a part is replaced', [3, 5], { ...VIEW, far: 5 }],
  ['constants have places as well', [0, 'x'], { ...VIEW, type: 'x' }],
  [
    'a part of a part',
    [-2, [-1, [1, true], 1, 'y']],
    {
      ...VIEW,
      seats: [{ name: 'Ana', ready: true }, 'y'],
    },
  ],
  ['a list grows', [-3, ['+', [4, [5]]]], { ...VIEW, list: [1, 2, 3, 4, [5]] }],
  ['a list is cut', [-3, ['-', 1]], { ...VIEW, list: [1] }],
  ['a list is emptied', [-3, ['-', 0]], { ...VIEW, list: [] }],
  [
    'a list is changed, cut and grows',
    [-3, [0, 9, '-', 2, '+', [7]]],
    { ...VIEW, list: [9, 2, 7] },
  ],
])) {
  test(`a patch is applied: ${says}`, () => {
    // The view is frozen, so any modification of it throws.
    const next = patched(VIEW, changes);
    assert.deepEqual(next, after);
    assert.deepEqual(Object.keys(next), Object.keys(VIEW));
  });
}

test('parts that a patch does not name keep their identity', () => {
  const next = patched(VIEW, [-2, [-1, [1, true]]]);
  assert.notEqual(next, VIEW);
  assert.notEqual(next.seats[0], VIEW.seats[0]);
  assert.equal(next.far, VIEW.far);
  assert.equal(next.list, VIEW.list);
  assert.equal(patched(VIEW, []), VIEW);
});

for (const [says, changes] of /** @type {[string, unknown[]][]} */ ([
  ['beyond the last key', [4, 1]],
  ['beyond the last item', [-3, [3, 1]]],
  ['in what was cut off', [-3, ['-', 1, 2, 1]]],
  ['between two keys', [0.5, 1]],
  ['at a name', ['list', 1]],
  ['in a scalar', [-1, [0, 1]]],
  ['in nothing', [-2, [-2, [0, 1]]]],
  ['appended to an object', ['+', [1]]],
  ['cut from an object', ['-', 1]],
  ['cut longer', [-3, ['-', 4]]],
  ['cut to less than nothing', [-3, ['-', -1]]],
  ['cut to a half', [-3, ['-', 1.5]]],
  ['half a pair', [3]],
])) {
  test(`a patch that does not fit is rejected: ${says}`, () => {
    assert.throws(() => patched(VIEW, changes), ProtocolError);
  });
}

test('the private part is merged over the public part', () => {
  const base = Object.freeze({
    hands: Object.freeze([Object.freeze({ count: 2, tiles: null }), Object.freeze({ count: 1 })]),
    choices: null,
    board: Object.freeze({}),
  });
  const shown = overlaid(base, { hands: { 0: { tiles: [5, 6] } }, choices: { draw: null } });
  assert.deepEqual(shown, {
    hands: [{ count: 2, tiles: [5, 6] }, { count: 1 }],
    choices: { draw: null },
    board: {},
  });
  assert.ok(Array.isArray(shown.hands));
  assert.equal(shown.board, base.board);
  assert.equal(shown.hands[1], base.hands[1]);
  assert.equal(overlaid(base, null), base);
  assert.deepEqual(overlaid(base, [1]), [1], 'a list takes the place of what is below');
  assert.deepEqual(overlaid(null, { a: 1 }), { a: 1 });
  assert.throws(() => overlaid(base, { hands: { 2: {} } }), ProtocolError);
});

test('repeated parts keep their identity', () => {
  const before = { a: [{ x: 1 }, { y: [2] }], b: { c: null } };
  assert.equal(reusing(before, structuredClone(before)), before);
  const now = reusing(before, { a: [{ x: 1 }, { y: [3] }], b: { c: null } });
  assert.deepEqual(now, { a: [{ x: 1 }, { y: [3] }], b: { c: null } });
  assert.equal(now.b, before.b);
  assert.equal(now.a[0], before.a[0]);
  assert.notEqual(now.a[1], before.a[1]);
});

test('values that only look like the known ones are not replaced by them', () => {
  for (const [before, now] of [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1, b: 1 }, { a: 1 }],
    [[1], { 0: 1 }],
    [[1, 2], [1]],
    [null, {}],
  ]) {
    const kept = structuredClone(now);
    const used = reusing(before, now);
    assert.notEqual(used, before);
    assert.deepEqual(used, kept);
    assert.deepEqual(
      Object.keys(/** @type {any} */ (used)),
      Object.keys(/** @type {any} */ (kept)),
    );
  }
});

/** A generator of pseudo-random numbers below a bound, the same each time. */
function chance(seed = 1) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}

/**
 * @param {(bound: number) => number} pick
 * @param {number} depth
 * @returns {any}
 */
function anyValue(pick, depth) {
  const kind = pick(depth > 0 ? 5 : 3);
  if (kind < 3) return [pick(9), 'text', null, true, -1][pick(5)];
  const parts = Array.from({ length: pick(5) }, () => anyValue(pick, depth - 1));
  if (kind === 3) return parts;
  return Object.fromEntries(parts.map((part, at) => [`k${pick(2)}${at}`, part]));
}

/**
 * @param {(bound: number) => number} pick
 * @param {any} value
 * @returns {any} another value, or the same
 */
function altered(pick, value) {
  if (typeof value !== 'object' || value === null || pick(6) === 0) return anyValue(pick, 2);
  const now = structuredClone(value);
  for (const key of Object.keys(now)) if (pick(3) === 0) now[key] = altered(pick, now[key]);
  if (Array.isArray(now)) {
    now.length -= pick(now.length + 1) >> 1;
    if (pick(2) === 0) now.push(anyValue(pick, 1));
  }
  return now;
}

test('encoded messages are decoded, and patches produce the intended values', () => {
  const pick = chance();
  const write = createPacker();
  const read = createReader();
  const send = (/** @type {Record<string, any>} */ message) =>
    write(message)
      .map((frame) => read(frame))
      .at(-1);
  let view = { part: anyValue(pick, 4) };
  for (let step = 0; step < 2000; step += 1) {
    const now = { part: altered(pick, view.part) };
    const change = patchBetween(view, now);
    assert.ok(change);
    const told = send({ type: 'step', change, whole: now });
    assert.deepEqual(told, { type: 'step', change, whole: now });
    const before = structuredClone(view);
    const next = patched(view, told.change);
    assert.deepEqual(next, now);
    assert.deepEqual(view, before, 'what was shown before is as it was');
    assert.deepEqual(reusing(view, told.whole), now);
    view = next;
  }
});
