import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAIN } from '../../../../client/games/tortus/facing.js';
import {
  endWords,
  kindWords,
  meetsWords,
  ownerOf,
  sectionOf,
  sentence,
  squareWords,
  tileWords,
} from '../../../../client/games/tortus/words.js';
import { expectEachKey, read, sentencesOf } from '../sentences.js';
import { board, name, pawns, text, view } from './views.js';

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
  const components = read('../../server/rules/src/tortus/components.rs');
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
  assert.equal(met({ type: 'hole', ends: false }), 'd4 is a hole: you would lose this pawn.');
  assert.equal(met({ type: 'hole', ends: false }, 5), 'd4 is a hole: the pawn of Bruno falls.');
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

test('each text key in the code of the board exists', () => {
  const texts = ['en.json', 'en.story.json'].map((file) => `games/tortus/text/${file}`);
  expectEachKey('tortus', sentencesOf(...texts), 60);
});
