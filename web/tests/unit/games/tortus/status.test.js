import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triedAt, triedSo } from '../../../../client/games/tortus/asking.js';
import { begin, NOTHING, take, tap } from '../../../../client/games/tortus/draft.js';
import { Facing, PLAIN } from '../../../../client/games/tortus/facing.js';
import { stepsOf } from '../../../../client/games/tortus/plan.js';
import { later } from '../../../../client/games/tortus/proposal.js';
import {
  cardsOf,
  draftWords,
  lookedWords,
  panelState,
  whyNotPossible,
} from '../../../../client/games/tortus/status.js';
import {
  onlyEndsTurn,
  squareWords,
  tileWords,
  tipWords,
} from '../../../../client/games/tortus/words.js';
import { ACT, board, name, pawns, situation, text, view } from './views.js';

/**
 * @import { TortusEvent } from '../../../../client/protocol.js'
 */

const words = { text, name };
const seen = { ...words, facing: PLAIN, marks: new Map() };

test('a spectator or waiting player sees whose turn it is, and has no button', () => {
  const waiting = panelState(
    situation({ acting: 1, phase: { type: 'fill', seat: 1, square: 'd4' } }),
  );
  assert.equal(waiting.status, 'Bruno fills a gap.');
  assert.equal(waiting.tone, 'calm');
  assert.deepEqual([waiting.commit, waiting.end], [null, null]);
  const over = panelState(
    situation({ acting: null, turn: null, phase: { type: 'over' } }, { own: null }),
  );
  assert.equal(over.status, 'The game is over.');
  assert.deepEqual([over.seated, over.draw, over.actions], [false, null, null]);
});

test('every phase has a sentence for those who wait', () => {
  /** @type {import('../../../../client/protocol.js').TortusPhase[]} */
  const phases = [
    { type: 'exchange' },
    { type: 'place' },
    { type: 'act' },
    { type: 'push', pawn: 0 },
    { type: 'flow', pawn: 0 },
    { type: 'fill', seat: 1, square: 'd4' },
    { type: 'penalty' },
  ];
  for (const phase of phases)
    assert.match(panelState(situation({ acting: 1, phase })).status, /^Bruno /);
});

test('the status names the remaining actions, and Pindaíba', () => {
  const turn = panelState(situation({ choices: ACT }));
  assert.equal(turn.status, '2 actions left. Move a pawn, or rotate, open or swap a tile.');
  assert.equal(turn.end, 'End turn');
  assert.deepEqual(
    turn.kinds.map(({ possible }) => possible),
    [true, true, true, true],
  );
  const last = panelState(situation({ choices: ACT, actions: 3 }));
  assert.match(last.status, /^Pindaíba: 3 actions left\./);
  const none = panelState(situation({ choices: { ...ACT, swap: [] } }));
  assert.deepEqual(
    none.kinds.map(({ possible }) => possible),
    [true, true, true, false],
  );
});

test('the assembled decision is described step by step, and a loss in another tone', () => {
  const act = situation({ choices: ACT });
  const steps = (/** @type {import('../../../../client/games/tortus/draft.js').Draft} */ draft) =>
    draftWords({ ...act, draft });
  assert.equal(steps(NOTHING), null);
  assert.equal(
    steps(begin(act, NOTHING, 'open')),
    'Choose a closed tile in a row or column of one of your pawns.',
  );
  assert.equal(steps(tap(act, NOTHING, 'c3')), 'Open the tile on c3? Everyone will see it.');
  assert.equal(steps(tap(act, NOTHING, 'd3')), 'd3: rotate the tile as you like.');
  assert.equal(
    steps(tap(act, tap(act, NOTHING, 'd3'), 'd3')),
    'd3 becomes: single arrows pointing right and left.',
  );
  assert.equal(
    steps(tap(act, take(act, NOTHING, 0), 'd3')),
    'd3 becomes: double arrow pointing up.',
  );
  assert.equal(steps(begin(act, NOTHING, 'end')), 'You still have 2 actions. End the turn?');
  const grave = tap(act, tap(act, NOTHING, 'c2'), 'd2');
  assert.equal(steps(grave), 'd2 is a hole: you would lose this pawn.');
  const state = panelState({ ...act, draft: grave });
  assert.deepEqual([state.tone, state.commit, state.ready], ['warn', 'Lose this pawn', true]);
  assert.equal(panelState({ ...act, draft: grave, busy: true }).ready, false);
});

test('a tile that works the same in each rotation is described as such', () => {
  const act = situation({ choices: { ...ACT, rotate: [{ square: 'd4', rotations: [1, 2, 3] }] } });
  const draft = tap(act, NOTHING, 'd4');
  assert.equal(draftWords({ ...act, draft }), 'd4: hole. It works the same whichever way it lies.');
});

