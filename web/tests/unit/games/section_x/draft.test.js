import assert from 'node:assert/strict';
import { test } from 'node:test';

import { middle } from '../../../../client/games/hexes.js';
import {
  decisionOf,
  fightsAt,
  NOTHING,
  reconcile,
  turn,
} from '../../../../client/games/section_x/draft.js';
import { standsOf } from '../../../../client/games/section_x/pieces.js';
import { planOf, rotationsOf } from '../../../../client/games/section_x/plan.js';
import { press } from '../../../../client/games/section_x/press.js';
import { draftFor } from '../../../../client/games/section_x/proposal.js';
import { legalAt, legalOther, rotationOf } from '../../../../client/games/section_x/rotations.js';
import { cellsOf, directs, whyFixed } from '../../../../client/games/section_x/targets.js';
import { byCell, choosing, digit, tiles, viewOf } from './views.js';

/** @import {SectionXChoices, SectionXKind, SectionXView} from '../../../../client/protocol.js' */
/** @import {Draft, Making} from '../../../../client/games/section_x/draft.js' */

/**
 * @param {SectionXChoices} choices
 * @param {Partial<Draft>} [draft]
 * @param {Partial<SectionXView>} [view]
 * @returns {Making}
 */
const making = (choices, draft = {}, view = {}) => ({
  plan: planOf(viewOf({ choices, ...view })),
  choices,
  draft: { ...NOTHING, ...draft },
  stock: /** @type {SectionXKind[]} */ (['straight', 'wide_bend']),
});
const all = [0, 1, 2, 3, 4, 5];
const LENGTHS = [
  { seat: 0, tiles: 1 },
  { seat: 1, tiles: 3 },
];
const ofStock = choosing({
  tile: tiles({
    place: [
      {
        kind: 'straight',
        stock: [0],
        to: byCell({ i7: all, j7: [1, 4] }),
        fights: [
          { cell: 'i7', rotations: digit([1, 4]), lengths: LENGTHS, among: [1] },
          { cell: 'j7', rotations: digit([1]), lengths: LENGTHS, among: [1] },
        ],
      },
      { kind: 'wide_bend', stock: [1], to: byCell({}), fights: [] },
    ],
  }),
  skip_tile: true,
});
const stock = { tool: /** @type {const} */ ({ type: 'stock', at: 0 }) };

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

const walking = choosing({
  steps: [
    {
      prisoners: [0, 1],
      to: [
        { to: 'i7:0', does: null },
        { to: 'm7:0', does: null },
      ],
      barred: [{ to: 'f9:0', why: { code: 'door_blocks', owner: 1 } }],
    },
    {
      prisoners: [5],
      to: [
        { to: 'l7:0', does: null },
        { to: 'l7:1', does: null },
        {
          to: 'green:0',
          does: { takes_zone: true, loses_key: false, ends_round: null, wins: false },
        },
      ],
      barred: [],
    },
  ],
  end_turn: true,
});
const crossing = {
  phase: /** @type {const} */ ({ type: 'act' }),
  tiles: [
    { cell: 'k7', kind: /** @type {const} */ ('straight'), rotation: 0, tunnels: [0] },
    { cell: 'l7', kind: /** @type {const} */ ('two_straights'), rotation: 0, tunnels: [0, 1] },
  ],
  prisoners: [
    ...[0, 1].map((number) => ({ seat: 0, number, at: 'block' })),
    { seat: 0, number: 5, at: 'k7:0' },
  ],
};
const walker = (/** @type {Partial<Draft>} */ draft) => making(walking, draft, crossing);
const finger = (/** @type {{ x: number, y: number }} */ point) => ({ point, reach: 22 });
/** A point in the cell that is near nothing drawn there. */
const nowhere = { point: { x: 900, y: 900 }, reach: 22 };

