import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fatesOf, meaningWords } from '../../../../client/games/section_x/collapse.js';
import { distancesOf } from '../../../../client/games/section_x/drama.js';
import { planOf } from '../../../../client/games/section_x/plan.js';
import { fallenIn } from '../../../../client/games/section_x/rounds.js';
import { alarmOf } from '../../../../client/games/section_x/siren.js';
import { ending, sayIllegal, sentence } from '../../../../client/games/section_x/words.js';
import { expectEachKey, read } from '../sentences.js';
import { FIRST, name, OWN, text, words } from './situations.js';
import { viewOf } from './views.js';

/**
 * @import {SectionXEvent, SectionXIllegal, SectionXView} from '../../../../client/protocol.js'
 */

const say = (/** @type {SectionXEvent} */ event) => sentence(event, words);

test('the log has a sentence for each event, or omits it', () => {
  assert.equal(
    say({ type: 'opened', rules: 1, first: 1, piles: [] }),
    'The tiles are shuffled. Bruno plays first.',
  );
  assert.equal(say({ type: 'turn', seat: 0 }), null);
  assert.equal(say({ type: 'drew', seat: 0, pile: 2, tile: null }), 'Ana drew from pile 3.');
  assert.equal(
    say({ type: 'drew', seat: 0, pile: 0, tile: 'wide_bend' }),
    'Ana drew from pile 1: wide bend.',
  );
  assert.equal(
    say({ type: 'placed', seat: 0, stock: 0, tile: 'straight', cell: 'i7', rotation: 1 }),
    'Ana laid a tile on i7: straight tunnel.',
  );
  assert.equal(
    say({ type: 'exchanged', a: 'i7', rotation_a: 0, b: 'j7', rotation_b: 0 }),
    'The tiles on i7 and j7 changed places.',
  );
  assert.equal(
    say({ type: 'relocated', from: 'i7', to: 'j7', rotation: 0 }),
    'The tile on i7 moved to j7.',
  );
  assert.equal(say({ type: 'turned', cell: 'i7', rotation: 0 }), 'The tile on i7 was rotated.');
  assert.equal(say({ type: 'skipped' }), 'The tiles stay in hand.');
  assert.equal(
    say({ type: 'stepped', seat: 0, prisoner: 3, from: 'block', to: 'i7:0' }),
    "Ana's prisoner went from the cell block to i7.",
  );
  assert.equal(
    say({ type: 'stepped', seat: 0, prisoner: 3, from: 'l7:1', to: 'green:0' }),
    "Ana's prisoner went from l7 to Lantern Point.",
  );
  assert.equal(
    say({ type: 'zone_taken', seat: 1, zone: 4 }),
    'Fisher Village now belongs to Bruno.',
  );
  assert.equal(
    say({ type: 'door_put', seat: 1, from: null, to: 'i7:0' }),
    'Bruno placed a door on i7.',
  );
  assert.equal(
    say({ type: 'door_put', seat: 1, from: 'k7:2', to: 'i7:0' }),
    'Bruno moved a door from k7 to i7.',
  );
  assert.equal(
    say({ type: 'key_due', seat: 0 }),
    'Ana wins a master key, and gives up a door for it.',
  );
  assert.equal(
    say({ type: 'key_won', seat: 0, door: null }),
    'Ana gets the master key for a spare door.',
  );
  assert.equal(
    say({ type: 'key_won', seat: 0, door: 'i7:0' }),
    'Ana gets the master key for the door on i7.',
  );
  assert.equal(
    say({ type: 'key_lost', seat: 0 }),
    'Ana loses the master key, and gets the door back.',
  );
  assert.equal(say({ type: 'last_round' }), 'Someone can no longer win: one last round is played.');
  assert.equal(
    say({ type: 'round', number: 2, piles: [] }),
    'Round 2 begins: the tiles are shuffled again.',
  );
  assert.equal(say({ type: 'resigned', seat: 2 }), 'Chloe resigned.');
  assert.equal(
    say({ type: 'over', outcome: { places: [2, 1] }, end: { how: 'nobody_can' } }),
    'Bruno wins.',
  );
  assert.equal(
    say({ type: 'over', outcome: { places: [1, 1] }, end: { how: 'nobody_can' } }),
    'Ana and Bruno share the win.',
  );
});

