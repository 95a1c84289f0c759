import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  decisionOf,
  fightsAt,
  NOTHING,
  reconcile,
  turn,
} from '../../../../client/games/section_x/draft.js';
import { rotationsOf } from '../../../../client/games/section_x/plan.js';
import { press } from '../../../../client/games/section_x/press.js';
import { draftFor } from '../../../../client/games/section_x/proposal.js';
import { legalAt, legalOther, rotationOf } from '../../../../client/games/section_x/rotations.js';
import { cellsOf, whyFixed } from '../../../../client/games/section_x/targets.js';
import { all, crossing, making, ofStock, stock, walker, walking } from './drafts.js';
import { byCell, choosing, digit, tiles } from './views.js';

/** @import {Draft, Making} from '../../../../client/games/section_x/draft.js' */

test('a digit encodes a set of rotations', () => {
  assert.deepEqual(rotationsOf('A'), []);
  assert.deepEqual(rotationsOf('/'), all);
  assert.deepEqual(rotationsOf(digit([0, 3])), [0, 3]);
  assert.deepEqual(rotationsOf(undefined), []);
});

test('a tile of the stock goes where the server allows, and each appearance counts once', () => {
  const one = making(ofStock, stock);
  assert.deepEqual(cellsOf(one), ['i7', 'j7']);
  assert.deepEqual(
    legalAt(one, 'i7'),
    [0, 1, 2],
    'a straight tunnel looks the same after half a turn',
  );
  assert.deepEqual(legalAt(one, 'j7'), [1]);
  assert.deepEqual(legalAt(one, 'k7'), []);
});

test('pressing a cell puts the tile there in a fitting rotation, and pressing again turns it', () => {
  const first = press(making(ofStock, stock), 'i7', null).draft;
  assert.equal(first.to, 'i7');
  assert.deepEqual(decisionOf(making(ofStock, first)), {
    type: 'place',
    stock: 0,
    cell: 'i7',
    rotation: 0,
  });
  assert.deepEqual(fightsAt(making(ofStock, first)), []);
  const second = press(making(ofStock, first), 'i7', null).draft;
  assert.deepEqual(decisionOf(making(ofStock, second)), {
    type: 'place',
    stock: 0,
    cell: 'i7',
    rotation: 1,
  });
  assert.deepEqual(
    fightsAt(making(ofStock, second)).map((fight) => [fight.cell, fight.among]),
    [['i7', [1]]],
  );
  assert.equal(rotationOf(making(ofStock, turn(making(ofStock, first), -1))), 2);
});

test('the server is asked about a cell where the tile does not fit, in its current rotation', () => {
  const pressed = press(making(ofStock, { ...stock, turned: 2 }), 'k7', null);
  assert.deepEqual(pressed.ask, { type: 'place', stock: 0, cell: 'k7', rotation: 2 });
  assert.equal(pressed.draft.to, null);
  assert.equal(pressed.send, undefined);
});

const laid = {
  tiles: [
    { cell: 'i7', kind: /** @type {const} */ ('straight'), rotation: 0, tunnels: [0] },
    { cell: 'j7', kind: /** @type {const} */ ('wide_bend'), rotation: 3, tunnels: [0] },
    { cell: 'l3', kind: /** @type {const} */ ('y_junction'), rotation: 0, tunnels: [1] },
  ],
  tunnels: [
    { owner: null, tiles: 2 },
    { owner: null, tiles: 1 },
  ],
};
const ofBoard = choosing({
  tile: tiles({
    moves: [
      {
        cell: 'i7',
        to: byCell({ d4: [0, 1], l3: [0, 2], j7: [0] }),
        fights: [
          {
            cell: 'd4',
            rotations: digit([1]),
            lengths: [
              { seat: 0, tiles: 2 },
              { seat: 1, tiles: 1 },
            ],
            among: [0],
          },
        ],
      },
      { cell: 'l3', to: byCell({ i7: [0, 1] }), fights: [] },
      { cell: 'j7', to: byCell({}), fights: [] },
    ],
    beside: [['i7', 'j7', `${digit([2])}${digit([])}${digit([1, 4])}AAA`]],
    turn: [{ cell: 'i7', rotations: digit([1, 3]) }],
    fixed: [
      { cell: 'l3', turn: { code: 'occupied_hideout' }, moved: null },
      {
        cell: 'k9',
        turn: { code: 'prisoner_on_tile' },
        moved: { code: 'foreign_tunnel', owner: 1 },
      },
    ],
  }),
});
const onBoard = (/** @type {Partial<Draft>} */ draft) => making(ofBoard, draft, laid);

test('a moved tile predicts its fights for each rotation, and a turned or exchanged tile predicts none', () => {
  const tool = /** @type {const} */ ({ type: 'tile', cell: 'i7' });
  const among = (/** @type {Partial<Draft>} */ draft) =>
    fightsAt(onBoard({ tool, ...draft })).map((fight) => fight.among);
  assert.deepEqual(among({ to: 'd4', turned: 1 }), [[0]]);
  assert.deepEqual(among({ to: 'd4', turned: 0 }), []);
  assert.deepEqual(among({ to: 'i7', turned: 1 }), []);
  assert.deepEqual(among({ to: 'l3', turned: 0 }), []);
  assert.deepEqual(among({}), []);
});

