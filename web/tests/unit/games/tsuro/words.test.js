import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { NOTHING } from '../../../../client/games/tsuro/draft.js';
import { rimMarks } from '../../../../client/games/tsuro/geometry.js';
import { noteOf } from '../../../../client/games/tsuro/note.js';
import { draftWords, panelState, previewOf } from '../../../../client/games/tsuro/status.js';
import {
  ending,
  ledOnWords,
  list,
  markWords,
  pathName,
  pathWords,
  previewWords,
  sentence,
  shortMark,
  squareWords,
} from '../../../../client/games/tsuro/words.js';
import { OPTIONS_2020, OPTIONS_LEAFLET } from './options.js';

/**
 * @import {AnyEvent, Colour, TsuroChoices, TsuroEvent, TsuroView, Walk} from '../../../../client/protocol.js'
 */
/** @import {Situation} from '../../../../client/games/tsuro/status.js' */

const FOLDER = new URL('../../../../client/games/tsuro/text/', import.meta.url);
/** @type {Record<string, string | Record<string, string>>} */
const SENTENCES = Object.assign(
  {},
  ...(await Promise.all(
    ['en.json', 'en.story.json'].map(async (file) =>
      JSON.parse(await readFile(new URL(file, FOLDER), 'utf8')),
    ),
  )),
);
const plural = new Intl.PluralRules('en');

/**
 * Returns a sentence. It fails where the page would show a key or a placeholder.
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
  board: [
    {
      square: 'c1',
      tile: 5,
      rotation: 0,
      seat: 0,
    },
  ],
  markers: [
    { start: 'c1:0', path: [5], out: null, place: null },
    { start: 'c1:1', path: [4], out: null, place: null },
    { start: 'a3:7', path: [], out: null, place: null },
  ],
  hands: [],
  pile: 1,
  dragon_in_play: true,
  dragon: 2,
  choices: null,
  outcome: null,
};

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

const bent = /** @type {const} */ ({
  tile: 7,
  paths: [
    [0, 1],
    [2, 4],
    [3, 7],
    [5, 6],
  ],
});
const held = {
  key: '7',
  face: /** @type {import('../../../../client/protocol.js').Face} */ (
    /** @type {unknown} */ (bent)
  ),
};
/** @type {Situation} */
const situation = {
  view,
  own: 1,
  hand: [held],
  draft: NOTHING,
  inView: null,
  blocked: false,
  busy: false,
  events: [],
  text,
  name,
  colour: () => /** @type {Colour} */ ('red'),
};
/** @param {TsuroChoices} choices @param {Partial<TsuroView>} [more] @returns {Situation} */
const asked = (choices, more = {}) => ({ ...situation, view: { ...view, choices, ...more } });
const chosen = { draft: { ...NOTHING, tile: '7' }, inView: held };

test('a player without a decision sees whose turn it is, and no button', () => {
  const state = panelState({ ...situation, view: { ...view, acting: 1 }, own: 0 });
  assert.equal(state.status, 'Bruno is choosing a tile.');
  assert.equal(state.commit, null);
  assert.equal(state.ready, false);
  assert.equal(state.pile, 'One tile in the pile');
  assert.deepEqual(state.dragon, { words: 'Chloe holds the dragon', where: 'held' });
  assert.equal(state.laidDown, null);
  assert.equal(panelState({ ...situation, view: { ...view, dragon_in_play: false } }).dragon, null);
  const said = (/** @type {Partial<TsuroView>} */ more) =>
    panelState({ ...situation, view: { ...view, ...more } }).status;
  assert.equal(said({ phase: 'choosing', acting: 2 }), 'Chloe is choosing a path.');
  assert.equal(said({ phase: 'bonus', acting: 0 }), 'Ana may swap tiles with players who are out.');
  assert.equal(said({ acting: null, phase: 'over' }), 'The game is over.');
});

test('a dragon without an owner is shown where the rules put it', () => {
  const state = (/** @type {TsuroView['options']} */ options) =>
    panelState({ ...situation, view: { ...view, options, dragon: null, laid_down: 2 } });
  assert.deepEqual(state(OPTIONS_2020).dragon, {
    words: 'The dragon is beside the board',
    where: 'beside',
  });
  assert.deepEqual(state(OPTIONS_LEAFLET).dragon, {
    words: 'The dragon is under the pile',
    where: 'under',
  });
  assert.equal(state(OPTIONS_LEAFLET).laidDown, '2 tiles are laid down');
});

/** @param {number[]} rotations @param {Walk['end']} [end] @returns {TsuroChoices} */
const placing = (rotations, end = { type: 'edge' }) => ({
  type: 'place',
  square: 'c2',
  forced: end.type === 'edge',
  placements: rotations.map((rotation) => ({
    tile: 7,
    rotation,
    walks: [walk(1, end)],
    waits: [],
  })),
});