test('the sentence of a fight names the lengths of the tunnels', () => {
  const lengths = [
    { seat: 0, tiles: 3 },
    { seat: 1, tiles: 1 },
  ];
  assert.equal(
    say({ type: 'fought', at: 'i7:0', lengths, kept: 0, back: [{ seat: 1, at: 'j7:0' }] }),
    "Ana keeps the tunnel at i7 (tiles: 3 of Ana, 1 of Bruno). Back to their owners: Bruno's door on j7.",
  );
  assert.equal(
    say({ type: 'tied', at: 'i7:0', lengths, among: [0, 1] }),
    'Tunnels of equal length are joined at i7 (tiles: 3 of Ana, 1 of Bruno). Whose doors stay is still to be chosen: Ana and Bruno.',
  );
});

const collapsed = /** @type {const} @satisfies {Extract<SectionXEvent, { type: 'collapsed' }>} */ ({
  type: 'collapsed',
  why: { how: 'escape', seat: 0 },
  freed: [
    { seat: 0, number: 0, at: 'free:0' },
    { seat: 0, number: 1, at: 'free:0' },
  ],
  lost: [{ seat: 1, number: 2, at: 'lost' }],
  safe: [
    { seat: 0, number: 2, at: 'block' },
    { seat: 1, number: 0, at: 'i7:0' },
  ],
  doors: [],
});
const fallen = /** @type {Extract<SectionXEvent, { type: 'collapsed' }>} */ (
  /** @type {unknown} */ (collapsed)
);

test('a collapse states its cause, and the freed, lost and safe prisoners', () => {
  assert.equal(
    say(fallen),
    "Ana's escape sets off the alarm. The guards blow up the tunnels. Free: 2 of Ana. Lost: 1 of Bruno. 2 prisoners are safe.",
  );
  const idle = say({ ...fallen, why: { how: 'idle' }, freed: [], lost: [] });
  assert.match(idle ?? '', /^Everyone has passed .* Nobody was freed\. Nobody was lost\. /);
  assert.notEqual(
    say({ ...fallen, why: { how: 'last_tile' } }),
    say({ ...fallen, why: { how: 'turn_limit' } }),
  );
});

test('the fates of prisoners are counted by player, and by the round of the collapse', () => {
  assert.deepEqual(fatesOf(fallen, 2), [
    { seat: 0, freed: 2, safe: 1, lost: 0 },
    { seat: 1, freed: 0, safe: 1, lost: 1 },
  ]);
  /** @type {SectionXEvent[]} */
  const events = [
    { type: 'opened', rules: 1, first: 0, piles: [] },
    fallen,
    { type: 'round', number: 2, piles: [] },
    fallen,
  ];
  assert.deepEqual(
    fallenIn(events, 2).map((one) => one.round),
    [1, 2],
  );
  assert.deepEqual(
    fallenIn([fallen, { type: 'round', number: 5, piles: [] }], 5).map((one) => one.round),
    [4],
    'whose beginning is forgotten',
  );
  assert.deepEqual(fallenIn([], 1), []);
});

test('the banner at the end of a round first says what it means for the viewer', () => {
  const means = (/** @type {Parameters<typeof meaningWords>[0]} */ own) =>
    meaningWords(own, { round: 2, next: 'round' }, text).join(' ');
  assert.equal(means({ freed: 1, lost: 3 }), 'You free 1 and lose 3. Round 3 begins.');
  assert.equal(means({ freed: 1, lost: 0 }), 'You free one. Round 3 begins.');
  assert.equal(means({ freed: 0, lost: 2 }), 'You lose 2. Round 3 begins.');
  assert.equal(means({ freed: 0, lost: 0 }), 'You lose nobody. Round 3 begins.');
  assert.equal(means(undefined), 'Round 2 is over. Round 3 begins.');
  const last = meaningWords({ freed: 0, lost: 1 }, { round: 2, next: 'last_round' }, text);
  assert.deepEqual(last, ['You lose one.', 'One last round follows.']);
});

