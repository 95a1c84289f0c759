import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOTHING, isBlocked, keep, placementOf, rotationOf, rotationsOf, turn } from '../../client/js/boards/tsuro/compose.js';
import { cardsOf } from '../../client/js/boards/tsuro/status.js';

/** @import {Face, TsuroChoices} from '../../client/protocol.js' */

/** @type {Face} a tile with four different looks */
const bent = { tile: 7, paths: [[0, 1], [2, 4], [3, 7], [5, 6]] };
/** @type {Face} a tile that looks the same after half a turn, and differs after a quarter */
const twofold = { tile: 3, paths: [[0, 1], [2, 7], [3, 6], [4, 5]] };
/** @type {Face} a tile that can't be laid below */
const blocked = { tile: 9, paths: [[0, 2], [1, 3], [4, 6], [5, 7]] };

/** @param {readonly [number, number][]} pairs @returns {TsuroChoices} */
const place = (pairs) => ({
  type: 'place',
  square: 'c3',
  forced: false,
  placements: pairs.map(([tile, rotation]) => ({ tile, rotation, walks: [], waits: [] })),
});
const choices = place([[7, 0], [7, 2], [7, 3], [3, 0], [3, 1]]);

test('turning goes through the legal rotations only, both ways round', () => {
  let composition = { ...NOTHING, tile: 7 };
  const seen = [];
  for (let count = 0; count < 4; count += 1) {
    composition = { ...turn(choices, bent, composition, 1), tile: 7 };
    seen.push(rotationOf(choices, bent, composition));
  }
  assert.deepEqual(seen, [2, 3, 0, 2]);
  assert.equal(rotationOf(choices, bent, turn(choices, bent, NOTHING, -1)), 3);
});

test('out of turn a tile can be turned all the way round', () => {
  assert.deepEqual(rotationsOf(null, 7), [0, 1, 2, 3]);
  assert.equal(rotationOf(null, bent, turn(null, bent, NOTHING, -1)), 3);
});

test('a rotation that is not offered gives way to the one that looks the same, or the next', () => {
  assert.equal(rotationOf(choices, twofold, { ...NOTHING, turned: { 3: 3 } }), 1);
  assert.equal(rotationOf(choices, twofold, { ...NOTHING, turned: { 3: 2 } }), 0);
  assert.equal(rotationOf(choices, bent, { ...NOTHING, turned: { 7: 1 } }), 2);
});

test('each tile remembers how it was turned', () => {
  const both = turn(choices, twofold, turn(choices, bent, NOTHING, 1), 1);
  assert.equal(rotationOf(choices, bent, both), 2);
  assert.equal(rotationOf(choices, twofold, both), 1);
});

test('a placement is the one that is offered for the tile as it is turned', () => {
  const composition = { ...NOTHING, tile: 7, turned: { 7: 3 } };
  assert.deepEqual(placementOf(choices, bent, composition), { tile: 7, rotation: 3, walks: [], waits: [] });
  assert.equal(placementOf(choices, blocked, { ...NOTHING, tile: 9 }), null);
  assert.equal(placementOf(null, bent, composition), null);
  assert.equal(placementOf({ type: 'start', marks: [] }, bent, composition), null);
});

test('a tile without a legal placement can not be turned', () => {
  const composition = { ...NOTHING, turned: { 9: 1 } };
  assert.equal(turn(choices, blocked, composition, 1), composition);
});

test('what is composed survives a view with the same hand and choices', () => {
  const composition = { tile: 7, turned: { 7: 3 }, mark: null };
  assert.deepEqual(keep(composition, choices, [bent, twofold, blocked]), composition);
});

test('what was thought out before the turn survives until the turn', () => {
  const composition = { tile: 7, turned: { 7: 3 }, mark: null };
  assert.deepEqual(keep(keep(composition, null, [bent]), choices, [bent]), composition);
});

test('a tile that has left the hand, or can not be laid, is let go', () => {
  const composition = { tile: 7, turned: { 7: 3, 3: 1 }, mark: null };
  assert.deepEqual(keep(composition, choices, [twofold]), { tile: null, turned: { 3: 1 }, mark: null });
  assert.equal(keep({ ...composition, tile: 9 }, choices, [blocked]).tile, null);
});

test('a start mark is let go when someone else takes it', () => {
  const composition = { ...NOTHING, mark: 'a1:0' };
  assert.equal(keep(composition, { type: 'start', marks: ['a1:0', 'a1:1'] }, []).mark, 'a1:0');
  assert.equal(keep(composition, { type: 'start', marks: ['a1:1'] }, []).mark, null);
});

test('a tile without any legal way is blocked, and says so in the hand; out of turn none is', () => {
  assert.equal(isBlocked(choices, blocked.tile), true);
  assert.equal(isBlocked(choices, bent.tile), false);
  assert.equal(isBlocked(null, blocked.tile), false);
  assert.equal(isBlocked({ type: 'start', marks: [] }, blocked.tile), false);

  const key = (/** @type {string} */ one) => one;
  const cards = cardsOf([bent, blocked], choices, { ...NOTHING, tile: bent.tile }, key);
  assert.deepEqual(
    cards.map(({ face, chosen, blocked: why }) => [face.tile, chosen, why]),
    [
      [bent.tile, true, null],
      [blocked.tile, false, 'tsuro.blocked'],
    ],
  );
});
