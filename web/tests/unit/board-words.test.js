import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

import { ledOnWords, list, markWords, pathWords, previewWords, sentence, squareWords } from '../../client/js/boards/tsuro/words.js';
import { rimMarks } from '../../client/js/boards/tsuro/geometry.js';
import { panelState } from '../../client/js/boards/tsuro/status.js';
import { OPTIONS_2020 } from './options.js';

/** @import {TsuroEvent, TsuroView, Walk} from '../../client/protocol.js' */

const FILE = new URL('../../client/text/en.tsuro.json', import.meta.url);
/** @type {Record<string, string | Record<string, string>>} */
const SENTENCES = JSON.parse(await readFile(FILE, 'utf8'));
const plural = new Intl.PluralRules('en');

/**
 * Fails where the page would show a key or a placeholder.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 */
function text(key, params = {}) {
  const forms = SENTENCES[key];
  assert.notEqual(forms, undefined, `no text for ${key}`);
  const form = typeof forms === 'object' ? forms[plural.select(Number(params['count']))] : forms;
  return (form ?? '').replace(/\{(\w+)\}/g, (_, name) => {
    assert.ok(name in params, `${key} needs ${name}`);
    return String(params[name]);
  });
}
const name = (/** @type {number} */ seat) => ['Ana', 'Bruno', 'Chloe'][seat] ?? '?';
const say = (/** @type {TsuroEvent} */ event) => sentence(event, { text, name });

/** @param {number} seat @param {Walk['end']} end @returns {Walk} */
const walk = (seat, end) => ({ seat, path: [{ square: 'c3', enter: 7, leave: 2 }], end });

test('the log tells every event in words, or leaves it out', () => {
  assert.equal(say({ type: 'opened', rules: 1, first: 1, hands: [], pile: [] }), 'The tiles are dealt. Bruno plays first.');
  assert.equal(say({ type: 'started', seat: 0, mark: 'c1:0' }), 'Ana starts on the north side, column c, left mark.');
  assert.equal(say({ type: 'resigned', seat: 2 }), 'Chloe resigned.');
  assert.equal(say({ type: 'dragon', holder: 2 }), 'Chloe takes the dragon.');
  assert.equal(say({ type: 'dragon', holder: null }), 'The dragon lies beside the board again.');
  assert.equal(say({ type: 'drew', seat: 0, tile: null }), null);
  assert.equal(say({ type: 'turn', seat: 0 }), null);
  assert.equal(say({ type: 'over', outcome: { places: [2, 1, 3] } }), 'Bruno wins.');
  assert.equal(say({ type: 'over', outcome: { places: [1, 1, 3] } }), 'Ana and Bruno share the win.');
});

test('returned tiles are counted over all hands', () => {
  const hands = [
    { seat: 0, tiles: [null, null] },
    { seat: 1, tiles: [4] },
  ];
  assert.equal(say({ type: 'returned', hands, pile: [] }), 'The pile was shuffled with 3 tiles returned.');
  assert.equal(say({ type: 'returned', hands: [{ seat: 1, tiles: [4] }], pile: [] }), 'The pile was shuffled with one tile returned.');
  assert.equal(say({ type: 'returned', hands: [{ seat: 1, tiles: [] }], pile: [] }), null);
});

test('a placement names who leaves the board, and a collision once', () => {
  const placed = (/** @type {Walk[]} */ ...walks) => say({ type: 'placed', seat: 0, tile: 1, rotation: 0, square: 'c3', walks });
  assert.equal(placed(walk(0, { type: 'stands', at: 'd3:7' })), 'Ana put a tile on c3.');
  assert.equal(
    placed(walk(0, { type: 'stands', at: 'd3:7' }), walk(1, { type: 'edge' })),
    "Ana put a tile on c3. Bruno's path left the board.",
  );
  assert.equal(
    placed(walk(0, { type: 'collision', with: 1 }), walk(1, { type: 'collision', with: 0 })),
    'Ana put a tile on c3. Ana and Bruno ran into each other.',
  );
});

