import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING } from '../../../../client/games/tsuro/draft.js';
import { noteOf } from '../../../../client/games/tsuro/note.js';
import { draftWords, panelState, previewOf } from '../../../../client/games/tsuro/status.js';
import { pathName, previewWords } from '../../../../client/games/tsuro/words.js';
import { OPTIONS_2020, OPTIONS_LEAFLET } from './options.js';
import { bent, name, text, view, walk } from './views.js';

/**
 * @import {AnyEvent, Colour, TsuroChoices, TsuroView, Walk} from '../../../../client/protocol.js'
 */
/** @import {Situation} from '../../../../client/games/tsuro/status.js' */

/** @type {Situation} */
const situation = {
  view,
  own: 1,
  hand: [bent],
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
const chosen = { draft: { ...NOTHING, tile: '7' }, inView: bent };

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
    ...bent.face,
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
    { type: 'swap', offers: [{ seat: 2, tiles: [bent.face, bent.face] }] },
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