test('a tile of the board is selected, turned, moved and put back', () => {
  const chosen = press(onBoard({}), 'i7', null).draft;
  assert.deepEqual(chosen.tool, { type: 'tile', cell: 'i7' });
  assert.equal(decisionOf(onBoard(chosen)), null);
  const turned = press(onBoard(chosen), 'i7', null).draft;
  assert.deepEqual(
    decisionOf(onBoard(turned)),
    { type: 'turn', cell: 'i7', rotation: 1 },
    'half a turn changes nothing',
  );
  const away = press(onBoard(chosen), 'd4', null).draft;
  assert.deepEqual(decisionOf(onBoard(away)), {
    type: 'relocate',
    from: 'i7',
    to: 'd4',
    rotation: 0,
  });
  assert.deepEqual(press(onBoard(chosen), 'd5', null).ask, {
    type: 'relocate',
    from: 'i7',
    to: 'd5',
    rotation: 0,
  });
});

test('tiles that are not adjacent are exchanged, each with its own rotation', () => {
  const chosen = press(onBoard({}), 'i7', null).draft;
  const swap = press(onBoard(chosen), 'l3', null).draft;
  assert.deepEqual(decisionOf(onBoard(swap)), {
    type: 'exchange',
    a: 'i7',
    rotation_a: 0,
    b: 'l3',
    rotation_b: 0,
  });
  assert.deepEqual(legalOther(onBoard(swap)), [0, 1]);
  const both = turn(onBoard(turn(onBoard(swap), 1)), 1, true);
  assert.deepEqual(decisionOf(onBoard(both)), {
    type: 'exchange',
    a: 'i7',
    rotation_a: 2,
    b: 'l3',
    rotation_b: 1,
  });
});

test('for adjacent tiles the rotation of one limits the other, from either of them', () => {
  const tool = /** @type {const} */ ({ type: 'tile', cell: 'i7' });
  const swap = onBoard({ tool, to: 'j7' });
  assert.deepEqual(legalAt(swap, 'j7'), [0, 2]);
  assert.deepEqual(legalOther(swap), [2]);
  assert.deepEqual(legalOther(onBoard({ tool, to: 'j7', turned: 2 })), [1, 4]);
  const other = onBoard({ tool: { type: 'tile', cell: 'j7' }, to: 'i7', turned: 4 });
  assert.deepEqual(legalAt(other, 'i7'), [1, 2, 4]);
  assert.deepEqual(decisionOf(other), {
    type: 'exchange',
    a: 'j7',
    rotation_a: 4,
    b: 'i7',
    rotation_b: 2,
  });
});

test('a tile that can not be selected shows the reason, and so does one that can only be moved', () => {
  assert.deepEqual(
    whyFixed({ choices: ofBoard }, 'k9').map((one) => one.code),
    ['foreign_tunnel', 'prisoner_on_tile'],
  );
  const pressed = press(onBoard({}), 'k9', null);
  assert.equal(pressed.draft.tool, null);
  assert.deepEqual(
    pressed.why?.map((one) => one.code),
    ['foreign_tunnel', 'prisoner_on_tile'],
  );
  const moves = press(onBoard({}), 'l3', null);
  assert.deepEqual(moves.draft.tool, { type: 'tile', cell: 'l3' });
  assert.deepEqual(
    moves.why?.map((one) => one.code),
    ['occupied_hideout'],
  );
});

test('a draft stays as long as it is still possible', () => {
  const kept = (/** @type {Making} */ one, stockBefore = one.stock) => reconcile(one, stockBefore);
  const placed = { ...stock, to: 'i7', turned: 1 };
  assert.deepEqual(kept(making(ofStock, placed)), { ...NOTHING, ...placed });
  assert.equal(kept(making(ofStock, { ...placed, to: 'k7' })).to, null);
  assert.deepEqual(
    kept(making(ofStock, placed), ['wide_bend']),
    NOTHING,
    'another tile is in its place',
  );
  assert.deepEqual(kept(making(walking, placed, crossing)), NOTHING, 'the tile has been laid');
  const one = { ...making(ofStock), stock: /** @type {const} */ (['straight']) };
  assert.deepEqual(kept(one, []), { ...NOTHING, ...stock }, 'what was drawn is chosen');
  assert.deepEqual(kept(one), NOTHING, 'and nothing that was there before');
  assert.deepEqual(kept(making(ofStock), ['straight']), NOTHING, 'nor what can not be laid');
  const tool = /** @type {const} */ ({ type: 'prisoner', number: 1 });
  assert.deepEqual(kept(walker({ tool, to: 'i7:0' })).to, 'i7:0');
  assert.deepEqual(kept(walker({ tool, to: 'l7:0' })), { ...NOTHING, tool });
  assert.deepEqual(kept(walker({ tool: { type: 'prisoner', number: 7 } })), NOTHING);
});

test('advice is assembled to the same decision, or to one that looks the same', () => {
  /**
   * @type {readonly (readonly [Making, import('../../../../client/protocol.js').SectionXAction, object?])[]}
   */
  const advised = [
    [making(ofStock), { type: 'place', stock: 0, cell: 'j7', rotation: 1 }],
    // A straight tunnel looks the same after half a turn.
    [making(ofStock), { type: 'place', stock: 0, cell: 'i7', rotation: 5 }, { rotation: 2 }],
    [onBoard({}), { type: 'turn', cell: 'i7', rotation: 1 }],
    [onBoard({}), { type: 'relocate', from: 'i7', to: 'd4', rotation: 1 }],
    [onBoard({}), { type: 'exchange', a: 'i7', rotation_a: 2, b: 'l3', rotation_b: 1 }],
    [onBoard({}), { type: 'exchange', a: 'i7', rotation_a: 2, b: 'j7', rotation_b: 4 }],
    [onBoard({}), { type: 'exchange', a: 'j7', rotation_a: 4, b: 'i7', rotation_b: 2 }],
  ];
  for (const [made, action, other = {}] of advised) {
    const draft = draftFor(action, made);
    assert.ok(draft);
    assert.deepEqual(decisionOf({ ...made, draft }), { ...action, ...other });
  }
  assert.equal(draftFor({ type: 'end_turn' }, making(ofStock)), null);
});
