import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  arrowsOf,
  curveOf,
  headOf,
  middle,
  sidesOf,
  wayOf,
} from '../../../../client/games/tortus/geometry.js';
import { placeOf } from '../../../../client/games/tortus/pawns.js';
import { continues, copiedBy, fateOf, pathsOf } from '../../../../client/games/tortus/scene.js';
import { movesBetween, NO_TRACE, traceOf } from '../../../../client/games/tortus/way.js';
import { board, pawns, view } from './views.js';

/** @import { TortusTile } from '../../../../client/protocol.js' */

const far = (
  /** @type {{ x: number, y: number }} */ a,
  /** @type {{ x: number, y: number }} */ b,
) => Math.hypot(a.x - b.x, a.y - b.y);

test('arrows turn clockwise with their tile', () => {
  assert.deepEqual(sidesOf('corner', 0), ['north', 'east']);
  assert.deepEqual(sidesOf('corner', 3), ['north', 'west']);
  assert.deepEqual(sidesOf('three', 2), ['north', 'south', 'west']);
  assert.deepEqual(sidesOf('double', 1), ['east']);
  assert.deepEqual(sidesOf('knight', 1), []);
  /** @type {[TortusTile, number][]} */
  const counts = [
    ['straight', 2],
    ['corner', 2],
    ['three', 3],
    ['four', 4],
    ['double', 1],
    ['triple', 1],
    ['star', 1],
    ['hole', 0],
    ['pit', 0],
  ];
  for (const [tile, count] of counts) assert.equal(arrowsOf(tile).length, count, tile);
});

test('a way ends before its squares and bends to its right, so that there and back are two', () => {
  const there = wayOf({ from: 'a1', to: 'b1' });
  const back = wayOf({ from: 'b1', to: 'a1' });
  assert.ok(there.badge.y > middle('a1').y && back.badge.y < middle('a1').y);
  assert.ok(far(there.badge, back.badge) > 20, 'their numbers do not meet');
  assert.ok(there.from.x > middle('a1').x && there.to.x < middle('b1').x);
  assert.equal(there.badge.x, (middle('a1').x + middle('b1').x) / 2);
});

test('a jump bends more than a step', () => {
  const bend = (/** @type {string} */ to) => {
    const way = wayOf({ from: 'a1', to });
    return Math.abs(way.bend.y - middle('a1').y) / far(middle('a1'), middle(to));
  };
  assert.ok(bend('d1') > bend('b1'));
  for (const step of [wayOf({ from: 'c3', to: 'd5' }), wayOf({ from: 'g7', to: 'a1' })]) {
    assert.match(curveOf(step), /^M[\d.-]+ [\d.-]+Q[\d.-]+ [\d.-]+ [\d.-]+ [\d.-]+$/);
    assert.doesNotMatch(headOf(step), /NaN/);
  }
});

test('a captured pawn is lifted off the one that stands there', () => {
  const point = middle('c3');
  assert.deepEqual(placeOf({ point, lifted: false }), point);
  assert.ok(far(placeOf({ point, lifted: true }), point) > 20);
});

test('what moves is what the server says, or the difference of two views', () => {
  const before = view({ pawns: pawns(['a1'], ['b1']) });
  const after = view({
    pawns: pawns(['b1'], ['b1']),
    steps: [{ pawn: 0, from: 'a1', to: 'b1' }],
    phase: { type: 'push', pawn: 5 },
  });
  assert.deepEqual(movesBetween(before, after), [{ pawn: 0, from: 'a1', to: 'b1' }]);
  const pushed = view({ pawns: pawns(['b1'], ['c1']) });
  assert.deepEqual(movesBetween(after, pushed), [{ pawn: 5, from: 'b1', to: 'c1' }]);
  const lost = view({ pawns: pawns(['b1'], []) });
  assert.deepEqual(movesBetween(after, lost), [], 'who is gone goes nowhere');
});

