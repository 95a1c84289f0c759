import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOTHING, reconcile } from '../../../../client/games/section_x/draft.js';
import { furtherOf } from '../../../../client/games/section_x/further.js';
import { joiningCells } from '../../../../client/games/section_x/joins.js';
import { planOf } from '../../../../client/games/section_x/plan.js';
import { press } from '../../../../client/games/section_x/press.js';
import { cellsOf, directs, modesOf } from '../../../../client/games/section_x/targets.js';
import { byCell, CELLS, choosing, digit, tiles, viewOf } from './views.js';

/** @import {SectionXChoices, SectionXView} from '../../../../client/protocol.js' */
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
  stock: ['straight'],
});
const ALL = [0, 1, 2, 3, 4, 5];
const everywhere = Object.fromEntries(CELLS.map((cell) => [cell, ALL]));
/** Two straight tiles to the east of the island, and a loose one. @type {Partial<SectionXView>} */
const dug = {
  tiles: [
    { cell: 'i7', kind: 'straight', rotation: 0, tunnels: [0] },
    { cell: 'j7', kind: 'straight', rotation: 0, tunnels: [0] },
    { cell: 'd4', kind: 'straight', rotation: 0, tunnels: [1] },
  ],
  tunnels: [0, 1].map(() => ({ owner: null, tiles: 1 })),
};
const onBoard = choosing({
  tile: tiles({
    moves: [
      { cell: 'j7', to: byCell({ d5: ALL, d4: ALL }), fights: [] },
      { cell: 'd4', to: byCell({ j7: ALL }), fights: [] },
    ],
    turn: [
      { cell: 'i7', rotations: digit([1, 2]) },
      { cell: 'j7', rotations: digit([1]) },
    ],
  }),
  skip_tile: true,
});

test('a tile is emphasised where it meets the island, a green area or an opening', () => {
  const place = choosing({
    tile: tiles({
      place: [{ kind: 'straight', stock: [0], to: byCell(everywhere), fights: [] }],
    }),
  });
  const one = making(place, { tool: { type: 'stock', at: 0 } }, dug);
  const joining = joiningCells(one);
  assert.ok(cellsOf(one).length > 90);
  assert.ok(joining.size < 60, `${joining.size}`);
  assert.ok(joining.has('h5'), 'beside the island');
  assert.ok(joining.has('k7'), 'at the end of a tunnel');
  assert.ok(joining.has('l7'), 'beside a green area');
  assert.ok(!joining.has('k5'), 'beside nothing');
  assert.ok(!joining.has('j6'), 'beside the wall of a tunnel');
});

test('an action shows the tiles that it can be done with, and the next press stays within it', () => {
  assert.deepEqual(modesOf(making(onBoard, {}, dug)), {
    place: false,
    move: true,
    swap: true,
    turn: true,
    walk: false,
    door: false,
  });
  const cells = (/** @type {Draft['mode']} */ mode) => cellsOf(making(onBoard, { mode }, dug));
  assert.deepEqual(cells('move'), ['j7']);
  assert.deepEqual(cells('swap'), ['j7', 'd4']);
  assert.deepEqual(cells('turn'), ['i7', 'j7']);

  const moving = press(making(onBoard, { mode: 'move' }, dug), 'j7', null).draft;
  assert.deepEqual(moving.tool, { type: 'tile', cell: 'j7' });
  assert.deepEqual(cellsOf(making(onBoard, moving, dug)), ['d5']);
  const swapping = press(making(onBoard, { mode: 'swap' }, dug), 'j7', null).draft;
  assert.deepEqual(cellsOf(making(onBoard, swapping, dug)), ['d4']);
  const turning = press(making(onBoard, { mode: 'turn' }, dug), 'i7', null).draft;
  assert.equal(turning.to, 'i7', 'the first press rotates');
  assert.equal(press(making(onBoard, { mode: 'turn' }, dug), 'd4', null).draft.tool, null);
});

