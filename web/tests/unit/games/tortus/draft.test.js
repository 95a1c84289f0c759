import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  begin,
  decisionOf,
  isAtOnce,
  isPossible,
  NOTHING,
  reconcile,
  rotationOf,
  take,
  tap,
  turned,
  usable,
} from '../../../../client/games/tortus/draft.js';
import { draftFor } from '../../../../client/games/tortus/proposal.js';
import { inLine, isRisk, targetsOf } from '../../../../client/games/tortus/targets.js';
import { ACT, pawns, situation } from './views.js';

/** @import { Draft } from '../../../../client/games/tortus/draft.js' */
/** @import { TortusChoices } from '../../../../client/protocol.js' */

const act = situation({ choices: ACT });
/** @param {readonly string[]} squares @param {Draft} [from] */
const taps = (squares, from = NOTHING) =>
  squares.reduce((draft, square) => tap(act, draft, square), from);

test('a tap on a pawn and one on a target make a move', () => {
  const chosen = taps(['a1']);
  assert.deepEqual([...targetsOf(act, NOTHING)].sort(), ['a1', 'c2']);
  assert.deepEqual([...targetsOf(act, chosen)], ['b1', 'a2']);
  assert.equal(decisionOf(act, chosen), null);
  assert.deepEqual(decisionOf(act, taps(['a1', 'a2'])), { type: 'move', pawn: 0, to: 'a2' });
  assert.deepEqual(
    decisionOf(act, taps(['a1', 'b1'])),
    { type: 'move', pawn: 0, to: 'b1' },
    'it captures, and does not choose the other',
  );
});

test('another pawn can be selected instead, and a tap elsewhere changes nothing', () => {
  assert.equal(taps(['a1', 'c2']).pawn, 2);
  const chosen = taps(['a1']);
  assert.equal(tap(act, chosen, 'g7'), chosen);
});

test('a single tap makes a move, unless it would capture or lose an own pawn', () => {
  assert.equal(isAtOnce(act, taps(['a1', 'a2'])), true);
  assert.equal(isAtOnce(act, taps(['c2', 'b2'])), true);
  assert.equal(isAtOnce(act, taps(['c2', 'd2'])), false, 'a hole');
  assert.equal(isAtOnce(act, taps(['c2', 'c3'])), false, 'the pit');
  assert.equal(isAtOnce(act, taps(['a2'])), false, 'opening');
  assert.equal(isAtOnce(act, taps(['d3'])), false, 'turning');
});

test('an own pawn is captured only after a confirmation, and selected by a second tap', () => {
  assert.equal(isAtOnce(act, taps(['a1', 'b1'])), false);
  const moves = [
    ...ACT.moves,
    { pawn: 1, to: [{ square: 'c1', meets: /** @type {const} */ ({ type: 'closed' }) }] },
  ];
  const game = situation({ choices: { ...ACT, moves } });
  const asked = ['a1', 'b1'].reduce((draft, square) => tap(game, draft, square), NOTHING);
  assert.equal(isAtOnce(game, asked), false);
  assert.deepEqual(decisionOf(game, asked), { type: 'move', pawn: 0, to: 'b1' });
  assert.deepEqual(tap(game, asked, 'b1'), { ...NOTHING, kind: 'move', pawn: 1 });
  // A pawn of the other player is captured by a single tap.
  const theirs = {
    type: /** @type {const} */ ('push'),
    pawn: 0,
    to: [{ square: 'a7', meets: /** @type {const} */ ({ type: 'pawn', pawn: 5 }) }],
  };
  const push = situation({ choices: theirs, phase: { type: 'push', pawn: 0 } });
  assert.equal(isAtOnce(push, tap(push, NOTHING, 'a7')), true);
});

test('a pawn of the other player falls by a single tap', () => {
  /** @type {TortusChoices} */
  const push = {
    type: 'push',
    pawn: 5,
    to: [{ square: 'd4', meets: { type: 'hole', ends: false } }],
  };
  const game = situation({ choices: push, phase: { type: 'push', pawn: 5 } });
  const draft = tap(game, NOTHING, 'd4');
  assert.deepEqual(decisionOf(game, draft), { type: 'push', to: 'd4' });
  assert.equal(isAtOnce(game, draft), true);
  const mine = situation({ choices: { ...push, pawn: 0 }, phase: { type: 'push', pawn: 0 } });
  assert.equal(isAtOnce(mine, tap(mine, NOTHING, 'd4')), false);
});