test('while the end of a turn is being confirmed, only the confirm button is there', () => {
  const act = situation({ choices: ACT });
  const { commit, ready, end } = panelState({ ...act, draft: begin(act, NOTHING, 'end') });
  assert.deepEqual([commit, ready, end], ['End turn', true, null]);
});

test('a square under the cursor is described with what the selected pawn would meet there', () => {
  const act = situation({ choices: ACT });
  const draft = tap(act, NOTHING, 'c2');
  assert.equal(
    lookedWords({ ...act, draft, looked: 'c3' }),
    'c3 is the bottomless pit: you would lose the game.',
  );
  assert.equal(panelState({ ...act, draft, looked: 'c3' }).tone, 'warn');
  assert.equal(lookedWords({ ...act, draft, looked: 'g7' }), null);
  assert.equal(lookedWords({ ...act, looked: 'c3' }), null, 'without a pawn');
});

test('a push and a flow ask for a target, and a flow can stop', () => {
  const flow = panelState(
    situation({ choices: { type: 'flow', pawn: 0, to: [] }, phase: { type: 'flow', pawn: 0 } }),
  );
  assert.equal(flow.status, 'Your pawn on a1 may follow the tile under it: choose where, or stop.');
  assert.equal(flow.end, 'Stop here');
  const push = panelState(
    situation({ choices: { type: 'push', pawn: 5, to: [] }, phase: { type: 'push', pawn: 5 } }),
  );
  assert.equal(push.status, "You hit Bruno's pawn on a7. Where do you push it?");
  assert.equal(push.end, null);
});

test('an offered draw is shown, and can be accepted', () => {
  const offered = panelState(situation({ choices: ACT, draw: 1 }));
  assert.match(offered.status, /^Bruno offers a draw\. 2 actions left\./);
  assert.deepEqual([offered.draw, offered.drawable], ['Agree to a draw', true]);
  const own = panelState(situation({ choices: ACT, draw: 0 }));
  assert.deepEqual([own.draw, own.drawable], ['Draw offered', false]);
  const declined = panelState(situation({ choices: ACT, draw: 0, declined: true }));
  assert.deepEqual([declined.draw, declined.drawable], ['Draw declined', false]);
  const answered = panelState(situation({ choices: ACT, draw: 1, declined: true }));
  assert.deepEqual([answered.draw, answered.drawable], ['Offer a draw', true]);
  assert.match(answered.status, /^2 actions left\./);
});

test('the tiles of a hand are described as known to all or unusable', () => {
  const cards = cardsOf(situation({ choices: ACT }));
  assert.deepEqual(
    cards.map(({ label }) => label),
    [
      'Tile 1 of 3: double arrow pointing up',
      'Tile 2 of 3: hole, known to everyone',
      'Tile 3 of 3: knight, known to everyone',
    ],
  );
  assert.deepEqual(
    cards.map(({ blocked }) => blocked !== null),
    [false, true, false],
  );
  assert.equal(cardsOf(situation({}, { own: null })).length, 0);
});

test('tiles are described from the point of view of the viewer', () => {
  const turned = { ...seen, facing: new Facing(7, true) };
  assert.equal(tileWords('corner', 0, turned), 'single arrows pointing right and down');
  const [card] = cardsOf(situation({ choices: ACT }, { facing: turned.facing }));
  assert.equal(card?.rotation, 2, 'a hand looks as it would on the board');
});

test('a square is described with the action of the marked turn', () => {
  const marks = new Map([
    ['d3', { square: 'd3', deed: /** @type {const} */ ('rotated'), seat: 1 }],
    ['c3', { square: 'c3', deed: /** @type {const} */ ('filled'), seat: 0 }],
  ]);
  const said = squareWords(view({ board: board({ d3: ['knight', 0] }) }), 0, { ...seen, marks });
  assert.match(said.get('d3') ?? '', /^d3, knight.*, rotated by Bruno$/);
  assert.match(said.get('c3') ?? '', /, filled by you$/);
});

test('the tip of a square describes its tile and what a pawn would meet', () => {
  const game = situation(
    { choices: ACT, board: board({ d2: ['hole', 0] }), pawns: pawns(['a1', 'b1', 'd1'], []) },
    { draft: { ...NOTHING, kind: 'move', pawn: 2 } },
  );
  const target = { square: 'd2', meets: { type: /** @type {const} */ ('hole'), ends: false } };
  assert.equal(tipWords('d2', target, game), 'd2, hole. d2 is a hole: you would lose this pawn.');
  assert.equal(tipWords('a2', null, game), 'a2. Closed: a pawn that comes here stops.');
  assert.equal(tipWords('z9', null, game), '', 'beside the board nothing');
});