test('a decision is ready when it is complete and none is pending', () => {
  const open = asked(placing([0, 1]));
  assert.equal(panelState(open).ready, false);
  assert.equal(panelState(open).status, 'Every tile takes you off. Choose a tile.');
  assert.equal(panelState(open).tone, 'warn');
  assert.equal(panelState({ ...open, ...chosen }).ready, true);
  assert.equal(panelState({ ...open, ...chosen, busy: true }).ready, false);
  assert.equal(
    panelState({ ...open, ...chosen }).status,
    'Every tile takes you off. You leave the board.',
  );
  assert.equal(panelState({ ...open, ...chosen }).tone, 'act');
  assert.equal(panelState({ ...open, blocked: true }).tone, 'warn');
});

test('a selected tile can be turned, and one that fits in only one way is described as such', () => {
  const many = asked(placing([0, 1], { type: 'stands', at: 'd4:6' }));
  const one = asked(placing([1], { type: 'stands', at: 'd4:6' }));
  assert.equal(panelState(many).turnable, false);
  assert.equal(panelState({ ...many, ...chosen }).turnable, true);
  assert.equal(panelState({ ...one, ...chosen }).turnable, false);
  assert.equal(panelState({ ...many, ...chosen }).status, 'You end up at d4.');
  assert.equal(
    panelState({ ...one, ...chosen }).status,
    'You end up at d4. It only fits this way.',
  );
});

test('the turn stays visible beside the preview', () => {
  const open = asked(placing([0, 1], { type: 'stands', at: 'd4:6' }));
  assert.equal(panelState(open).lead, 'Your turn');
  assert.equal(panelState({ ...open, ...chosen }).lead, 'Your turn');
  assert.equal(panelState({ ...situation, view: { ...view, acting: 0 } }).lead, null);
});

test('a tile that is selected out of turn is previewed where it would be laid', () => {
  const waits = { ...situation, ...chosen, view: { ...view, choices: null, acting: 0 } };
  const preview = previewOf({ ...waits, draft: { ...waits.draft, turned: { 7: 2 } } });
  assert.equal(preview?.square, 'c2');
  assert.equal(preview?.tile?.rotation, 2);
  assert.deepEqual(
    [preview?.walks, preview?.chosen],
    [[], false],
    'where it leads is not foreseen',
  );
  assert.equal(panelState(waits).status, 'Ana is choosing a tile. Your tile is ready for c2.');
  assert.equal(previewOf({ ...waits, own: null }), null);
  const markers = view.markers.map((marker) => ({ ...marker, out: null, start: null, path: [] }));
  assert.equal(
    previewOf({ ...waits, view: { ...waits.view, markers } }),
    null,
    'nobody has started',
  );
});

