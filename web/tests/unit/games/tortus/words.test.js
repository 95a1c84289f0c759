import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
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
  endWords,
  kindWords,
  meetsWords,
  onlyEndsTurn,
  ownerOf,
  sectionOf,
  sentence,
  squareWords,
  tileWords,
  tipWords,
} from '../../../../client/games/tortus/words.js';
import { ACT, board, name, pawns, situation, text, view } from './views.js';

/**
 * @import { TortusEnd, TortusEvent, TortusMeets, TortusTile } from '../../../../client/protocol.js'
 */

const words = { text, name };
const seen = { ...words, facing: PLAIN, marks: new Map() };
const say = (/** @type {TortusEvent} */ event) => sentence(event, words);

test('the log has a sentence for each event', () => {
  assert.equal(
    say({ type: 'opened', rules: 1, first: 1, hands: [], board: [] }),
    'The tiles are dealt. Bruno plays first.',
  );
  assert.match(say({ type: 'redealt', hands: [], board: [] }) ?? '', /dealt again/);
  assert.equal(
    say({ type: 'exchanged', seat: 0, hand: 1, square: 'd4', laid: 'hole', taken: 'star' }),
    'Ana exchanges the hole for the star on d4.',
  );
  assert.equal(say({ type: 'placed', pawn: 7, square: 'c6' }), 'Bruno places a pawn on c6.');
  assert.equal(say({ type: 'turn', seat: 1, actions: 2 }), "It's Bruno's turn.");
  assert.equal(
    say({ type: 'turn', seat: 1, actions: 3 }),
    "It's Bruno's turn, in Pindaíba: one pawn and 3 actions.",
  );
  assert.equal(say({ type: 'rotated', square: 'd3', rotation: 1 }), 'The tile on d3 is rotated.');
  assert.equal(
    say({ type: 'revealed', square: 'd3', tile: 'corner', rotation: 1 }),
    'd3 is opened: corner tile.',
  );
  assert.equal(
    say({
      type: 'swapped',
      seat: 0,
      hand: 0,
      square: 'd3',
      laid: 'double',
      rotation: 2,
      taken: 'knight',
    }),
    'Ana swaps the knight on d3 for: double arrow.',
  );
  assert.equal(say({ type: 'captured', pawn: 5, square: 'd3' }), 'It captures a pawn of Bruno.');
  assert.equal(
    say({ type: 'fell', pawn: 5, square: 'd4', taken: null }),
    'A pawn of Bruno falls into the hole on d4.',
  );
  assert.equal(
    say({ type: 'fell', pawn: 5, square: 'd4', taken: 0 }),
    'A pawn of Bruno falls into the hole on d4. Ana takes the hole and fills the gap.',
  );
  assert.equal(
    say({ type: 'filled', seat: 0, hand: 0, square: 'd4', tile: 'star', rotation: 3 }),
    'Ana fills d4: star.',
  );
  assert.equal(
    say({ type: 'sank', pawn: 0, square: 'd4' }),
    'A pawn of Ana falls into the bottomless pit on d4.',
  );
  assert.equal(
    say({ type: 'misopened', square: 'g5' }),
    "The tile on g5 can't be opened: the attempt costs a pawn.",
  );
  assert.equal(say({ type: 'penalised', pawn: 0 }), 'A pawn of Ana leaves the game.');
  assert.equal(say({ type: 'acted', left: 1 }), 'One action left.');
  assert.equal(say({ type: 'draw_offered', seat: 1 }), 'Bruno offers a draw.');
  assert.equal(say({ type: 'draw_declined', seat: 0 }), 'Ana declines the draw.');
});

test('each kind of pawn movement has a sentence', () => {
  const told = /** @type {const} */ (['move', 'push', 'follow', 'forced']).map((by) =>
    say({ type: 'moved', pawn: 6, from: 'b7', to: 'b6', by }),
  );
  assert.deepEqual(told, [
    'Bruno moves a pawn from b7 to b6.',
    'The pawn of Bruno is pushed from b7 to b6.',
    'The pawn of Bruno follows the tile from b7 to b6.',
    'The pawn of Bruno is pushed on from b7 to b6 to end the action.',
  ]);
});

test('the end of a game states the reason', () => {
  /** @type {[TortusEnd, string][]} */
  const ends = [
    [{ how: 'pit', loser: 0 }, 'A pawn of Ana fell into the bottomless pit.'],
    [{ how: 'no_pawns', loser: 1 }, 'Bruno has no pawn left.'],
    [{ how: 'resigned', loser: 1 }, 'Bruno resigned.'],
    [{ how: 'repetition' }, 'The same position came up for the third time.'],
    [{ how: 'turn_limit' }, 'The game reached its limit of turns.'],
    [{ how: 'agreement' }, 'Both agreed on a draw.'],
  ];
  for (const [end, why] of ends) assert.equal(endWords(end, words), why);
  assert.equal(
    say({ type: 'over', outcome: { places: [2, 1] }, end: { how: 'pit', loser: 0 } }),
    'Bruno wins.',
    'that the pawn fell was told before',
  );
  assert.equal(
    say({ type: 'over', outcome: { places: [1, 1] }, end: { how: 'agreement' } }),
    'Both agreed on a draw. The game is a draw.',
  );
});