test('a tap opens a closed tile, and turns an open one', () => {
  assert.deepEqual(decisionOf(act, taps(['c3'])), { type: 'open', square: 'c3' });
  const chosen = taps(['d3']);
  assert.equal(chosen.kind, 'rotate');
  assert.equal(decisionOf(act, chosen), null, 'as it lies it is turned by nothing');
  assert.deepEqual(decisionOf(act, taps(['d3', 'd3', 'd3'])), {
    type: 'rotate',
    square: 'd3',
    rotation: 2,
  });
  assert.equal(decisionOf(act, taps(['d3', 'd3', 'd3', 'd3', 'd3'])), null, 'all the way round');
});

test('after an action is chosen only its squares are targets', () => {
  assert.deepEqual([...targetsOf(act, begin(act, NOTHING, 'open'))], ['a2', 'c3']);
  assert.deepEqual([...targetsOf(act, begin(act, NOTHING, 'rotate'))], ['d3']);
  assert.deepEqual([...targetsOf(act, begin(act, NOTHING, 'swap'))], ['d3']);
  assert.equal(
    begin(act, begin(act, NOTHING, 'open'), 'open'),
    NOTHING,
    'the same one again lets it go',
  );
});

test('a swap takes a tile of the hand and one of the board in either order', () => {
  const handFirst = tap(act, take(act, NOTHING, 2), 'd3');
  const boardFirst = take(act, taps(['d3']), 2);
  for (const draft of [handFirst, boardFirst]) {
    assert.deepEqual(decisionOf(act, draft), {
      type: 'swap',
      square: 'd3',
      hand: 2,
      rotation: 0,
    });
    assert.deepEqual(decisionOf(act, turned(act, draft, -1)), {
      type: 'swap',
      square: 'd3',
      hand: 2,
      rotation: 3,
    });
  }
  assert.equal(
    rotationOf(act, take(act, handFirst, 2)),
    1,
    'the tile of the hand once more turns it',
  );
  assert.equal(rotationOf(act, tap(act, handFirst, 'd3')), 1, 'so does its place');
  assert.equal(take(act, NOTHING, 1), NOTHING, 'a hole is no tile to swap');
});

test('the end of a turn needs a confirmation', () => {
  assert.equal(decisionOf(act, NOTHING), null);
  const end = begin(act, NOTHING, 'end');
  assert.deepEqual(decisionOf(act, end), { type: 'end_turn' });
  assert.equal(isAtOnce(act, end), false);
});

test('holes in the hand are exchanged for open tiles', () => {
  const game = situation({
    choices: { type: 'exchange', hand: [1], squares: ['d3'] },
    phase: { type: 'exchange' },
  });
  const only = reconcile(NOTHING, false, game);
  assert.equal(only.hand, 1, 'the only one is taken already');
  assert.equal(decisionOf(game, only), null);
  assert.deepEqual(decisionOf(game, tap(game, only, 'd3')), {
    type: 'exchange',
    hand: 1,
    square: 'd3',
  });
  const two = situation({ choices: { type: 'exchange', hand: [0, 1], squares: ['d3'] } });
  assert.equal(reconcile(NOTHING, false, two).hand, null);
});

test('a pawn is placed, and can be moved elsewhere before the confirmation', () => {
  const game = situation({
    choices: { type: 'place', squares: ['a1', 'b1'] },
    phase: { type: 'place' },
  });
  const once = tap(game, NOTHING, 'a1');
  assert.deepEqual(decisionOf(game, tap(game, once, 'b1')), { type: 'place', square: 'b1' });
  assert.equal(tap(game, once, 'd4'), once);
  assert.equal(isAtOnce(game, once), false);
});

test('a gap is filled with a tile of the hand in any rotation', () => {
  const game = situation({
    choices: { type: 'fill', square: 'd4', hand: [0, 2] },
    phase: { type: 'fill', seat: 0, square: 'd4' },
  });
  assert.deepEqual(usable(game.view.choices), [0, 2]);
  const chosen = take(game, NOTHING, 0);
  assert.deepEqual(decisionOf(game, tap(game, chosen, 'd4')), {
    type: 'fill',
    hand: 0,
    rotation: 1,
  });
  assert.equal(
    rotationOf(game, take(game, tap(game, chosen, 'd4'), 2)),
    0,
    'another one lies as it comes',
  );
});

test('a pawn to give up is selected, and needs a confirmation', () => {
  const game = situation({
    choices: { type: 'penalty', pawns: [0, 1] },
    phase: { type: 'penalty' },
  });
  const chosen = tap(game, NOTHING, 'b1');
  assert.deepEqual(decisionOf(game, chosen), { type: 'penalty', pawn: 1 });
  assert.equal(isAtOnce(game, chosen), false);
});

