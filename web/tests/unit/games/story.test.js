/** Tests of the sentences that sum up turns. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { areaNear, story as ofSectionX } from '../../../client/games/section_x/story.js';
import { story as ofTortus } from '../../../client/games/tortus/story.js';
import { story as ofTsuro } from '../../../client/games/tsuro/story.js';
import { createText } from '../../../client/lib/text.js';

const sentences = Object.assign(
  {},
  ...['tsuro', 'tortus', 'section_x'].map((kind) =>
    JSON.parse(
      readFileSync(
        new URL(`../../../client/games/${kind}/text/en.story.json`, import.meta.url),
        'utf8',
      ),
    ),
  ),
);
const NAMES = ['Ana', 'Minho', 'Lima', 'Ave'];
const words = {
  text: createText(sentences, 'en'),
  name: (/** @type {number} */ seat) => NAMES[seat] ?? '',
};
/** @param {number} seat @param {...object} events @returns {any} */
const turn = (seat, ...events) => ({ seat, events });

/** @param {any[]} events @param {number | null} [own] */
const tortus = (events, own = 0) =>
  ofTortus([turn(1, ...events)], /** @type {any} */ (null), own, words);
const moved = (/** @type {string} */ from, /** @type {string} */ to, by = 'push') => ({
  ...{ type: 'moved', pawn: 7, from, to, by },
});
const fell = (/** @type {number} */ pawn, /** @type {string} */ square) => ({
  ...{ type: 'fell', pawn, square, taken: null },
});

test('the pawns that fell come first, and the way to there is left out', () => {
  assert.equal(
    tortus([moved('a1', 'a2', 'move'), moved('a2', 'c4'), fell(0, 'c4'), fell(3, 'd4')]),
    'Minho pushed 2 of your pawns into holes, on c4 and d4.',
  );
  assert.equal(tortus([fell(2, 'c4')]), 'Minho pushed your pawn into the hole on c4.');
  assert.equal(tortus([fell(6, 'c4')]), 'Minho lost a pawn in the hole on c4.');
  assert.equal(
    tortus([fell(2, 'c4')], null),
    'Minho pushed a pawn of Ana into the hole on c4.',
    'for a spectator',
  );
  assert.equal(
    tortus([{ type: 'sank', pawn: 1, square: 'd4' }]),
    'Minho pushed your pawn into the pit on d4.',
  );
});

test('a turn without a fall is told by its actions', () => {
  assert.equal(tortus([moved('b2', 'b3', 'move')]), 'Minho moved a pawn from b2 to b3.');
  assert.equal(
    tortus([moved('b2', 'b3', 'move'), moved('b3', 'b4'), moved('b4', 'b5')]),
    'Minho moved a pawn from b2 and pushed 2 times.',
  );
  assert.equal(
    tortus([moved('b2', 'b3', 'move'), moved('c2', 'c3', 'move')]),
    'Minho made 2 moves, the last one to c3.',
  );
  assert.equal(
    tortus([
      { type: 'rotated', square: 'd4' },
      { type: 'revealed', square: 'e4' },
    ]),
    'Minho rotated the tile on d4. Minho opened the tile on e4.',
  );
  assert.equal(tortus([{ type: 'acted', left: 0 }]), '');
});

const areas = [{ cells: ['m7', 'm8'] }, { cells: ['j13', 'k13'] }, { cells: ['a4', 'a5'] }];
const view = /** @type {any} */ ({ radius: 6, areas });
/** @param {any[]} events @param {number | null} [own] */
const sectionX = (events, own = 0) => ofSectionX([turn(1, ...events)], view, own, words);
const stepped = (/** @type {string} */ to, prisoner = 0) => ({
  ...{ type: 'stepped', seat: 1, prisoner, from: 'block', to },
});

test('a turn of Section X is one sentence with the direction and the steps', () => {
  const placed = { type: 'placed', seat: 1, cell: 'k7' };
  assert.equal(areaNear('k7', view), 0);
  assert.equal(
    sectionX([{ type: 'drew' }, placed, stepped('i7:0'), stepped('k7:0')]),
    'Minho dug towards Lantern Point and moved 2 steps.',
  );
  assert.equal(
    sectionX([placed, stepped('k7:0')]),
    'Minho dug towards Lantern Point and moved 1 step.',
  );
  assert.equal(
    sectionX([placed, { type: 'door_put', seat: 1, from: null, to: 'k7:0' }]),
    'Minho dug towards Lantern Point and placed a door on k7.',
  );
  assert.equal(
    sectionX([{ type: 'relocated', from: 'd2', to: 'e7' }]),
    'Minho moved the tile on d2 to e7.',
  );
  assert.equal(sectionX([{ type: 'skipped' }]), 'Minho used no tile and moved nobody.');
});

test('every sentence about a turn of Section X exists', () => {
  for (const tile of ['dug', 'moved', 'swapped', 'turned', 'none'])
    for (const act of ['alone', 'door', 'walked'])
      assert.ok(`section_x.story.${tile}.${act}` in sentences, `${tile} ${act}`);
});

test('prisoners on green, lost doors and a collapse have sentences of their own', () => {
  assert.equal(
    sectionX([stepped('green:0', 1), stepped('green:0', 2)]),
    'Minho moved 2 steps. 2 prisoners of Minho have reached the green.',
  );
  const fought = { type: 'fought', kept: 1, back: [{ seat: 0, at: 'k7:0' }] };
  assert.match(sectionX([fought]), /You lost the door on k7\.$/);
  const collapsed = {
    type: 'collapsed',
    lost: [
      { seat: 0, number: 1 },
      { seat: 2, number: 1 },
    ],
  };
  assert.match(sectionX([collapsed]), /The tunnels collapsed, and you lost a prisoner\.$/);
  assert.match(sectionX([collapsed], 1), /The tunnels collapsed\.$/);
});

/** @param {number} seat @param {any[]} walks */
const laid = (seat, walks) => turn(seat, { type: 'placed', seat, square: 'c4', walks });
const stands = { type: 'stands', at: 'c4' };
/** @param {...any} turns */
const tsuro = (...turns) => ofTsuro(turns, /** @type {any} */ (null), 0, words);

test('the turns of Tsuro are told by what they did to the viewer', () => {
  assert.equal(tsuro(laid(1, [])), 'Minho laid a tile on c4.');
  assert.equal(
    tsuro(laid(1, []), laid(2, [])),
    'The others laid 2 tiles, and your marker stayed where it was.',
  );
  assert.equal(
    tsuro(laid(1, []), laid(2, [{ seat: 0, path: [{}, {}], end: stands }])),
    'Lima moved your marker on by 2 squares.',
  );
  const out = [
    { seat: 3, path: [{}], end: { type: 'edge' } },
    { seat: 1, path: [{}], end: { type: 'collision', with: 3 } },
  ];
  assert.equal(tsuro(laid(2, out)), 'Ave and Minho are out.');
  assert.equal(tsuro(turn(1, { type: 'started' })), '');
});