test('several steps at once are walked one after another, each pawn its own', () => {
  const steps = [
    { pawn: 0, from: 'a1', to: 'b1' },
    { pawn: 5, from: 'b1', to: 'c1' },
    { pawn: 0, from: 'b1', to: 'b2' },
  ];
  assert.deepEqual(
    [...pathsOf(steps)],
    [
      [0, ['a1', 'b1', 'b2']],
      [5, ['b1', 'c1']],
    ],
  );
});

test('the way of an action is seen while it goes on, and after it until something else happens', () => {
  const start = view({ pawns: pawns(['a1'], ['b1']) });
  const steps = [{ pawn: 0, from: 'a1', to: 'b1' }];
  const middleOf = view({ pawns: pawns(['b1'], ['b1']), steps, phase: { type: 'push', pawn: 5 } });
  const going = traceOf(NO_TRACE, start, middleOf);
  assert.deepEqual(going, { steps, current: true });
  const end = view({ pawns: pawns(['b1'], ['c1']), actions: 1 });
  const done = traceOf(going, middleOf, end);
  assert.deepEqual(done, { steps: [...steps, { pawn: 5, from: 'b1', to: 'c1' }], current: false });
  assert.equal(
    traceOf(done, end, view({ ...end, draw: 1 })),
    done,
    'an offered draw changes nothing on the board',
  );
  const opened = view({ ...end, board: board({ d3: ['four', 0] }) });
  assert.deepEqual(traceOf(done, end, opened), NO_TRACE);
});

test('who comes in the middle of an action sees all of it, and nothing of one that is over', () => {
  const steps = [{ pawn: 0, from: 'a1', to: 'b1' }];
  assert.deepEqual(traceOf(NO_TRACE, null, view({ steps, phase: { type: 'push', pawn: 5 } })), {
    steps,
    current: true,
  });
  assert.equal(traceOf(NO_TRACE, null, view()), NO_TRACE);
  const over = view({ steps, phase: { type: 'over' } });
  assert.deepEqual(
    traceOf(NO_TRACE, null, over),
    { steps, current: true },
    'the last one, which has ended the game, stays',
  );
});

test('a star shows what it copies as that lies', () => {
  const game = view({ board: board({ d3: ['star', 1], e3: ['triple', 2] }, { d3: 'e3' }) });
  const field = game.board.find(({ square }) => square === 'd3');
  assert.deepEqual(field && copiedBy(field, game), { tile: 'triple', rotation: 2 });
  assert.deepEqual(
    copiedBy({ square: 'a1', open: true, tile: 'star', rotation: 0, copies: null }, game),
    null,
  );
});

test('the pawn that has ended the game is seen where it fell', () => {
  const steps = [{ pawn: 0, from: 'a1', to: 'b1' }];
  const over = { steps, phase: /** @type {const} */ ({ type: 'over' }), pawns: pawns([], ['b7']) };
  assert.deepEqual(fateOf(view({ ...over, end: { how: 'pit', loser: 0 } })), {
    pawn: 0,
    square: 'b1',
  });
  assert.deepEqual(fateOf(view({ ...over, end: { how: 'no_pawns', loser: 0 } })), {
    pawn: 0,
    square: 'b1',
  });
  assert.equal(fateOf(view({ ...over, end: { how: 'agreement' } })), null);
  assert.equal(
    fateOf(view({ ...over, steps: [], end: { how: 'no_pawns', loser: 0 } })),
    null,
    'a pawn that was given up',
  );
  assert.equal(
    fateOf(view({ ...over, pawns: pawns(['b1'], ['b7']), end: { how: 'resigned', loser: 0 } })),
    null,
  );
});

test('another game does not continue the one before', () => {
  const played = view({ turns: 9, pawns: pawns(['a1'], ['b1']) });
  assert.equal(continues(played, view({ turns: 9, pawns: pawns([], ['b1']) })), true);
  assert.equal(continues(played, view({ turns: 0 })), false);
  assert.equal(
    continues(played, view({ turns: 9, pawns: pawns(['a1', 'b2'], ['b1']) })),
    false,
    'nobody comes back',
  );
});
