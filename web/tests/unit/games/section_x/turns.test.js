import assert from 'node:assert/strict';
import { test } from 'node:test';

import { planOf } from '../../../../client/games/section_x/plan.js';
import { leftOf } from '../../../../client/games/section_x/tiles-left.js';
import {
  leftIn,
  lossIn,
  marksOf,
  recent,
  turnsIn,
} from '../../../../client/games/section_x/turns.js';
import { viewOf } from './views.js';

/** @import {SectionXEvent} from '../../../../client/protocol.js' */

/** @param {number} seat @returns {SectionXEvent} */
const turn = (seat) => ({ type: 'turn', seat });
/** @param {number} seat @param {string} cell @returns {SectionXEvent} */
const placed = (seat, cell) => ({
  type: 'placed',
  seat,
  stock: 0,
  tile: 'straight',
  cell,
  rotation: 0,
});
/** @param {number} prisoner @param {string} from @param {string} to @returns {SectionXEvent} */
const stepped = (prisoner, from, to) => ({ type: 'stepped', seat: 1, prisoner, from, to });
/** @type {SectionXEvent} */
const opened = { type: 'opened', rules: 2, first: 0, piles: [] };
const seats = (/** @type {readonly SectionXEvent[]} */ events, /** @type {number | null} */ own) =>
  recent(turnsIn(events), own).map(({ seat }) => seat);

test('a collapsed board has no marks', () => {
  /** @type {SectionXEvent} */
  const collapsed = {
    type: 'collapsed',
    why: { how: 'last_tile' },
    freed: [],
    lost: [],
    safe: [],
    doors: [],
  };
  const events = [opened, turn(1), placed(1, 'i7'), stepped(0, 'block', 'i7:0')];
  assert.deepEqual(seats(events, 0), [1]);
  assert.deepEqual(seats([...events, collapsed], 0), []);
});

test('the actions of others stay marked until the own turn ends', () => {
  const events = [opened, turn(0), placed(0, 'i7'), turn(1), placed(1, 'j7'), turn(2)];
  assert.deepEqual(seats(events, 0), [1, 2], 'all since the own turn');
  assert.deepEqual(seats([...events, turn(0), placed(0, 'k7')], 0), [1, 2], 'while it is played');
  assert.deepEqual(seats([...events, turn(0), turn(1)], 0), [1], 'and no longer');
  assert.deepEqual(seats(events, null), [1, 2], 'who watches sees two turns');
  const round = { type: /** @type {const} */ ('round'), number: 2, piles: [] };
  assert.deepEqual(seats([...events, round, turn(1)], 0), [1], 'of this round alone');
  assert.deepEqual(seats([], 0), []);
});

test('each action has its mark, and the steps of a prisoner share one', () => {
  const marks = marksOf(
    turnsIn([
      turn(1),
      { type: 'relocated', from: 'd4', to: 'e4', rotation: 0 },
      stepped(3, 'block', 'i7:0'),
      stepped(4, 'block', 'f9:0'),
      stepped(3, 'i7:0', 'j7:0'),
      { type: 'door_put', seat: 1, from: null, to: 'k7:0' },
      { type: 'exchanged', a: 'b4', rotation_a: 0, b: 'c4', rotation_b: 0 },
      { type: 'skipped' },
    ]),
  );
  assert.deepEqual(marks, [
    { type: 'moved', seat: 1, from: 'd4', to: 'e4' },
    { type: 'tile', seat: 1, cell: 'e4' },
    { type: 'door', seat: 1, at: 'k7:0' },
    { type: 'tile', seat: 1, cell: 'b4' },
    { type: 'tile', seat: 1, cell: 'c4' },
    { type: 'walk', seat: 1, places: ['block', 'i7:0', 'j7:0'] },
    { type: 'walk', seat: 1, places: ['block', 'f9:0'] },
  ]);
});

test('a door that was lost in a fight is marked at its place, and reported to its owner', () => {
  const lengths = [
    { seat: 0, tiles: 1 },
    { seat: 1, tiles: 3 },
  ];
  const turns = turnsIn([
    turn(1),
    placed(1, 'g4'),
    { type: 'fought', at: 'd4:0', lengths, kept: 1, back: [{ seat: 0, at: 'h4:0' }] },
  ]);
  assert.deepEqual(marksOf(turns).at(-1), { type: 'gone', seat: 0, at: 'h4:0' });
  assert.deepEqual(lossIn(turns, 0), { winner: 1, door: { seat: 0, at: 'h4:0' }, lengths });
  assert.equal(lossIn(turns, 1), null, 'not to who has won');
  assert.equal(lossIn(turns, null), null);
});

test('the tiles that may still be drawn are those that are visible nowhere', () => {
  const view = viewOf({
    tiles: [{ cell: 'i7', kind: 'straight', rotation: 0, tunnels: [0] }],
    tunnels: [{ owner: null, tiles: 1 }],
  });
  const left = leftOf(planOf(view));
  const straight = left.find(({ kind }) => kind === 'straight');
  assert.equal(
    straight?.left,
    (straight?.count ?? 0) - 2,
    'one on the board, one in the own stock',
  );
  const total = left.reduce((sum, one) => sum + one.left, 0);
  assert.equal(total, left.reduce((sum, one) => sum + one.count, 0) - 2);
});

test('the places that own prisoners have left belong to the current turn alone', () => {
  const before = [opened, turn(1), stepped(0, 'block', 'i7:0'), turn(0), turn(1)];
  assert.deepEqual(leftIn(turnsIn(before), 1), new Map());
  const events = [...before, stepped(0, 'i7:0', 'j7:0'), stepped(0, 'j7:0', 'k7:0')];
  assert.deepEqual(leftIn(turnsIn(events), 1), new Map([[0, ['i7:0', 'j7:0']]]));
  assert.deepEqual(leftIn(turnsIn(events), 0), new Map(), 'those of others do not count');
});