test('the pawns in a log have the same numbers as in the game', () => {
  const components = readFileSync(
    new URL('../../../../../server/rules/src/tortus/components.rs', import.meta.url),
    'utf8',
  );
  const each = Number(/^ {4}pawns: (\d+),$/m.exec(components)?.[1]);
  assert.deepEqual([0, each - 1, each, 2 * each - 1].map(ownerOf), [0, 0, 1, 1]);
});

test('a tile is described in its rotation', () => {
  assert.equal(tileWords('straight', 1, seen), 'single arrows pointing right and left');
  assert.equal(tileWords('three', 0, seen), 'single arrows pointing up, right, and down');
  assert.equal(tileWords('triple', 3, seen), 'triple arrow pointing left');
  /** @type {TortusTile[]} */
  const upright = ['knight', 'hole', 'pit'];
  for (const tile of upright) assert.equal(tileWords(tile, 2, seen), kindWords(tile, text));
});

test('squares are described with their tile, copied tile, pawn and the owner of their rows', () => {
  const game = view({
    board: board({ d3: ['star', 1], e3: ['hole', 0], d4: ['corner', 0] }, { d3: 'e3' }),
    pawns: pawns(['a1', 'd4'], ['d4']),
  });
  const said = squareWords(game, 0, seen);
  assert.equal(said.get('a1'), 'a1, closed, your pawn, your rows');
  assert.equal(said.get('b7'), 'b7, closed, rows of Bruno');
  assert.equal(said.get('d3'), 'd3, star, its tip pointing right, copies e3: hole');
  assert.equal(said.get('d4'), 'd4, single arrows pointing up and right, your pawn, pawn of Bruno');
  assert.equal(said.size, 49);
  assert.deepEqual(
    ['a2', 'a3', 'a5', 'a6'].map((square) => sectionOf(game, square)),
    [0, null, null, 1],
  );
});

test('a gap, and a tile that was closed to the end, are described as such', () => {
  const fields = board({});
  Object.assign(fields[0] ?? {}, { open: true });
  Object.assign(fields[1] ?? {}, { tile: 'pit', rotation: 0 });
  const said = squareWords(view({ board: fields, pawns: pawns([], []) }), null, seen);
  assert.equal(said.get('a1'), 'a1, a gap, rows of Ana');
  assert.equal(said.get('b1'), 'b1, never opened: bottomless pit, rows of Ana');
});

test('the result of a move is described for the owner of the pawn', () => {
  const met = (/** @type {TortusMeets} */ meets, pawn = 0) =>
    meetsWords({ square: 'd4', meets }, pawn, view(), 0, words);
  assert.equal(met({ type: 'hole' }), 'd4 is a hole: you would lose this pawn.');
  assert.equal(met({ type: 'hole' }, 5), 'd4 is a hole: the pawn of Bruno falls.');
  assert.equal(met({ type: 'pit' }), 'd4 is the bottomless pit: you would lose the game.');
  assert.equal(met({ type: 'pit' }, 5), 'd4 is the bottomless pit: Bruno would lose the game.');
  assert.equal(
    met({ type: 'pawn', pawn: 5 }),
    'd4: a pawn of Bruno is captured, and you push it on.',
  );
  assert.equal(
    met({ type: 'pawn', pawn: 1 }),
    'd4: your own pawn would be captured, and you would push it on.',
  );
  assert.equal(met({ type: 'closed' }), 'd4 is closed: the pawn stays there.');
  assert.equal(met({ type: 'open' }), 'd4 is open: the pawn may go on from there.');
});

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
  const target = { square: 'd2', meets: { type: /** @type {const} */ ('hole') } };
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

test('each text key in the code of the board exists', () => {
  const folder = new URL('../../../../client/games/tortus/', import.meta.url);
  const sentences = Object.assign(
    {},
    ...['en.json', 'en.story.json'].map((file) =>
      JSON.parse(readFileSync(new URL(`text/${file}`, folder), 'utf8')),
    ),
  );
  const source = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const named = [...source.matchAll(/'(tortus\.[a-z_.]+)'/g)].map(([, key]) => key ?? '');
  assert.ok(named.length > 60, `only ${named.length} keys found`);
  assert.deepEqual(
    named.filter((key) => !(key in sentences)),
    [],
  );
});
