import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rimMarks } from '../../../../client/games/tsuro/geometry.js';
import {
  ending,
  ledOnWords,
  list,
  markWords,
  pathWords,
  previewWords,
  sentence,
  shortMark,
  squareWords,
} from '../../../../client/games/tsuro/words.js';
import { expectEachKey } from '../sentences.js';
import { name, SENTENCES, text, view, walk } from './views.js';

/**
 * @import {TsuroEvent, TsuroView, Walk} from '../../../../client/protocol.js'
 */

const say = (/** @type {TsuroEvent} */ event) => sentence(event, { text, name });

test('the log has a sentence for each event, or omits it', () => {
  assert.equal(
    say({ type: 'opened', rules: 1, first: 1, hands: [], pile: [] }),
    'The tiles are dealt. Bruno plays first.',
  );
  assert.equal(
    say({ type: 'started', seat: 0, mark: 'c1:0' }),
    'Ana starts on the top edge, c, left.',
  );
  assert.equal(say({ type: 'resigned', seat: 2 }), 'Chloe resigned.');
  assert.equal(say({ type: 'dragon', holder: 2 }), 'Chloe takes the dragon.');
  assert.equal(say({ type: 'dragon', holder: null }), 'The dragon goes back to its place.');
  assert.equal(say({ type: 'drew', seat: 0, tile: null }), null);
  assert.equal(say({ type: 'turn', seat: 0 }), null);
  assert.equal(say({ type: 'over', outcome: { places: [2, 1, 3] } }), 'Bruno wins.');
  assert.equal(
    say({ type: 'over', outcome: { places: [1, 1, 3] } }),
    'Ana and Bruno share the win.',
  );
});

test('the log reveals only the public part of paths and swaps', () => {
  assert.equal(
    say({ type: 'chose', seat: 0, mark: 'c1:0' }),
    'Ana sets out from the top edge, c, left.',
  );
  assert.equal(
    say({ type: 'laid', seat: 0, tile: 4, rotation: 0, square: 'c1', waits: [1, 2] }),
    'A tile of Ana waits for c1: Bruno and Chloe must choose their paths first.',
  );
  assert.equal(
    say({ type: 'bonus', seat: 0, from: [1, 2] }),
    'Ana may swap tiles with Bruno and Chloe.',
  );
  assert.equal(
    say({ type: 'swapped', seat: 0, give: [null, null], take: [null, null] }),
    'Ana swaps 2 tiles.',
  );
  assert.equal(say({ type: 'swapped', seat: 0, give: [3], take: [4] }), 'Ana swaps one tile.');
  assert.equal(say({ type: 'swapped', seat: 0, give: [], take: [] }), 'Ana swaps no tiles.');
});

test('returned tiles are counted over all hands', () => {
  const hands = [
    { seat: 0, tiles: [null, null] },
    { seat: 1, tiles: [4] },
  ];
  assert.equal(
    say({ type: 'returned', hands, pile: [] }),
    'The pile was shuffled with 3 tiles returned.',
  );
  assert.equal(
    say({ type: 'returned', hands: [{ seat: 1, tiles: [4] }], pile: [] }),
    'The pile was shuffled with one tile returned.',
  );
  assert.equal(say({ type: 'returned', hands: [{ seat: 1, tiles: [] }], pile: [] }), null);
});

test('a placement names the players who leave the board, and a collision once', () => {
  const placed = (/** @type {Walk[]} */ ...walks) =>
    say({ type: 'placed', seat: 0, tile: 1, rotation: 0, square: 'c3', walks });
  assert.equal(placed(walk(0, { type: 'stands', at: 'd3:7' })), 'Ana played c3.');
  assert.equal(
    placed(walk(0, { type: 'stands', at: 'd3:7' }), walk(1, { type: 'edge' })),
    'Ana played c3. Bruno is out.',
  );
  assert.equal(
    placed(walk(0, { type: 'collision', with: 1 }), walk(1, { type: 'collision', with: 0 })),
    'Ana played c3. Ana and Bruno ran into each other.',
  );
});

test('a preview addresses the player who moves', () => {
  const preview = (/** @type {Walk[]} */ ...walks) =>
    previewWords({ walks, waits: [] }, 0, text, name);
  assert.equal(
    preview(walk(0, { type: 'stands', at: 'd4:6' }), walk(1, { type: 'edge' })),
    'You end up at d4. Bruno leaves the board.',
  );
  assert.equal(
    preview(walk(0, { type: 'edge' }), walk(2, { type: 'stands', at: 'a1:0' })),
    'You leave the board. Chloe ends up at a1.',
  );
  assert.equal(
    preview(walk(0, { type: 'collision', with: 1 }), walk(1, { type: 'collision', with: 0 })),
    'You and Bruno run into each other.',
  );
  assert.equal(
    preview(
      walk(0, { type: 'edge' }),
      walk(1, { type: 'collision', with: 2 }),
      walk(2, { type: 'collision', with: 1 }),
    ),
    'You leave the board. Bruno and Chloe run into each other.',
  );
});