test('a prisoner is selected by a press on it, and goes where the next press leads', () => {
  const chosen = press(walker({}), 'g7', null).draft;
  assert.deepEqual(chosen.tool, { type: 'prisoner', number: 0 }, 'anywhere on the island');
  const { plan } = walker({});
  assert.deepEqual(press(walker(chosen), 'i7', finger(plan.stand('i7:0'))).send, {
    type: 'step',
    prisoner: 0,
    to: 'i7:0',
  });
  const near = { point: { ...plan.stand('i7:0'), x: plan.stand('i7:0').x + 30 }, reach: 45 };
  assert.equal(press(walker(chosen), 'i7', near).send?.type, 'step', 'as far as a finger covers');
  assert.deepEqual(press(walker(chosen), 'f9', null).why, [{ code: 'door_blocks', owner: 1 }]);
});

test('a step with further effects is selected first, and made by a second press', () => {
  const tool = /** @type {const} */ ({ type: 'prisoner', number: 5 });
  const first = press(walker({ tool }), 'm7', nowhere);
  assert.equal(first.send, undefined);
  assert.equal(first.draft.to, 'green:0');
  assert.deepEqual(decisionOf(walker(first.draft)), {
    type: 'step',
    prisoner: 5,
    to: 'green:0',
  });
  assert.deepEqual(press(walker(first.draft), 'm6', nowhere).send, {
    type: 'step',
    prisoner: 5,
    to: 'green:0',
  });
});

test('the nearest of several tunnels of a tile is meant; by keys they alternate', () => {
  const tool = /** @type {const} */ ({ type: 'prisoner', number: 5 });
  const { plan } = walker({});
  assert.deepEqual(press(walker({ tool }), 'l7', finger(plan.stand('l7:1'))).send, {
    type: 'step',
    prisoner: 5,
    to: 'l7:1',
  });
  assert.deepEqual(press(walker({ tool }), 'l7', finger(plan.stand('l7:0'))).send, {
    type: 'step',
    prisoner: 5,
    to: 'l7:0',
  });
  const once = press(walker({ tool }), 'l7', null);
  assert.deepEqual([once.send, once.draft.to], [undefined, 'l7:0']);
  const twice = press(walker(once.draft), 'l7', null);
  assert.deepEqual([twice.send, twice.draft.to], [undefined, 'l7:1']);
  assert.equal(turn(walker(twice.draft), 1).to, 'green:0');
});

test('by keys a step onto another prisoner comes first, and a second press selects that prisoner', () => {
  const choices = choosing({
    steps: [
      { prisoners: [0], to: [{ to: 'k7:0', does: null }], barred: [] },
      { prisoners: [5], to: [{ to: 'l7:0', does: null }], barred: [] },
    ],
  });
  const one = (/** @type {Partial<Draft>} */ draft) => making(choices, draft, crossing);
  const first = press(one({ tool: { type: 'prisoner', number: 0 } }), 'k7', null);
  assert.deepEqual([first.send, first.draft.to], [undefined, 'k7:0']);
  const second = press(one(first.draft), 'k7', null);
  assert.deepEqual([second.send, second.draft.tool], [undefined, { type: 'prisoner', number: 5 }]);
});

test('a pressed prisoner is selected, regardless of the selection and its steps', () => {
  const hiding = {
    phase: /** @type {const} */ ({ type: 'act' }),
    tiles: [
      { cell: 'k7', kind: /** @type {const} */ ('hide_out_straight'), rotation: 0, tunnels: [0] },
      { cell: 'l7', kind: /** @type {const} */ ('straight'), rotation: 0, tunnels: [0] },
    ],
    prisoners: [
      { seat: 0, number: 2, at: 'k7:0' },
      { seat: 0, number: 3, at: 'k7:0' },
      { seat: 0, number: 4, at: 'l7:0' },
    ],
  };
  const choices = choosing({
    steps: [
      { prisoners: [2, 3], to: [{ to: 'l7:0', does: null }], barred: [] },
      { prisoners: [4], to: [{ to: 'k7:0', does: null }], barred: [] },
    ],
  });
  const one = (/** @type {Partial<Draft>} */ draft) => making(choices, draft, hiding);
  const stands = standsOf(one({}).plan);
  const pressed = (/** @type {number} */ number, /** @type {Partial<Draft>} */ draft = {}) => {
    const at = stands.get(`0 ${number}`) ?? { x: 0, y: 0 };
    return press(one(draft), number === 4 ? 'l7' : 'k7', finger(at));
  };
  for (const number of [2, 3, 4]) {
    assert.deepEqual(pressed(number).draft.tool, { type: 'prisoner', number });
    const another = { tool: /** @type {const} */ ({ type: 'prisoner', number: 4 }) };
    const chosen = pressed(number, another);
    assert.equal(chosen.send, undefined);
    assert.deepEqual(chosen.draft.tool, number === 4 ? null : { type: 'prisoner', number });
  }
});