test('the siren counts the prisoners on green of the player who has most of them', () => {
  const [player] = viewOf().players;
  const on = (/** @type {number[]} */ greens, /** @type {Partial<SectionXView>} */ more = {}) =>
    viewOf({
      escape: 3,
      players: greens.flatMap((green) => (player ? [{ ...player, green }] : [])),
      ...more,
    });
  assert.deepEqual(alarmOf(on([0, 0])), { seat: null, lit: 0, last: false });
  assert.deepEqual(alarmOf(on([1, 1])), { seat: 0, lit: 1, last: false });
  assert.deepEqual(alarmOf(on([1, 2])), { seat: 1, lit: 2, last: true });
  assert.deepEqual(alarmOf(on([1, 2]), 1), { seat: 0, lit: 1, last: false }, 'without that seat');
  assert.equal(alarmOf(on([0, 2], { resigned: [1] })).seat, null);
  assert.equal(alarmOf(on([0, 2], { outcome: { places: [2, 1] } })).last, false);
});

test('blasts run from the prison along the tunnels, and reach loose tiles last', () => {
  const laid = (/** @type {string} */ cell) => ({
    cell,
    kind: /** @type {const} */ ('straight'),
    rotation: 0,
    tunnels: [0],
  });
  const far = distancesOf(planOf(viewOf({ tiles: ['j7', 'd3', 'i7'].map(laid) })));
  assert.deepEqual(Object.fromEntries(far), { i7: 0, j7: 1, d3: 2 });
});

test('every way to end a game has a sentence', () => {
  const why = (/** @type {SectionXView['end']} */ end) => ending(viewOf({ end }), words).why;
  assert.equal(why(null), null);
  assert.equal(why({ how: 'target', winner: 1 }), 'Bruno freed 5 prisoners.');
  const all = [
    why({ how: 'nobody_can' }),
    why({ how: 'last_round' }),
    why({ how: 'stalled' }),
    why({ how: 'round_limit' }),
    why({ how: 'alone', winner: 0 }),
  ];
  assert.equal(new Set(all).size, 5);
});

test('refusals are explained with their data', () => {
  const said = (/** @type {SectionXIllegal} */ illegal) => sayIllegal(illegal, { text, name });
  assert.match(
    said({ code: 'does_not_fit', cell: 'i7', side: 4 }),
    /^It doesn't fit on i7: on its north-west side /,
  );
  assert.match(said({ code: 'distance_rule', old: 4, new: 3 }), /in cells is 4, and would be 3/);
  for (const code of /** @type {const} */ ([
    'foreign_tunnel',
    'door_blocks',
    'zone_of_other',
    'tunnel_of_other',
  ])) {
    assert.match(said({ code, owner: 1 }), /Bruno/);
  }
});

test('every refusal of the game has a sentence without placeholders', () => {
  const declared =
    /export type SectionXIllegal =([^;]*)/.exec(
      read('protocol.d.ts').replaceAll(', };', ' }').replaceAll(/,\n/g, '\n'),
    )?.[1] ?? '';
  const codes = [...declared.matchAll(/"code": "([a-z_]+)"/g)].map(([, code]) => code ?? '');
  assert.ok(codes.length > 35, `only ${codes.length} codes found`);
  const values = { owner: 1, cell: 'i7', side: 0, old: 1, new: 2, which: 'target' };
  for (const code of codes) {
    const said = sayIllegal(
      /** @type {SectionXIllegal} */ (/** @type {unknown} */ ({ code, ...values })),
      { text, name },
    );
    assert.doesNotMatch(said, /[{}]/, code);
  }
});

test('the board has the full sentence of each reason that it states briefly', () => {
  const brief = Object.keys(FIRST).filter((key) => key.startsWith('section_x.why.'));
  assert.equal(brief.length, 9);
  for (const key of brief) assert.ok(key.replace('section_x.why.', 'problem.') in FIRST, key);
});

test('each text key in the code of the board exists', () => {
  expectEachKey('section_x', OWN, 80);
});