test('every start mark has a description of its own', () => {
  assert.equal(markWords('c1:0', text), 'top edge, column c, left mark');
  assert.equal(markWords('c6:4', text), 'bottom edge, column c, right mark');
  assert.equal(markWords('f2:2', text), 'right edge, row 2, upper mark');
  assert.equal(markWords('a2:6', text), 'left edge, row 2, lower mark');
  assert.equal(new Set(rimMarks(6).map((mark) => markWords(mark, text))).size, 48);
  assert.equal(shortMark('c1:0', text), 'top edge, c, left');
  assert.equal(shortMark('a2:6', text), 'left edge, 2, lower');
  assert.equal(new Set(rimMarks(6).map((mark) => shortMark(mark, text))).size, 48);
});

test('squares are described with the owner of their tile, and the players who crossed or face them', () => {
  const words = squareWords(view, 0, text, name);
  assert.equal(words.size, 36);
  assert.equal(words.get('c1'), 'c1, your tile, crossed by you and Bruno');
  assert.equal(
    words.get('c2'),
    'c2, empty, you face it from the north, Bruno faces it from the north',
  );
  assert.equal(words.get('a3'), 'a3, empty, Chloe faces it from the west');
  assert.equal(words.get('f6'), 'f6, empty');
  assert.equal(
    squareWords(view, null, text, name).get('c1'),
    'c1, tile of Ana, crossed by Ana and Bruno',
  );
});

test('the description of a square mentions a waiting tile', () => {
  const waiting = {
    square: 'a3',
    tile: 5,
    rotation: 0,
    seat: 0,
  };
  const words = squareWords(
    { ...view, waiting: /** @type {TsuroView['waiting']} */ (waiting) },
    2,
    text,
    name,
  );
  assert.equal(words.get('a3'), 'a3, a tile of Ana waits to be entered, you face it from the west');
});

test('names are joined as a list', () => {
  assert.equal(list([], text), '');
  assert.equal(list(['Ana'], text), 'Ana');
  assert.equal(list(['Ana', 'Bruno', 'Chloe'], text), 'Ana, Bruno and Chloe');
});

test('each text key in the code of the board exists', () => {
  expectEachKey('tsuro', SENTENCES, 30);
});

test('the paths of a tile are described in its rotation, from 1 at the upper left and clockwise', () => {
  const face = /** @type {import('../../../../client/protocol.js').Face} */ ({
    tile: 0,
    paths: [
      [0, 3],
      [1, 2],
      [4, 7],
      [5, 6],
    ],
  });
  /** @param {string} key @param {Record<string, string | number>} [values] */
  const said = (key, values = {}) =>
    key === 'tsuro.comma' ? ', ' : `${values['from']}-${values['to']}`;
  assert.equal(pathWords(face, 0, said), '1-4, 2-3, 5-8, 6-7');
  assert.equal(pathWords(face, 1, said), '1-8, 2-7, 3-6, 4-5');
});

test('a player whose marker was moved by the tile of another learns its new place', () => {
  const before = {
    ...view,
    board: [],
    markers: view.markers.map((marker) => ({ ...marker, path: [] })),
  };
  assert.equal(ledOnWords(before, view, 1, text), 'Your marker was moved on to c2.');
  assert.equal(ledOnWords(before, view, 0, text), null, 'by a tile of their own');
  assert.equal(ledOnWords(before, view, 2, text), null, 'who stayed');
  assert.equal(ledOnWords(before, view, null, text), null, 'who watches');
  assert.equal(ledOnWords(undefined, view, 1, text), null, 'who has just come');
  assert.equal(ledOnWords(view, view, 1, text), null, 'when nothing was laid');
  /** @type {TsuroView['markers']} */
  const out = view.markers.map((marker) => ({ ...marker, out: { how: 'edge', after: 1 } }));
  assert.equal(
    ledOnWords(before, { ...view, markers: out }, 1, text),
    null,
    'who is out: the log says so',
  );
});

test('the end of a game is explained', () => {
  /**
   * @param {number[]} places
   * @param {(null | { how: string, after: number })[]} outs
   */
  const why = (places, outs) =>
    ending(/** @type {any} */ ({ outcome: { places }, markers: outs.map((out) => ({ out })) }), {
      text,
      name: (seat) => ['Ana', 'Bo', 'Cleo'][seat] ?? '',
    }).why;
  const [off, later] = [
    { how: 'edge', after: 3 },
    { how: 'edge', after: 9 },
  ];
  assert.equal(why([1, 2], [null, off]), 'Last one standing.');
  assert.equal(why([1, 2], [null, { how: 'resigned', after: 4 }]), 'Bo resigned.');
  assert.equal(why([1, 2, 3], [null, { how: 'resigned', after: 9 }, off]), 'Last one standing.');
  assert.equal(why([1, 1, 3], [later, later, off]), 'They left the board in the same move.');
  assert.match(why([1, 1, 3], [null, null, off]) ?? '', /^All tiles are on the board/);
});