test('the pile and the dragon are explained once, for as many turns as there are players', () => {
  const dealt = { type: 'opened', rules: 1, first: 0, hands: [], pile: [null, null] };
  const turn = { type: 'turn', seat: 0 };
  const drew = { type: 'drew', seat: 0, tile: null };
  /** @param {object[]} all @param {Partial<TsuroView>} [more] @param {number | null} [own] */
  const note = (all, more = {}, own = 0) =>
    noteOf(
      { ...view, ...more },
      /** @type {AnyEvent[]} */ (all.map((event) => ({ game: 'tsuro', ...event }))),
      own,
      { text, name },
    )?.words ?? null;
  const empty = [dealt, turn, drew, turn, drew];
  assert.equal(note([dealt, turn, drew]), null);
  assert.match(note(empty) ?? '', /^The pile is empty. Whoever should draw next takes the dragon/);
  assert.match(note([...empty, turn, turn]) ?? '', /^The pile is empty/);
  assert.equal(note([...empty, turn, turn, turn]), null, 'three play, and each has had a turn');
  assert.match(note(empty, { dragon_in_play: false }) ?? '', /play on with the tiles you hold/);
  const taken = [...empty, { type: 'dragon', holder: 2 }];
  assert.match(note(taken) ?? '', /^Chloe couldn't draw and took the dragon/);
  assert.match(note(taken, {}, 2) ?? '', /^You couldn't draw/);
  assert.equal(note(taken, { phase: 'over' }), null);
  const later = [...taken, turn, turn, turn, { type: 'dragon', holder: null }];
  assert.equal(note([...later, { type: 'dragon', holder: 1 }]), null, 'a second time it is known');
  const older = { ...view.options, dragon: /** @type {const} */ ('2005') };
  assert.match(note(taken, { options: older }) ?? '', /goes back under the pile/);
  assert.equal(note([turn, drew]), null, 'what was in the pile is not known any more');
});

test('players who leave the board together share a sentence', () => {
  const all = [walk(0, { type: 'edge' }), walk(1, { type: 'edge' }), walk(2, { type: 'edge' })];
  assert.equal(
    previewWords({ walks: all, waits: [] }, 0, text, name),
    'You leave the board. Bruno and Chloe leave the board.',
  );
});

test('a start is ready when a mark is selected, and the arrow buttons move around the rim', () => {
  const starting = asked({ type: 'start', marks: ['a1:0'] }, { phase: 'starting' });
  assert.equal(panelState(starting).ready, false);
  const state = panelState({ ...starting, draft: { ...NOTHING, mark: 'a1:0' } });
  assert.deepEqual(
    [state.ready, state.commit, state.turns, state.turnable],
    [true, 'Start here', 'mark', true],
  );
  assert.equal(state.status, 'You start on the top edge, a, left.');
  const sides = asked(
    { type: 'start', marks: ['a1:01'] },
    { phase: 'starting', options: OPTIONS_LEAFLET },
  );
  assert.equal(panelState(sides).status, 'Pick a side to start from.');
  assert.equal(
    panelState({ ...sides, draft: { ...NOTHING, mark: 'a1:01' } }).status,
    'You start on the top edge, a.',
  );
});

test('before two paths both are named, and the taken one is shown', () => {
  const walks = (/** @type {Walk['end']} */ end) => ({ walks: [walk(1, end)], waits: [2] });
  const forked = asked({
    type: 'place',
    square: 'a3',
    forced: false,
    placements: [
      { tile: 7, rotation: 0, port: 7, ...walks({ type: 'edge' }) },
      { tile: 7, rotation: 0, port: 6, ...walks({ type: 'stands', at: 'b3:7' }) },
    ],
  });
  const state = panelState({ ...forked, ...chosen });
  assert.deepEqual(
    state.fork?.ways.map((way) => [way.label, way.chosen]),
    [
      ['Upper path', true],
      ['Lower path', false],
    ],
  );
  assert.equal(panelState(forked).fork, null, 'nothing is chosen yet');
  assert.equal(
    draftWords({ ...forked, ...chosen }),
    'Upper path: You leave the board. First Chloe must choose a path.',
  );
  const preview = previewOf({ ...forked, ...chosen });
  assert.deepEqual(preview?.walks[0]?.end, { type: 'edge' });
  assert.deepEqual(preview?.other?.end, { type: 'stands', at: 'b3:7' });
  assert.deepEqual(preview?.ports, [
    { port: 7, chosen: true },
    { port: 6, chosen: false },
  ]);
  assert.deepEqual(
    [0, 1, 4, 5].map((port) => pathName(port, text)),
    ['Left path', 'Right path', 'Right path', 'Left path'],
  );
});

test('before a tile of another player both paths describe their ends', () => {
  const waiting = /** @type {TsuroView['waiting']} */ ({
    ...bent,
    square: 'a3',
    rotation: 1,
    seat: 0,
  });
  const paths = /** @type {Extract<TsuroChoices, { type: 'path' }>['paths']} */ ([
    { port: 7, walks: [walk(1, { type: 'edge' })], waits: [] },
    { port: 6, walks: [walk(1, { type: 'stands', at: 'b3:7' })], waits: [] },
  ]);
  const open = asked({ type: 'path', paths }, { phase: 'choosing', waiting });
  const before = panelState(open);
  assert.equal(before.status, 'Ana laid a tile before you: choose your path.');
  assert.deepEqual(
    before.fork?.ways.map((way) => way.words),
    ['You leave the board.', 'You end up at b3.'],
  );
  assert.deepEqual(
    [before.commit, before.ready, before.turnable],
    ['Take this path', false, false],
  );
  assert.equal(draftWords(open), before.status);
  assert.deepEqual(previewOf(open)?.walks, []);
  const after = { ...open, draft: { ...NOTHING, port: 6 } };
  assert.deepEqual(
    [panelState(after).ready, panelState(after).status],
    [true, 'You end up at b3.'],
  );
  assert.deepEqual(previewOf(after)?.other?.end, { type: 'edge' });
});

test('a swap names the missing tiles until it is even', () => {
  const open = asked(
    { type: 'swap', offers: [{ seat: 2, tiles: [held.face, held.face] }] },
    { phase: 'bonus' },
  );
  const state = (/** @type {string[]} */ give, /** @type {string[]} */ take) => {
    const { status, offer, commit } = panelState({
      ...open,
      draft: { ...NOTHING, give, take },
    });
    assert.equal(commit, null, 'a swap has buttons of its own');
    return [status, offer?.ready];
  };
  assert.deepEqual(state([], []), [
    'You may swap tiles: choose what to give and what to take.',
    false,
  ]);
  assert.deepEqual(state(['7'], []), ['Choose one more tile to take.', false]);
  assert.deepEqual(state([], ['2:7', '2:7+1']), ['Choose 2 more tiles to give.', false]);
  assert.deepEqual(state(['7'], ['2:7+1']), ['One tile for another.', true]);
  assert.deepEqual(
    panelState(open).offer?.offers.map((offer) => offer.name),
    ['Chloe'],
  );
});

test('each text key in the code of the board exists', async () => {
  const folder = new URL('../../../../client/games/tsuro/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const code = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const named = [...code.join('\n').matchAll(/'(tsuro\.[a-z_.]+)'/g)].map(
    (match) => match[1] ?? '',
  );
  assert.ok(named.length > 30);
  for (const key of named) assert.ok(key in SENTENCES, `no text for ${key}`);
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
