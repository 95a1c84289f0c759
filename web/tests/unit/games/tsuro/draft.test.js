import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  chosenOf,
  decisionOf,
  heldIn,
  isBlocked,
  NOTHING,
  offersOf,
  placementOf,
  portsOf,
  reconcile,
  rotationOf,
  rotationsOf,
  switchPath,
  toggled,
  turn,
} from '../../../../client/games/tsuro/draft.js';
import { draftFor } from '../../../../client/games/tsuro/proposal.js';
import { cardsOf } from '../../../../client/games/tsuro/status.js';
import { bent, held } from './views.js';

/** @import {TsuroChoices} from '../../../../client/protocol.js' */

/** A tile that looks the same after half a turn, but not after a quarter turn. */
const twofold = held({
  tile: 3,
  paths: [
    [0, 1],
    [2, 7],
    [3, 6],
    [4, 5],
  ],
});
/** A tile without a legal placement in the choices below. */
const blocked = held({
  tile: 9,
  paths: [
    [0, 2],
    [1, 3],
    [4, 6],
    [5, 7],
  ],
});

/**
 * @param {readonly (readonly [number, number, number?])[]} ways the tile, the rotation and the port
 *   of each placement
 * @returns {TsuroChoices}
 */
const place = (ways) => ({
  type: 'place',
  square: 'c3',
  forced: false,
  placements: ways.map(([tile, rotation, port]) => ({
    tile,
    rotation,
    ...(port !== undefined && { port }),
    walks: [],
    waits: [],
  })),
});
const choices = place([
  [7, 0],
  [7, 2],
  [7, 3],
  [3, 0],
  [3, 1],
]);

test('turning passes only through the legal rotations, in both directions', () => {
  /** @type {import('../../../../client/games/tsuro/draft.js').Draft} */
  let draft = { ...NOTHING, tile: '7' };
  const seen = [];
  for (let count = 0; count < 4; count += 1) {
    draft = turn(choices, bent, draft, 1);
    seen.push(rotationOf(choices, bent, draft));
  }
  assert.deepEqual(seen, [2, 3, 0, 2]);
  assert.equal(rotationOf(choices, bent, turn(choices, bent, NOTHING, -1)), 3);
});

test('out of turn a tile can be turned to all rotations', () => {
  assert.deepEqual(rotationsOf(null, 7), [0, 1, 2, 3]);
  assert.equal(rotationOf(null, bent, turn(null, bent, NOTHING, -1)), 3);
});

test('a rotation without a placement is replaced by one that looks the same, or by the next', () => {
  assert.equal(rotationOf(choices, twofold, { ...NOTHING, turned: { 3: 3 } }), 1);
  assert.equal(rotationOf(choices, twofold, { ...NOTHING, turned: { 3: 2 } }), 0);
  assert.equal(rotationOf(choices, bent, { ...NOTHING, turned: { 7: 1 } }), 2);
});

test('each tile remembers how it was turned', () => {
  const both = turn(choices, twofold, turn(choices, bent, NOTHING, 1), 1);
  assert.equal(rotationOf(choices, bent, both), 2);
  assert.equal(rotationOf(choices, twofold, both), 1);
});

test('the placement is the offered one for the tile in its rotation', () => {
  const draft = { ...NOTHING, tile: '7', turned: { 7: 3 } };
  assert.deepEqual(placementOf(choices, bent, draft), {
    tile: 7,
    rotation: 3,
    walks: [],
    waits: [],
  });
  assert.equal(placementOf(choices, blocked, { ...NOTHING, tile: '9' }), null);
  assert.equal(placementOf(null, bent, draft), null);
  assert.equal(placementOf({ type: 'start', marks: [] }, bent, draft), null);
});

test('a tile without a legal placement can not be turned', () => {
  const draft = { ...NOTHING, turned: { 9: 1 } };
  assert.equal(turn(choices, blocked, draft, 1), draft);
});

test('a draft survives a view with the same hand and choices', () => {
  const draft = { ...NOTHING, tile: '7', turned: { 7: 3 } };
  assert.deepEqual(reconcile(draft, choices, [bent, twofold, blocked], true), draft);
});