test('a preview speaks to the mover', () => {
  const preview = (/** @type {Walk[]} */ ...walks) => previewWords({ tile: 1, rotation: 0, walks, waits: [] }, 0, text, name);
  assert.equal(
    preview(walk(0, { type: 'stands', at: 'd4:6' }), walk(1, { type: 'edge' })),
    'You go to d4. Bruno leaves the board.',
  );
  assert.equal(preview(walk(0, { type: 'edge' }), walk(2, { type: 'stands', at: 'a1:0' })), 'You leave the board. Chloe goes to a1.');
  assert.equal(
    preview(walk(0, { type: 'collision', with: 1 }), walk(1, { type: 'collision', with: 0 })),
    'You and Bruno run into each other.',
  );
  assert.equal(
    preview(walk(0, { type: 'edge' }), walk(1, { type: 'collision', with: 2 }), walk(2, { type: 'collision', with: 1 })),
    'You leave the board. Bruno and Chloe run into each other.',
  );
});

test('every start mark has words of its own', () => {
  assert.equal(markWords('c1:0', text), 'north side, column c, left mark');
  assert.equal(markWords('c6:4', text), 'south side, column c, right mark');
  assert.equal(markWords('f2:2', text), 'east side, row 2, upper mark');
  assert.equal(markWords('a2:6', text), 'west side, row 2, lower mark');
  assert.equal(new Set(rimMarks(6).map((mark) => markWords(mark, text))).size, 48);
});

/** @type {TsuroView} */
const view = {
  options: OPTIONS_2020,
  acting: 0,
  waiting: null,
  laid_down: 0,
  edge: 6,
  phase: 'placing',
  turn: 1,
  first: 0,
  board: [{ square: 'c1', tile: 5, paths: [[0, 5], [1, 4], [2, 7], [3, 6]], rotation: 0, seat: 0 }],
  markers: [
    { start: 'c1:0', at: 'c2:0', path: [{ square: 'c1', enter: 0, leave: 5 }], out: null },
    { start: 'c1:1', at: 'c2:1', path: [{ square: 'c1', enter: 1, leave: 4 }], out: null },
    { start: 'a3:7', at: 'a3:7', path: [], out: null },
  ],
  hands: [],
  pile: 1,
  dragon_in_play: true,
  dragon: 2,
  choices: null,
  outcome: null,
};

test('squares say whose tile they bear, who crossed them and who faces them', () => {
  const words = squareWords(view, 0, text, name);
  assert.equal(words.size, 36);
  assert.equal(words.get('c1'), 'c1, your tile, crossed by you and Bruno');
  assert.equal(words.get('c2'), 'c2, empty, you face it from the north, Bruno faces it from the north');
  assert.equal(words.get('a3'), 'a3, empty, Chloe faces it from the west');
  assert.equal(words.get('f6'), 'f6, empty');
  assert.equal(squareWords(view, null, text, name).get('c1'), 'c1, tile of Ana, crossed by Ana and Bruno');
});

test('names are joined as one reads them', () => {
  assert.equal(list([], text), '');
  assert.equal(list(['Ana'], text), 'Ana');
  assert.equal(list(['Ana', 'Bruno', 'Chloe'], text), 'Ana, Bruno and Chloe');
});

const situation = { view, own: 1, words: null, chosen: false, ways: 2, mark: null, blocked: false, busy: false, text, name };

test('who has nothing to decide sees whom the game waits for, and no button', () => {
  const state = panelState({ ...situation, own: 0 });
  assert.equal(state.status, 'Bruno is choosing a tile.');
  assert.equal(state.commit, null);
  assert.equal(state.ready, false);
  assert.equal(state.pile, 'One tile in the pile');
  assert.equal(state.dragon, 'Chloe holds the dragon');
  assert.equal(panelState({ ...situation, view: { ...view, dragon_in_play: false } }).dragon, null);
  assert.equal(panelState({ ...situation, view: { ...view, turn: null, phase: 'over' } }).status, 'The game is over.');
});