test('an impossible action has a reason, or the server is asked', () => {
  const act = situation({ choices: { ...ACT, swap: [] } });
  assert.match(whyNotPossible(act, 'swap'), /^There is nothing to swap/);
  assert.equal(whyNotPossible(situation({}), 'move'), 'It is not your turn.');
  const pushing = situation({
    choices: { type: 'push', pawn: 5, to: [] },
    phase: { type: 'push', pawn: 5 },
  });
  assert.match(whyNotPossible(pushing, 'rotate'), /Where do you push it/);
  assert.equal(panelState({ ...act, told: 'No.' }).status, 'No.');
  assert.equal(panelState({ ...act, told: 'No.' }).tone, 'warn');
  const [, hole] = cardsOf(situation({ choices: ACT }));
  assert.equal(hole?.blocked, 'A hole or the pit can never be laid again. Choose another tile.');

  const standing = situation({ choices: ACT, pawns: pawns(['a1', 'b1', 'd1'], ['c5']) });
  const moving = { ...NOTHING, kind: /** @type {const} */ ('move'), pawn: 0 };
  assert.deepEqual(triedAt(standing, moving, 'e5'), { type: 'move', pawn: 0, to: 'e5' });
  assert.deepEqual(triedAt(standing, NOTHING, 'c5'), { type: 'move', pawn: 5, to: 'c5' });
  assert.equal(triedAt(situation({}), NOTHING, 'c5'), null, 'out of turn nothing is tried');
  const placing = situation({ choices: { type: 'place', squares: ['a1'] } });
  assert.deepEqual(triedAt(placing, NOTHING, 'd4'), { type: 'place', square: 'd4' });
});

test('a wrong closed tile may cost a pawn, so it is never tried just to ask', () => {
  const opening = { ...NOTHING, kind: /** @type {const} */ ('open') };
  const game = (/** @type {boolean} */ strict) =>
    situation({
      choices: ACT,
      options: { strict_open: strict },
      board: board({ d3: ['four', 0] }),
      pawns: pawns(['a1'], ['c5']),
    });
  for (const draft of [opening, NOTHING]) {
    for (const { square } of game(true).view.board) {
      const tried = triedAt(game(true), draft, square);
      if (tried?.type !== 'open') continue;
      assert.ok(['d3', 'a1', 'c5'].includes(square), `${square} is closed and free`);
    }
  }
  assert.deepEqual(triedAt(game(true), opening, 'd3'), { type: 'open', square: 'd3' });
  assert.deepEqual(triedAt(game(false), opening, 'f6'), { type: 'open', square: 'f6' });
  // Turning a tile to its present rotation changes nothing. Any other rotation would.
  const so = { ...NOTHING, kind: /** @type {const} */ ('rotate'), square: 'd3' };
  assert.deepEqual(triedSo(game(true), so), { type: 'rotate', square: 'd3', rotation: 0 });
  assert.equal(triedSo(game(true), { ...so, rotation: 1 }), null);
});

test('the button to open a wrong tile names the risk', () => {
  const strict = situation({ choices: ACT, options: { strict_open: true } });
  const opening = begin(strict, NOTHING, 'open');
  const wrong = panelState({ ...strict, draft: tap(strict, opening, 'g5') });
  assert.deepEqual([wrong.commit, wrong.risk, wrong.tone], ['Open it (risk)', true, 'warn']);
  assert.match(wrong.status, /in line with g5.*you lose a pawn/);
  const right = panelState({ ...strict, draft: tap(strict, opening, 'c3') });
  assert.deepEqual([right.commit, right.risk, right.tone], ['Open it', false, 'act']);
});

test('the end of a turn is told from an action that ends it too', () => {
  /** @type {TortusEvent} */
  const turn = { type: 'turn', seat: 1, actions: 2 };
  assert.equal(onlyEndsTurn([turn]), true);
  assert.equal(onlyEndsTurn([{ type: 'rotated', square: 'd4', rotation: 1 }, turn]), false);
  assert.equal(onlyEndsTurn([{ type: 'acted', left: 1 }]), false);
});

test('the rest of a proposed turn is described in a few words', () => {
  /** @type {import('../../../../client/protocol.js').TortusAction[]} */
  const rest = [
    { type: 'push', to: 'c3' },
    { type: 'follow', to: 'c5' },
    { type: 'stop' },
    { type: 'swap', square: 'd4', hand: 1, rotation: 2 },
    { type: 'end_turn' },
  ];
  assert.deepEqual(
    rest.map((action) => later(action, words)),
    ['push to c3', 'on to c5', 'stop', 'swap d4', 'end turn'],
  );
  assert.equal(later({ type: 'resign' }, words), null);
  assert.deepEqual(stepsOf(rest), [
    { square: 'c3', number: 2 },
    { square: 'c5', number: 3 },
    { square: 'd4', number: 5 },
  ]);
});

test('the numbers of pawns are described in words', () => {
  const { pawns: counted } = panelState(
    situation({ choices: ACT, pawns: pawns(['a1'], ['a7', 'b7']) }),
  );
  assert.deepEqual(
    counted.map((one) => one.words),
    ['Ana: one pawn', 'Bruno: 2 pawns'],
  );
  assert.deepEqual(counted[0]?.lost, [false, true, true, true, true]);
});