test('a draft from before the turn survives until the turn', () => {
  const draft = { ...NOTHING, tile: '7', turned: { 7: 3 } };
  assert.deepEqual(reconcile(reconcile(draft, null, [bent], true), choices, [bent], true), draft);
});

test('a tile that has left the hand, or can not be laid, is dropped', () => {
  const draft = { ...NOTHING, tile: '7', turned: { 7: 3, 3: 1 } };
  assert.deepEqual(reconcile(draft, choices, [twofold], false), { ...NOTHING, turned: { 3: 1 } });
  assert.equal(reconcile({ ...draft, tile: '9' }, choices, [blocked], false).tile, null);
});

test('a start mark is dropped when another player takes it', () => {
  const draft = { ...NOTHING, mark: 'a1:0' };
  assert.equal(reconcile(draft, { type: 'start', marks: ['a1:0', 'a1:1'] }, [], true).mark, 'a1:0');
  assert.equal(reconcile(draft, { type: 'start', marks: ['a1:1'] }, [], true).mark, null);
});

test('a tile without a legal placement is blocked, and labelled in the hand; out of turn none is', () => {
  assert.equal(isBlocked(choices, 9), true);
  assert.equal(isBlocked(choices, 7), false);
  assert.equal(isBlocked(null, 9), false);
  assert.equal(isBlocked({ type: 'start', marks: [] }, 9), false);

  const key = (/** @type {string} */ one) => one;
  const cards = cardsOf([bent, blocked], choices, { ...NOTHING, tile: '7' }, key);
  assert.deepEqual(
    cards.map(({ held: { key }, chosen, blocked: why }) => [key, chosen, why]),
    [
      ['7', true, null],
      ['9', false, 'tsuro.blocked'],
    ],
  );
});

test('two identical tiles are selected and turned independently', () => {
  const hand = heldIn([bent.face, twofold.face, bent.face]);
  const [first, , third] = hand;
  assert.ok(first && third);
  assert.equal(new Set(hand.map((one) => one.key)).size, 3);
  const draft = turn(choices, third, { ...NOTHING, tile: third.key }, 1);
  assert.equal(chosenOf(hand, draft), third);
  assert.deepEqual([rotationOf(choices, first, draft), rotationOf(choices, third, draft)], [0, 2]);
  assert.deepEqual(decisionOf(choices, hand, draft), { type: 'place', tile: 7, rotation: 2 });
  const key = (/** @type {string} */ one) => one;
  assert.deepEqual(
    cardsOf(hand, choices, draft, key).map((card) => card.chosen),
    [false, false, true],
  );
});

test('when one of two identical tiles is laid, the other remains', () => {
  const before = heldIn([bent.face, bent.face]);
  const draft = {
    ...NOTHING,
    tile: before[1]?.key ?? '',
    turned: { [before[0]?.key ?? '']: 3 },
  };
  const kept = reconcile(draft, null, heldIn([bent.face]), true);
  assert.deepEqual(kept, { ...NOTHING, turned: { 7: 3 } });
});

const forked = place([
  [7, 0, 0],
  [7, 0, 1],
  [7, 2, 1],
  [3, 0, 0],
  [3, 0, 1],
]);

test('a marker before two paths takes the first until the other is chosen', () => {
  const draft = { ...NOTHING, tile: '7' };
  assert.deepEqual(rotationsOf(forked, 7), [0, 2]);
  assert.deepEqual(portsOf(forked, bent, draft), [0, 1]);
  assert.deepEqual(decisionOf(forked, [bent], draft), {
    type: 'place',
    tile: 7,
    rotation: 0,
    port: 0,
  });
  const other = switchPath(forked, bent, draft);
  assert.deepEqual(decisionOf(forked, [bent], other), {
    type: 'place',
    tile: 7,
    rotation: 0,
    port: 1,
  });
  assert.equal(switchPath(forked, bent, other).port, 0);
});

test('a single allowed path is taken, and there is nothing to switch', () => {
  const draft = { ...NOTHING, tile: '7', turned: { 7: 2 }, port: 0 };
  assert.deepEqual(portsOf(forked, bent, draft), [1]);
  assert.deepEqual(decisionOf(forked, [bent], draft), {
    type: 'place',
    tile: 7,
    rotation: 2,
    port: 1,
  });
  assert.equal(switchPath(place([[7, 0]]), bent, { ...NOTHING, tile: '7' }).port, null);
});