test('a decision is ready when it is complete and none is on its way', () => {
  /** @type {TsuroView} */
  const placing = { ...view, choices: { type: 'place', square: 'c2', forced: true, placements: [] } };
  const open = { ...situation, view: placing };
  assert.equal(panelState(open).ready, false);
  assert.equal(panelState(open).status, 'Every tile leads you off the board. Your turn: choose a tile.');
  assert.equal(panelState({ ...open, chosen: true }).ready, true);
  assert.equal(panelState({ ...open, chosen: true, busy: true }).ready, false);
  assert.equal(
    panelState({ ...open, chosen: true, words: 'You leave the board.' }).status,
    'Every tile leads you off the board. You leave the board.',
  );
  assert.equal(panelState({ ...open, blocked: true }).tone, 'warn');
});

test('a chosen tile can be turned, and one that can lie in one way only says so', () => {
  /** @type {TsuroView} */
  const placing = { ...view, choices: { type: 'place', square: 'c2', forced: false, placements: [] } };
  const chosen = { ...situation, view: placing, chosen: true, words: 'You go to d4.' };
  assert.equal(panelState({ ...chosen, chosen: false }).turnable, false);
  assert.equal(panelState(chosen).turnable, true);
  assert.equal(panelState({ ...chosen, ways: 1 }).turnable, false);
  assert.equal(panelState(chosen).status, 'You go to d4.');
  assert.equal(panelState({ ...chosen, ways: 1 }).status, 'You go to d4. There is only this way to lay it.');
});

test('a start is ready when a mark is chosen', () => {
  /** @type {TsuroView} */
  const starting = { ...view, phase: 'starting', choices: { type: 'start', marks: ['a1:0'] } };
  assert.equal(panelState({ ...situation, view: starting }).ready, false);
  const state = panelState({ ...situation, view: starting, mark: 'a1:0' });
  assert.equal(state.ready, true);
  assert.equal(state.commit, 'Start here');
  assert.equal(state.status, 'You start on the north side, column a, left mark.');
});

test('each text that the code of the board names exists', async () => {
  const folder = new URL('../../client/js/boards/tsuro/', import.meta.url);
  const files = await readdir(folder);
  const code = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const named = [...code.join('\n').matchAll(/'(tsuro\.[a-z_.]+)'/g)].map((match) => match[1] ?? '');
  assert.ok(named.length > 30);
  for (const key of named) assert.ok(key in SENTENCES, `no text for ${key}`);
});

test('the paths of a tile are said as it is turned, from 1 at the upper left and clockwise', () => {
  const face = /** @type {import('../../client/protocol.js').Face} */ ({
    tile: 0,
    paths: [[0, 3], [1, 2], [4, 7], [5, 6]],
  });
  /** @param {string} key @param {Record<string, string | number>} [values] */
  const said = (key, values = {}) =>
    key === 'tsuro.comma' ? ', ' : `${values['from']}-${values['to']}`;
  assert.equal(pathWords(face, 0, said), '1-4, 2-3, 5-8, 6-7');
  assert.equal(pathWords(face, 1, said), '1-8, 2-7, 3-6, 4-5');
});

test('who is led on by the tile of another is told where to', () => {
  const before = { ...view, board: [], markers: view.markers.map((marker) => ({ ...marker, at: marker.start, path: [] })) };
  assert.equal(ledOnWords(before, view, 1, text), 'Your marker is led on, to c2.');
  assert.equal(ledOnWords(before, view, 0, text), null, 'by a tile of their own');
  assert.equal(ledOnWords(before, view, 2, text), null, 'who stayed');
  assert.equal(ledOnWords(before, view, null, text), null, 'who watches');
  assert.equal(ledOnWords(undefined, view, 1, text), null, 'who has just come');
  assert.equal(ledOnWords(view, view, 1, text), null, 'when nothing was laid');
  const out = view.markers.map((marker) => ({ ...marker, at: null }));
  assert.equal(ledOnWords(before, { ...view, markers: out }, 1, text), null, 'who is out: the log says so');
});
