import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Facing } from '../../../../client/games/tortus/facing.js';
import { actionsOf } from '../../../../client/games/tortus/last-turn.js';
import { previewOf } from '../../../../client/games/tortus/preview.js';
import { SHELLS, shellOf, variantOf } from '../../../../client/games/tortus/shell.js';
import { chainOf, stakeAt, winningSquare } from '../../../../client/games/tortus/stakes.js';
import { pointedBy } from '../../../../client/games/tortus/star.js';
import { panelState } from '../../../../client/games/tortus/status.js';
import { ACT, board, situation } from './views.js';

/** @import { AnyEvent, TortusChoices } from '../../../../client/protocol.js' */

const MOVE = { kind: /** @type {const} */ ('move'), square: null, hand: null, rotation: null };

test('a fall of an own pawn is a loss, and into the pit or of the last pawn the defeat', () => {
  const at = situation({ choices: ACT });
  const draft = { ...MOVE, pawn: 2 };
  assert.equal(stakeAt(at, draft, 'd2'), 'loss');
  assert.equal(stakeAt(at, draft, 'c3'), 'defeat');
  assert.equal(stakeAt(at, draft, 'b2'), null, 'an open tile');
  assert.equal(stakeAt(at, draft, 'g7'), null, 'not in reach');
  assert.equal(winningSquare(at, draft), null);
  /** @type {TortusChoices} */
  const flow = {
    type: 'flow',
    pawn: 2,
    to: [{ square: 'd2', meets: { type: 'hole', ends: true } }],
  };
  const last = situation({ choices: flow, phase: { type: 'flow', pawn: 2 } });
  assert.equal(stakeAt(last, draft, 'd2'), 'defeat');
  assert.equal(panelState({ ...at, draft: { ...draft, square: 'd2' } }).commit, 'Lose this pawn');
  assert.equal(panelState({ ...at, draft: { ...draft, square: 'c3' } }).commit, 'Lose the game');
});

test('a fall of a pawn of the other player is announced, and a victory first of all', () => {
  /** @type {TortusChoices} */
  const choices = {
    type: 'push',
    pawn: 5,
    to: [
      { square: 'b7', meets: { type: 'hole', ends: false } },
      { square: 'a6', meets: { type: 'pit' } },
    ],
  };
  const phase = { type: /** @type {const} */ ('push'), pawn: 5 };
  const at = situation({ choices, phase });
  assert.equal(stakeAt(at, at.draft, 'b7'), 'fall');
  assert.equal(stakeAt(at, at.draft, 'a6'), 'win');
  assert.equal(winningSquare(at, at.draft), 'a6');
  assert.match(panelState(at).status, /^LETHAL! A fall on a6 wins\. You hit Bruno's pawn/);
  const { targets } = previewOf(at);
  assert.deepEqual(
    targets.map(({ stake, costs }) => [stake, costs]),
    [
      ['fall', false],
      ['win', false],
    ],
  );
  // A proposed move is confirmed with a button that says what it does.
  assert.equal(panelState({ ...at, draft: { ...at.draft, square: 'b7' } }).commit, 'Drop it in');
});

test('the captures of an action are counted', () => {
  const act = { type: /** @type {const} */ ('act') };
  const step = (/** @type {number} */ pawn) => ({ pawn, from: 'a1', to: 'a2' });
  assert.equal(chainOf({ steps: [], phase: act }), 0);
  assert.equal(chainOf({ steps: [step(0), step(0)], phase: { type: 'flow', pawn: 0 } }), 0);
  assert.equal(chainOf({ steps: [step(0)], phase: { type: 'push', pawn: 5 } }), 1);
  assert.equal(chainOf({ steps: [step(0), step(5)], phase: { type: 'flow', pawn: 5 } }), 1);
  assert.equal(chainOf({ steps: [step(0), step(5)], phase: { type: 'push', pawn: 6 } }), 2);
});

test('the tip of a drafted star is followed to an open tile', () => {
  const open = board(
    { d3: ['star', 0], d2: ['hole', 0], e3: ['knight', 0], c3: ['star', 0] },
    { c3: 'd2' },
  );
  const to = (/** @type {number} */ rotation) =>
    pointedBy({ square: 'd3', lying: { tile: 'star', rotation } }, { board: open });
  assert.deepEqual([to(0)?.square, to(0)?.hole?.tile], ['d2', 'hole']);
  assert.deepEqual([to(1)?.square, to(1)?.hole], ['e3', null]);
  assert.equal(to(2), null, 'a closed tile');
  assert.deepEqual([to(3)?.square, to(3)?.hole?.tile], ['c3', 'hole'], 'a star that is a hole');
  const off = { square: 'a1', lying: { tile: /** @type {const} */ ('star'), rotation: 0 } };
  assert.equal(pointedBy(off, { board: open }), null, 'off the board');
  const choices = { ...ACT, rotate: [{ square: 'd3', rotations: [0, 1, 3] }] };
  const view = { board: board({ d3: ['star', 2], d2: ['hole', 0] }), choices };
  const draft = { ...MOVE, kind: /** @type {const} */ ('rotate'), pawn: null, square: 'd3' };
  const state = panelState(situation(view, { draft: { ...draft, rotation: 0 } }));
  assert.match(state.status, /its tip points at the hole on d2/);
  assert.equal(state.tone, 'warn');
});

test('the tip of a star is the same square from both sides of the board', () => {
  const view = { board: board({ d3: ['star', 2], d2: ['hole', 0] }), choices: ACT };
  const draft = { ...MOVE, kind: /** @type {const} */ ('rotate'), pawn: null, square: 'd3' };
  for (const facing of [new Facing(7, false), new Facing(7, true)]) {
    const at = situation(view, { facing, draft: { ...draft, rotation: 0 } });
    assert.equal(previewOf(at).points?.square, 'd2');
  }
});

test('a turn knows the number of actions that it began with', () => {
  const turn = (/** @type {number} */ actions) =>
    /** @type {AnyEvent} */ ({ game: 'tortus', type: 'turn', seat: 0, actions });
  assert.equal(actionsOf([]), 0);
  assert.equal(actionsOf([turn(3), turn(2)]), 2);
  const state = panelState(situation({ actions: 1 }, { begun: 3 }));
  assert.deepEqual([state.actions?.left, state.actions?.begun], [1, 3]);
  assert.equal(panelState(situation({ actions: 3 }, { begun: 0 })).actions?.begun, 3, 'unknown');
});

test('a decision can be taken back only where the room allows it', () => {
  assert.equal(panelState(situation({ turn: 0 })).undo, false);
  assert.equal(panelState(situation({ turn: 0 }, { takeBack: 1 })).undo, true);
  assert.equal(panelState(situation({ turn: 1 }, { takeBack: 1 })).undo, false);
  assert.equal(panelState(situation({ turn: 0 }, { takeBack: 1, busy: true })).undo, false);
});

test('there are four shells, and all are used', () => {
  const squares = Array.from(
    { length: 49 },
    (_, at) => `${'abcdefg'[at % 7]}${1 + Math.floor(at / 7)}`,
  );
  assert.equal(new Set(squares.map(variantOf)).size, SHELLS);
  const drawn = Array.from({ length: SHELLS }, (_, at) => JSON.stringify(shellOf(at)));
  assert.equal(new Set(drawn).size, SHELLS);
  for (const one of drawn) assert.doesNotMatch(one, /NaN|undefined/);
  assert.equal(shellOf(SHELLS + 1), shellOf(1), 'drawn once');
});