test('without a selection a press makes the step if only one prisoner can', () => {
  const { plan } = walker({});
  const gone = press(walker({}), 'l7', finger(plan.stand('l7:1')));
  assert.deepEqual(gone.send, { type: 'step', prisoner: 5, to: 'l7:1' });
  assert.equal(gone.draft.tool, null, 'the next may be any');
  const more = press(walker({}), 'm6', finger(middle('m6', 6)));
  assert.deepEqual(
    [more.send, more.draft.to],
    [undefined, 'green:0'],
    'what does more is said first',
  );
  const both = choosing({
    steps: [
      { prisoners: [0], to: [{ to: 'l7:0', does: null }], barred: [] },
      {
        prisoners: [5],
        to: [
          { to: 'l7:0', does: null },
          { to: 'block', does: null },
        ],
        barred: [],
      },
    ],
  });
  const two = making(both, {}, crossing);
  const asked = press(two, 'l7', finger(plan.stand('l7:0')));
  assert.deepEqual([asked.send, asked.which], [undefined, true]);
  assert.ok(
    directs(two).every(({ target }) => target.to !== 'block'),
    'nobody goes back by a slip',
  );
  const onward = { ...two, left: new Map([[0, ['l7:0']]]) };
  assert.deepEqual(
    press(onward, 'l7', finger(plan.stand('l7:0'))).send,
    { type: 'step', prisoner: 5, to: 'l7:0' },
    'who has just come from there is not meant',
  );
  const free = making({ ...both, tile: tiles({}) }, {}, crossing);
  assert.deepEqual(directs(free), [], 'a press could mean the tile');
});

test('doors are placed from the supply, moved on the board, and given up', () => {
  const doors = choosing({
    doors: [
      { from: null, to: ['k7:0', 'l7:1'] },
      { from: 'l7:0', to: ['k7:0'] },
    ],
    end_turn: true,
  });
  const put = press(
    making(doors, { tool: { type: 'door', from: null } }, crossing),
    'k7',
    null,
  ).draft;
  assert.deepEqual(decisionOf(making(doors, put, crossing)), {
    type: 'door',
    from: null,
    to: 'k7:0',
  });
  const lifted = press(making(doors, {}, crossing), 'l7', null).draft;
  assert.deepEqual(lifted.tool, { type: 'door', from: 'l7:0' });
  const nowhere = press(
    making(doors, { tool: { type: 'door', from: 'l7:0' } }, { ...crossing, doors: [] }),
    'k7',
    null,
  ).draft;
  assert.deepEqual(decisionOf(making(doors, nowhere, crossing)), {
    type: 'door',
    from: 'l7:0',
    to: 'k7:0',
  });
  const giving = choosing({ give_door: ['k7:0', 'l7:1'] });
  const given = press(making(giving, {}, crossing), 'l7', null).draft;
  assert.deepEqual(decisionOf(making(giving, given, crossing)), {
    type: 'give_door',
    section: 'l7:1',
  });
});

test('the server is asked about the pressed tunnel if a door can not go there', () => {
  const doors = choosing({ doors: [{ from: null, to: ['k7:0'] }], end_turn: true });
  const one = making(doors, { tool: { type: 'door', from: null } }, crossing);
  assert.deepEqual(press(one, 'l7', finger(one.plan.stand('l7:1'))).ask, {
    type: 'door',
    from: null,
    to: 'l7:1',
  });
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