test('an action that can not be continued ends with the choices', () => {
  const draft = { ...NOTHING, mode: /** @type {const} */ ('move') };
  assert.equal(reconcile(making(onBoard, draft, dug), ['straight']).mode, 'move');
  assert.equal(reconcile(making(choosing({}), draft, dug), ['straight']).mode, null);
});

test('where the order is free, prisoners walk after the action has been begun', () => {
  const free = {
    ...onBoard,
    steps: [{ prisoners: [0], to: [{ to: 'i7:0', does: null }], barred: [] }],
  };
  assert.deepEqual(directs(making(free, {}, dug)), []);
  const walking = making(free, { mode: 'walk' }, dug);
  assert.equal(directs(walking).length, 1);
  const at = walking.plan.stand('i7:0');
  assert.deepEqual(press(walking, 'i7', { point: at, reach: 22 }).send, {
    type: 'step',
    prisoner: 0,
    to: 'i7:0',
  });
});

const doors = choosing({
  doors: [{ from: null, to: ['i7:0'] }],
  steps: [{ prisoners: [0], to: [{ to: 'i7:0', does: null }], barred: [] }],
  end_turn: true,
});

test('a whole tile takes a door, and a press on a prisoner does not end the choice', () => {
  const tool = /** @type {const} */ ({ type: 'door', from: null });
  const prisoners = [{ seat: 0, number: 0, at: 'j7:0' }];
  const placing = making(doors, { tool }, { ...dug, prisoners });
  const onTile = press(placing, 'i7', { point: { x: 150, y: 30 }, reach: 1 });
  assert.equal(onTile.draft.to, 'i7:0');
  const onPrisoner = press(placing, 'j7', { point: placing.plan.stand('j7:0'), reach: 22 });
  assert.deepEqual(onPrisoner.draft.tool, tool);
  assert.deepEqual(onPrisoner.ask, { type: 'door', from: null, to: 'j7:0' });
});

test('a finger that could mean several tunnels of a tile is asked which', () => {
  const crossing = {
    tiles: [{ cell: 'i7', kind: /** @type {const} */ ('two_bends'), rotation: 0, tunnels: [0, 1] }],
    tunnels: [0, 1].map(() => ({ owner: null, tiles: 1 })),
  };
  const two = choosing({ doors: [{ from: null, to: ['i7:0', 'i7:1'] }], end_turn: true });
  const tool = /** @type {const} */ ({ type: 'door', from: null });
  const placing = making(two, { tool }, crossing);
  const finger = { point: placing.plan.door('i7:1'), reach: 40, blunt: true };
  const asked = press(placing, 'i7', finger).draft;
  assert.equal(asked.at, 'i7');
  assert.equal(asked.to, null);
  const answered = press(making(two, asked, crossing), 'i7', finger).draft;
  assert.equal(answered.to, 'i7:1');
  assert.equal(answered.at, null);
  const mouse = { point: placing.plan.door('i7:0'), reach: 22 };
  assert.equal(press(placing, 'i7', mouse).draft.to, 'i7:0', 'a mouse can aim');
});

test('the place beyond the next one asks for both steps', () => {
  const steps = choosing({
    steps: [{ prisoners: [0], to: [{ to: 'i7:0', does: null }], barred: [] }],
  });
  const one = making(steps, {}, dug);
  assert.deepEqual(furtherOf(one), [{ to: 'j7:0', over: 'i7:0', prisoner: 0 }]);
  const pressed = press(one, 'j7', { point: one.plan.stand('j7:0'), reach: 22 });
  assert.deepEqual(pressed.send, { type: 'step', prisoner: 0, to: 'i7:0' });
  assert.deepEqual(pressed.after, { type: 'step', prisoner: 0, to: 'j7:0' });

  const none = (/** @type {Partial<SectionXView>} */ view) =>
    assert.deepEqual(furtherOf(making(steps, {}, { ...dug, ...view })), []);
  none({ steps_left: 1 });
  none({ prisoners: [{ seat: 1, number: 0, at: 'j7:0' }] });
  none({ doors: [{ seat: 1, at: 'j7:0' }] });
  none({ done: { drew: true, tile: true, steps: [1, 0, 0, 0, 0, 0, 0, 0], door: false } });
});