test('with a penalty for wrong tiles they can be chosen only after Open was pressed', () => {
  const strict = situation({ choices: ACT, options: { strict_open: true } });
  const opening = begin(strict, NOTHING, 'open');
  const targets = targetsOf(strict, opening);
  assert.equal(targets.has('g5'), true);
  assert.equal(targets.has('d3'), false, 'an open tile');
  assert.equal(targets.has('a1'), false, 'a tile with a pawn');
  assert.equal(tap(strict, NOTHING, 'g5'), NOTHING, 'a slip of the finger costs nothing');
  const right = { type: 'open', square: 'c3' };
  assert.deepEqual(decisionOf(strict, tap(strict, NOTHING, 'c3')), right);
  const wrong = tap(strict, opening, 'g5');
  assert.deepEqual(decisionOf(strict, wrong), { type: 'open', square: 'g5' });
  assert.equal(isRisk(strict, wrong), true);
  assert.equal(isRisk(strict, tap(strict, opening, 'c3')), false);
  assert.equal(isRisk(strict, opening), false, 'nothing is chosen yet');
});

test('the tiles in line are shown only while a wrong one can be chosen', () => {
  const strict = situation({ choices: ACT, options: { strict_open: true } });
  const opening = begin(strict, NOTHING, 'open');
  assert.deepEqual([...inLine(strict, opening)], ['a2', 'c3']);
  assert.equal(inLine(strict, NOTHING).size, 0);
  const lenient = situation({ choices: ACT });
  assert.equal(inLine(lenient, begin(lenient, NOTHING, 'open')).size, 0);
});

test('each player can offer a draw at any time during a game, and only once', () => {
  const waiting = situation({ choices: null, acting: 1, turn: 1 });
  assert.equal(isPossible(waiting, 'draw'), true);
  assert.deepEqual(decisionOf(waiting, begin(waiting, NOTHING, 'draw')), { type: 'draw' });
  assert.equal(isPossible(situation({ draw: 0 }), 'draw'), false);
  assert.equal(isPossible(situation({ draw: 1 }), 'draw'), true, 'to agree');
  assert.equal(isPossible(situation({ phase: { type: 'place' } }), 'draw'), false);
  assert.equal(isPossible(situation({ phase: { type: 'over' }, turn: null }), 'draw'), false);
  assert.equal(isPossible(situation({}, { own: null }), 'draw'), false, 'who watches');
});

test('a draft stays while nothing happens, and is dropped after an event', () => {
  const draft = taps(['a1']);
  assert.equal(reconcile(draft, true, act), draft);
  assert.equal(reconcile(draft, false, act), NOTHING);
  const draw = begin(act, NOTHING, 'draw');
  assert.equal(reconcile(draw, false, act), draw);
  assert.equal(reconcile(draw, false, situation({ phase: { type: 'over' }, turn: null })), NOTHING);
});

test('a player without a decision can not assemble one', () => {
  const waiting = situation({ choices: null, pawns: pawns(['a1'], ['a7']) });
  assert.equal(tap(waiting, NOTHING, 'a1'), NOTHING);
  assert.equal(take(waiting, NOTHING, 0), NOTHING);
  assert.equal(begin(waiting, NOTHING, 'move'), NOTHING);
  assert.equal(turned(waiting, NOTHING, 1), NOTHING);
  assert.equal(decisionOf(waiting, NOTHING), null);
  assert.equal(targetsOf(waiting, NOTHING).size, 0);
});

test('advice is assembled to the same decision', () => {
  const push = { type: /** @type {const} */ ('push'), pawn: 0, to: ACT.moves[0]?.to ?? [] };
  /**
   * @type {readonly (readonly [ReturnType<typeof situation>, import('../../../../client/protocol.js').TortusAction])[]}
   */
  const advised = [
    [act, { type: 'rotate', square: 'd3', rotation: 2 }],
    [act, { type: 'open', square: 'c3' }],
    [act, { type: 'swap', square: 'd3', hand: 2, rotation: 1 }],
    [act, { type: 'move', pawn: 2, to: 'b2' }],
    [act, { type: 'end_turn' }],
    [situation({ choices: push }), { type: 'push', to: 'a2' }],
    [situation({ choices: { ...push, type: 'flow' } }), { type: 'follow', to: 'a2' }],
    [
      situation({ choices: { type: 'fill', square: 'c3', hand: [0, 2] } }),
      { type: 'fill', hand: 2, rotation: 3 },
    ],
    [situation({ choices: { type: 'penalty', pawns: [1] } }), { type: 'penalty', pawn: 1 }],
    [situation({ choices: { type: 'place', squares: ['b1'] } }), { type: 'place', square: 'b1' }],
    [
      situation({ choices: { type: 'exchange', hand: [1], squares: ['d3'] } }),
      { type: 'exchange', hand: 1, square: 'd3' },
    ],
  ];
  for (const [game, action] of advised) {
    const draft = draftFor(action);
    assert.ok(draft);
    assert.deepEqual(decisionOf(game, draft), action);
  }
  assert.equal(draftFor({ type: 'stop' }), null);
});