test('the path before a tile of another player is taken only when it is chosen', () => {
  /** @type {TsuroChoices} */
  const path = { type: 'path', paths: [4, 5].map((port) => ({ port, walks: [], waits: [] })) };
  assert.equal(decisionOf(path, [], NOTHING), null);
  const first = switchPath(path, null, NOTHING);
  assert.deepEqual(portsOf(path, null, NOTHING), [5, 4], 'the left one first');
  assert.deepEqual(decisionOf(path, [], first), { type: 'path', port: 5 });
  assert.deepEqual(decisionOf(path, [], switchPath(path, null, first)), { type: 'path', port: 4 });
  assert.equal(reconcile(first, null, [], true).port, null);
});

/** @type {TsuroChoices} */
const swap = {
  type: 'swap',
  offers: [
    { seat: 1, tiles: [bent.face, twofold.face] },
    { seat: 4, tiles: [bent.face] },
  ],
};

test('a swap is ready when the numbers of given and taken tiles are equal', () => {
  const hand = heldIn([blocked.face, blocked.face]);
  const offered = offersOf(swap).flatMap((offer) => offer.tiles.map((one) => one.key));
  assert.equal(new Set(offered).size, 3, 'alike tiles of two hands are not one');
  const give = hand.map((one) => one.key);
  const [, , last = ''] = offered;
  assert.equal(decisionOf(swap, hand, { ...NOTHING, give: [], take: [] }), null);
  assert.equal(decisionOf(swap, hand, { ...NOTHING, give, take: [last] }), null);
  assert.deepEqual(decisionOf(swap, hand, { ...NOTHING, give, take: [offered[0] ?? '', last] }), {
    type: 'swap',
    give: [9, 9],
    take: [7, 7],
  });
});

test('the selection of a swap is dropped when the swap is over, or by a second press', () => {
  const hand = heldIn([blocked.face]);
  const draft = { ...NOTHING, give: ['9'], take: ['1:7'] };
  assert.deepEqual(reconcile(draft, swap, hand, true), draft);
  assert.deepEqual(reconcile(draft, null, hand, true), NOTHING);
  assert.deepEqual(reconcile({ ...draft, take: ['2:7'] }, swap, hand, true).take, []);
  assert.deepEqual(toggled(toggled([], 'a'), 'b'), ['a', 'b']);
  assert.deepEqual(toggled(['a', 'b'], 'a'), ['b']);
});

test('a player with a single tile has it selected at the start of a turn, and may put it back', () => {
  const choices = place([[7, 0]]);
  assert.equal(reconcile(NOTHING, choices, [bent], true).tile, '7');
  assert.equal(reconcile(NOTHING, choices, [bent], false).tile, null, 'it was put back');
  assert.equal(reconcile(NOTHING, choices, [bent, twofold], true).tile, null, 'one of two');
  assert.equal(reconcile(NOTHING, null, [bent], true).tile, null, 'out of turn');
});

test('advice is assembled to the same decision', () => {
  const hand = [bent, twofold];
  /**
   * @type {readonly (readonly [TsuroChoices, import('../../../../client/protocol.js').TsuroAction])[]}
   */
  const advised = [
    [choices, { type: 'place', tile: 7, rotation: 3 }],
    [choices, { type: 'place', tile: 3, rotation: 1 }],
    [
      place([
        [7, 1, 0],
        [7, 1, 1],
      ]),
      { type: 'place', tile: 7, rotation: 1, port: 1 },
    ],
    [
      { type: 'start', marks: ['a1:0', 'b1:1'] },
      { type: 'start', mark: 'b1:1' },
    ],
    [
      { type: 'path', paths: [] },
      { type: 'path', port: 4 },
    ],
    [
      { type: 'swap', offers: [{ seat: 1, tiles: [blocked.face, bent.face] }] },
      { type: 'swap', give: [3], take: [7] },
    ],
  ];
  for (const [asked, action] of advised) {
    const draft = draftFor(action, asked, hand);
    assert.ok(draft);
    assert.deepEqual(decisionOf(asked, hand, draft), action);
  }
  assert.equal(draftFor({ type: 'keep' }, { type: 'swap', offers: [] }, hand), null);
});
