import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowsOf } from '../../../../client/games/tortus/arrows.js';
import { Facing, PLAIN } from '../../../../client/games/tortus/facing.js';
import { curveOf, headOf, sidesOf, wayOf } from '../../../../client/games/tortus/geometry.js';
import { traceOf } from '../../../../client/games/tortus/last-turn.js';
import { placeOf } from '../../../../client/games/tortus/pawns.js';
import { pathsOf } from '../../../../client/games/tortus/ribbon.js';
import { continues, copiedBy, fateOf } from '../../../../client/games/tortus/scene.js';
import { isTurned } from '../../../../client/games/tortus/side.js';
import { movesBetween } from '../../../../client/games/tortus/way.js';
import { board, pawns, view } from './views.js';

/** @import { TortusTile } from '../../../../client/protocol.js' */

const middle = (/** @type {string} */ square) => PLAIN.middle(square);
const far = (
  /** @type {{ x: number, y: number }} */ a,
  /** @type {{ x: number, y: number }} */ b,
) => Math.hypot(a.x - b.x, a.y - b.y);

test('arrows turn clockwise with their tile', () => {
  assert.deepEqual(sidesOf('corner', 0), ['up', 'right']);
  assert.deepEqual(sidesOf('corner', 3), ['up', 'left']);
  assert.deepEqual(sidesOf('three', 2), ['up', 'down', 'left']);
  assert.deepEqual(sidesOf('double', 1), ['right']);
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

test('a path stops short of its squares and bends to the right, so that both directions are distinct', () => {
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

test('a pawn is in the centre, and two on the same square are both visible', () => {
  const point = middle('c3');
  assert.deepEqual(placeOf({ point, lifted: false, shares: false }), point);
  const [stands, lifted] = [false, true].map((one) =>
    placeOf({ point, lifted: one, shares: true }),
  );
  assert.ok(stands && lifted);
  assert.ok(far(stands, lifted) > 40, 'both are seen');
  for (const { x, y } of [stands, lifted])
    assert.ok(Math.abs(x - point.x) < 30 && Math.abs(y - point.y) < 30, 'on their square');
});

/** All tiles. @type {readonly TortusTile[]} */
const TILES = [
  'straight',
  'corner',
  'three',
  'four',
  'double',
  'triple',
  'knight',
  'star',
  'hole',
  'pit',
];

test('both players see their own rows at the bottom and the columns from a to g', () => {
  const turned = new Facing(7, true);
  assert.equal(turned.seen('a1'), 'a7');
  assert.equal(turned.seen(turned.seen('c2')), 'c2');
  assert.deepEqual(turned.middle('a1'), PLAIN.middle('a7'));
  assert.equal(turned.squareAt(PLAIN.middle('g7')), 'g1');
  assert.equal(turned.lying(null), null);
  assert.deepEqual(turned.lying({ tile: 'corner', rotation: 1 }), { tile: 'corner', rotation: 0 });
  const [way, back] = [wayOf({ from: 'a1', to: 'b1' }, turned), wayOf({ from: 'a7', to: 'b7' })];
  assert.deepEqual(way, back);
});

test('an arrow leads to the same square from both sides of the board, and turns as it is seen', () => {
  const turned = new Facing(7, true);
  const opposite = { up: 'down', down: 'up', left: 'left', right: 'right' };
  for (const tile of TILES)
    for (const rotation of [0, 1, 2, 3]) {
      const sides = sidesOf(tile, rotation);
      const seen = sidesOf(tile, turned.rotation({ tile, rotation }));
      const where = `${tile} ${rotation}`;
      assert.deepEqual(new Set(seen), new Set(sides.map((side) => opposite[side])), where);
      // A turn that the viewer sees as clockwise is one.
      for (const facing of [PLAIN, turned]) {
        const next = (rotation + facing.turn(1) + 4) % 4;
        const from = facing.rotation({ tile, rotation });
        const to = facing.rotation({ tile, rotation: next });
        assert.equal((to - from + 4) % 4, 1, where);
      }
    }
});

test('the first player sits at the first rows', () => {
  assert.deepEqual(
    [isTurned(0, false), isTurned(1, false), isTurned(null, false), isTurned(0, true)],
    [true, false, false, false],
  );
});

test('movements come from the server, or from the difference of two views', () => {
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

test('several steps at once are animated one after another, each with its own pawn', () => {
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

/** @param {object[]} events @returns {import('../../../../client/protocol.js').AnyEvent[]} */
const told = (events) => /** @type {any} */ (events.map((event) => ({ game: 'tortus', ...event })));
const turn = (/** @type {number} */ seat) => ({ type: 'turn', seat, actions: 2 });
const moved = { type: 'moved', pawn: 5, from: 'b7', to: 'b6', by: 'move' };
const rotated = { type: 'rotated', square: 'd3', rotation: 1 };

test('the whole last turn of the other player is marked until the own one is over', () => {
  const other = [turn(1), moved, rotated, { type: 'revealed', square: 'c3', tile: 'knight' }];
  const own = [turn(0), { type: 'swapped', seat: 0, square: 'e3' }];
  for (const events of [other, [...other, turn(0)], [...other, ...own]]) {
    const { past, current, marks } = traceOf(told(events), view(), 0);
    assert.deepEqual(past, [{ pawn: 5, from: 'b7', to: 'b6' }]);
    assert.deepEqual(current, []);
    assert.deepEqual(
      [...marks.values()].map(({ square, deed, seat }) => [square, deed, seat]),
      [
        ['d3', 'rotated', 1],
        ['c3', 'revealed', 1],
      ],
    );
  }
  const next = traceOf(told([...other, ...own, turn(1)]), view(), 0);
  assert.deepEqual([next.past, next.marks.size], [[], 0], 'a turn in which nothing was done yet');
  const filled = [...other, { type: 'filled', seat: 0, square: 'd3', tile: 'four' }];
  assert.deepEqual(traceOf(told(filled), view(), 0).marks.get('d3'), {
    square: 'd3',
    deed: 'filled',
    seat: 0,
  });
});

test('a spectator sees the current turn, once it has an action', () => {
  const events = [turn(0), rotated, turn(1)];
  assert.equal(traceOf(told(events), view(), null).marks.get('d3')?.seat, 0);
  assert.equal(traceOf(told([...events, moved]), view(), null).marks.size, 0);
  assert.deepEqual(traceOf([], view(), null), {
    past: [],
    current: [],
    marks: new Map(),
    fallen: [],
  });
});

test('the current action differs from the previous ones, and the last one of the game stays', () => {
  const steps = [{ pawn: 5, from: 'b6', to: 'b5' }];
  const events = told([turn(1), moved, { ...moved, from: 'b6', to: 'b5' }]);
  const going = traceOf(events, view({ steps, phase: { type: 'push', pawn: 0 } }), 0);
  assert.deepEqual([going.past.length, going.current], [1, steps]);
  // The player's own action, while the other player's last turn is still marked.
  const own = [{ pawn: 0, from: 'a1', to: 'b1' }];
  const mine = traceOf(
    told([turn(1), moved, turn(0), { type: 'moved', pawn: 0, from: 'a1', to: 'b1' }]),
    view({ steps: own, phase: { type: 'flow', pawn: 0 } }),
    0,
  );
  assert.deepEqual([mine.past.length, mine.current], [1, own]);
  const over = traceOf(events, view({ steps, phase: { type: 'over' } }), 1);
  assert.deepEqual([over.past.length, over.current], [1, steps]);
});

test('a star shows the tile that it copies in that rotation', () => {
  const game = view({ board: board({ d3: ['star', 1], e3: ['triple', 2] }, { d3: 'e3' }) });
  const field = game.board.find(({ square }) => square === 'd3');
  assert.deepEqual(field && copiedBy(field, game), { tile: 'triple', rotation: 2 });
  assert.deepEqual(
    copiedBy({ square: 'a1', open: true, tile: 'star', rotation: 0, copies: null }, game),
    null,
  );
});

test('the pawn that has ended the game is visible where it fell', () => {
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

test('another game does not continue the previous one', () => {
  const played = view({ turns: 9, pawns: pawns(['a1'], ['b1']) });
  assert.equal(continues(played, view({ turns: 9, pawns: pawns([], ['b1']) })), true);
  assert.equal(continues(played, view({ turns: 0 })), false);
  assert.equal(
    continues(played, view({ turns: 9, pawns: pawns(['a1', 'b2'], ['b1']) })),
    false,
    'nobody comes back',
  );
});
