import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { cellWords } from '../../../../client/games/section_x/cell-words.js';
import { fatesOf, meaningWords } from '../../../../client/games/section_x/collapse.js';
import { NOTHING } from '../../../../client/games/section_x/draft.js';
import { distancesOf } from '../../../../client/games/section_x/drama.js';
import { standsOf } from '../../../../client/games/section_x/pieces.js';
import { planOf } from '../../../../client/games/section_x/plan.js';
import { draftWords } from '../../../../client/games/section_x/prose.js';
import { fallenIn } from '../../../../client/games/section_x/rounds.js';
import { alarmOf } from '../../../../client/games/section_x/siren.js';
import { sketchOf } from '../../../../client/games/section_x/sketch.js';
import {
  losesByEnding,
  panelState,
  standingsOf,
} from '../../../../client/games/section_x/status.js';
import { ending, sayIllegal, sentence } from '../../../../client/games/section_x/words.js';
import { byCell, choosing, digit, tiles, viewOf } from './views.js';

/**
 * @import {SectionXEvent, SectionXIllegal, SectionXKind, SectionXView} from '../../../../client/protocol.js'
 */
/** @import {Situation} from '../../../../client/games/section_x/status.js' */
/** @import {Draft} from '../../../../client/games/section_x/draft.js' */

/** @param {string} file @returns {Promise<Record<string, string | Record<string, string>>>} */
const read = async (file) =>
  JSON.parse(await readFile(new URL(`../../../../client/${file}`, import.meta.url), 'utf8'));
/** The texts that the board has from the beginning. */
const FIRST = await read('games/section_x/text/en.json');
const OWN = {
  ...FIRST,
  ...(await read('games/section_x/text/en.story.json')),
  ...(await read('games/section_x/text/en.look-ups.json')),
  ...(await read('games/section_x/text/en.problems.json')),
};
const SENTENCES = {
  ...(await read('text/en.json')),
  ...(await read('text/en.problems.json')),
  ...OWN,
};
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
const words = { text, name };
const say = (/** @type {SectionXEvent} */ event) => sentence(event, words);

/** @param {number} seat @param {number} number @param {string} at */
const prisoner = (seat, number, at) => ({ seat, number, at });

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

test('every refusal of the game has a sentence without placeholders', async () => {
  const types = await readFile(
    new URL('../../../../client/protocol.d.ts', import.meta.url),
    'utf8',
  );
  const declared =
    /export type SectionXIllegal =([^;]*)/.exec(
      types.replaceAll(', };', ' }').replaceAll(/,\n/g, '\n'),
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

/**
 * @param {Partial<SectionXView>} [view]
 * @param {Partial<Situation>} [more]
 * @param {Partial<Draft>} [draft]
 * @returns {Situation}
 */
function situation(view = {}, more = {}, draft = {}) {
  const shown = viewOf(view);
  return {
    plan: planOf(shown),
    choices: shown.choices,
    draft: { ...NOTHING, ...draft },
    stock: /** @type {SectionXKind[]} */ (['straight']),
    own: 0,
    busy: false,
    told: null,
    looked: null,
    loss: null,
    takeBack: 0,
    text,
    name,
    colour: (seat) => (seat === 0 ? 'red' : 'blue'),
    ...more,
  };
}
const tunnel = {
  tiles: [
    { cell: 'i7', kind: /** @type {const} */ ('three_straights'), rotation: 0, tunnels: [0, 1, 1] },
    { cell: 'j7', kind: /** @type {const} */ ('hide_out_straight'), rotation: 1, tunnels: [1] },
  ],
  tunnels: [
    { owner: 1, tiles: 1 },
    { owner: null, tiles: 1 },
  ],
  doors: [{ seat: 1, at: 'i7:0' }],
  prisoners: [
    prisoner(0, 0, 'i7:1'),
    prisoner(0, 1, 'j7:0'),
    prisoner(1, 0, 'j7:0'),
    prisoner(0, 2, 'green:0'),
    prisoner(0, 3, 'free:0'),
    prisoner(0, 4, 'block'),
    prisoner(1, 1, 'lost'),
  ],
};

test('the reason why a cell can not be selected is shown while the cursor is on it', () => {
  const fixed = [
    {
      cell: 'i7',
      turn: /** @type {const} */ ({ code: 'prisoner_on_tile' }),
      moved: /** @type {const} */ ({ code: 'foreign_tunnel', owner: 1 }),
    },
  ];
  const at = (/** @type {string | null} */ looked) =>
    panelState(situation({ ...tunnel, choices: choosing({ tile: tiles({ fixed }) }) }, { looked }))
      .status;
  assert.equal(at('i7'), "i7: That tunnel is Bruno's.");
  assert.equal(at('j7'), at(null), 'nothing is against it');
  const steps = [
    {
      prisoners: [0],
      to: [{ to: 'j7:0', does: null }],
      barred: [{ to: 'i7:0', why: /** @type {const} */ ({ code: 'door_blocks', owner: 1 }) }],
    },
  ];
  const walking = (/** @type {Partial<Draft>} */ draft) =>
    panelState(
      situation(
        { ...tunnel, choices: choosing({ steps }) },
        { looked: 'i7' },
        { tool: { type: 'prisoner', number: 0 }, ...draft },
      ),
    ).status;
  assert.equal(walking({}), "i7: Bruno's door bars it.");
  assert.equal(walking({ to: 'j7:0' }), 'Step to j7?', 'what is put together comes first');
});

test('the description of a cell names its contents and their owners', () => {
  const said = (/** @type {string} */ cell) => cellWords(situation(tunnel), cell, 0, words);
  assert.equal(
    said('i7'),
    'i7, three crossing tunnels, tunnel that leads east and west, held by Bruno, with a door of Bruno, tunnel that leads south-east and north-west, one prisoner of you, tunnel that leads south-west and north-east',
  );
  assert.equal(
    said('j7'),
    'j7, hide-out on a straight tunnel, leads south-east and north-west, one prisoner of you, one prisoner of Bruno',
  );
  assert.equal(said('k9'), 'k9, empty');
  assert.equal(said('g7'), 'g7, island, one prisoner of you');
  assert.equal(
    said('m6'),
    'm6, green area: Lantern Point, its free zone is unclaimed, 2 prisoners of you',
  );
});

test('the description of a cell names the possible action, or the reason against it', () => {
  const place = [
    { kind: /** @type {const} */ ('straight'), stock: [0], to: byCell({ k9: [0] }), fights: [] },
  ];
  const laying = situation(
    { ...tunnel, choices: choosing({ tile: tiles({ place }) }) },
    {},
    { tool: { type: 'stock', at: 0 } },
  );
  assert.equal(cellWords(laying, 'k9', 0, words), 'k9, empty, the tile can go here');
  const fixed = [
    {
      cell: 'i7',
      turn: /** @type {const} */ ({ code: 'prisoner_on_tile' }),
      moved: /** @type {const} */ ({ code: 'foreign_tunnel', owner: 1 }),
    },
  ];
  const looking = situation({ ...tunnel, choices: choosing({ tile: tiles({ fixed }) }) });
  assert.match(
    cellWords(looking, 'i7', 0, words),
    /part of Bruno's tunnel.*There are prisoners in its tunnels/,
  );
  const steps = [
    {
      prisoners: [0],
      to: [{ to: 'j7:0', does: null }],
      barred: [{ to: 'i7:0', why: /** @type {const} */ ({ code: 'door_blocks', owner: 1 }) }],
    },
  ];
  const walking = situation(
    { ...tunnel, choices: choosing({ steps }) },
    {},
    { tool: { type: 'prisoner', number: 0 } },
  );
  assert.match(cellWords(walking, 'j7', 0, words), /your prisoner can go here$/);
  assert.match(cellWords(walking, 'i7', 0, words), /Bruno.s door is in the way/);
});

test('no prisoner is drawn over another one, at any place', () => {
  const { seats, views } = { seats: [0, 1, 2, 3], views: [tunnel.tiles] };
  const everybody = seats.flatMap((seat) =>
    Array.from({ length: 8 }, (_, number) =>
      prisoner(seat, number, seat === 0 ? 'free:0' : 'block'),
    ),
  );
  for (const prisoners of [
    everybody,
    tunnel.prisoners,
    [0, 1, 2].map((at) => prisoner(0, at, 'green:4')),
    [0, 1, 2].map((at) => prisoner(0, at, `i7:${at}`)),
  ]) {
    const stands = [...standsOf(planOf(viewOf({ tiles: views[0] ?? [], prisoners }))).values()].map(
      ({ x, y, off }) => ({ x: x + (off?.x ?? 0), y: y + (off?.y ?? 0) }),
    );
    assert.equal(stands.length, prisoners.filter((one) => one.at !== 'lost').length);
    for (const [at, one] of stands.entries()) {
      for (const other of stands.slice(at + 1))
        assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 16);
    }
  }
});

test('a player without a decision sees whose turn it is', () => {
  const state = panelState(situation({ acting: 1, turn: 1 }));
  assert.equal(state.status, 'Bruno is choosing a tile.');
  assert.equal(state.commit, null);
  assert.equal(state.ready, false);
  for (const type of /** @type {const} */ (['draw', 'act', 'main'])) {
    assert.match(panelState(situation({ acting: 1, phase: { type } })).status, /^Bruno is /);
  }
  assert.match(
    panelState(situation({ acting: 1, phase: { type: 'give_door', seat: 1 } })).status,
    /^Bruno gives up a door/,
  );
  assert.match(
    panelState(situation({ acting: 1, phase: { type: 'fight_choice' } })).status,
    /^Bruno chooses whose/,
  );
  assert.equal(
    panelState(situation({ acting: null, phase: { type: 'over' }, outcome: { places: [1, 2] } }))
      .status,
    'The game is over.',
  );
});

test('the round, the turn and its imminent end are shown', () => {
  const facts = (/** @type {Partial<SectionXView>} */ view) => panelState(situation(view)).facts;
  assert.equal(facts({ turn: 1, round: 2 }), "Round 2 · Bruno's turn");
  assert.equal(facts({ phase: { type: 'act' } }), 'Round 1 · your turn');
  const players = viewOf().players.map((player, seat) => ({ ...player, exposed: seat + 1 }));
  const last = panelState(situation({ last_turn: true, players }));
  assert.equal(last.notice, 'The round ends with this turn.');
  assert.deepEqual(
    last.numbers?.items.map(({ count }) => count),
    [1, 2],
    'who would be lost',
  );
  assert.match(panelState(situation({ last_round: true })).notice ?? '', /last round/);
  assert.deepEqual([panelState(situation()).notice, panelState(situation()).numbers], [null, null]);
});

test('the parts of a turn are shown as done, current or later', () => {
  const stages = (/** @type {Partial<SectionXView>} */ view) =>
    panelState(situation(view)).stages.map(({ label, state }) => `${label}: ${state}`);
  const { done } = viewOf();
  assert.deepEqual(stages({ phase: { type: 'draw' } }), [
    'Draw: now',
    'Tile: later',
    'Walk or door: later',
  ]);
  assert.deepEqual(stages({}), ['Draw: done', 'Tile: now', 'Walk or door: later']);
  assert.deepEqual(stages({ phase: { type: 'fight_choice' } })[1], 'Tile: now');
  const act = { phase: /** @type {const} */ ({ type: 'act' }) };
  assert.deepEqual(stages(act), ['Draw: done', 'Tile: done', 'Walk or door: now']);
  /** @type {SectionXView['done']} */
  const walked = { ...done, steps: [1, 0, 0, 0, 0, 0, 0, 0] };
  assert.equal(stages({ ...act, done: walked, steps_left: 4 })[2], 'Walk: 4 left: now');
  assert.equal(stages({ ...act, done: walked, steps_left: 0 })[2], 'Walk: 0 left: done');
  assert.equal(stages({ ...act, done: { ...done, door: true } })[2], 'Door: done');
  const free = { phase: /** @type {const} */ ({ type: 'main' }) };
  assert.deepEqual(stages(free).slice(1), ['Tile: now', 'Walk or door: now'], 'in any order');
  assert.equal(stages({ ...free, done: { ...done, tile: true } })[1], 'Tile: done');
});

test('a pile can be drawn from when the server allows it, and shows its face-up tile', () => {
  const closed = panelState(situation({ choices: choosing({ draw: [0, 2] }) }));
  assert.deepEqual(
    closed.piles.map((pile) => [pile.open, pile.top, pile.count]),
    [
      [true, null, 18],
      [false, null, 18],
      [true, null, 17],
    ],
  );
  assert.equal(closed.status, 'Draw a tile: choose a pile.');
  const view = viewOf();
  const open = panelState(
    situation({
      options: { ...view.options, open_piles: true },
      piles: [{ count: 3, top: ['straight'] }],
    }),
  );
  assert.equal(open.piles[0]?.top, 'straight');
  assert.equal(
    open.piles[0]?.label,
    'Pile 1: 3 tiles, on top: straight tunnel, leads east and west',
  );
});

test('a step announces its effects before it is made', () => {
  const does = { takes_zone: true, loses_key: true, ends_round: [0, 2], wins: false };
  const steps = [
    {
      prisoners: [0],
      to: [
        { to: 'green:0', does },
        { to: 'i7:0', does: { ...does, wins: true } },
      ],
      barred: [],
    },
  ];
  const choices = choosing({ steps, end_turn: true });
  const said = (/** @type {string | null} */ to) =>
    draftWords(
      situation({ ...tunnel, choices }, {}, { tool: { type: 'prisoner', number: 0 }, to }),
    );
  assert.equal(
    said('green:0'),
    'Step to Lantern Point. The free zone is yours for the rest of the game. You lose your master key. It ends the round: you lose 0 and Bruno loses 2.',
  );
  assert.match(said('i7:0'), /It wins the game\.$/);
  const state = panelState(
    situation({ ...tunnel, choices }, {}, { tool: { type: 'prisoner', number: 0 }, to: 'green:0' }),
  );
  assert.equal(state.status, 'This ends the round.');
  assert.deepEqual(state.numbers, {
    label: 'Lost:',
    items: [
      { seat: 0, count: 0 },
      { seat: 1, count: 2 },
    ],
  });
  assert.equal(
    said(null),
    'A prisoner at i7 can go to 2 places. 5 steps are left; this prisoner has made 0.',
  );
});

test('ending the turn and the round needs a second press while prisoners in tunnels could still walk', () => {
  const steps = [{ prisoners: [0], to: [{ to: 'j7:0', does: null }], barred: [] }];
  const choices = choosing({ steps, end_turn: true, ends_round: true });
  const players = viewOf().players.map((player) => ({ ...player, exposed: 1 }));
  const last = situation({ ...tunnel, players, choices });
  assert.equal(losesByEnding(last), true);
  const goesOn = { ...choices, ends_round: false };
  assert.equal(losesByEnding(situation({ ...tunnel, players, choices: goesOn })), false);
  const nobody = { ...choices, steps: [] };
  assert.equal(losesByEnding(situation({ ...tunnel, players, choices: nobody })), false);
  assert.equal(losesByEnding(situation({ ...tunnel, choices })), false, 'nobody would be lost');
  const sure = panelState({ ...last, draft: { ...NOTHING, sure: true } });
  assert.equal(sure.status, 'This ends the round, and you could still walk.');
  assert.equal(sure.prose, 'It ends the round: you lose 1 and Bruno loses 1.');
  assert.deepEqual(
    sure.numbers?.items.map(({ count }) => count),
    [1, 1],
  );
  assert.deepEqual([sure.end, sure.tone, sure.ready], ['End it anyway', 'warn', false]);
});

test('each answer in a fight has a button, and a door to give up for a key is selected first', () => {
  const fight = {
    tunnel: 0,
    among: [0, 1],
    lengths: [
      { seat: 0, tiles: 2 },
      { seat: 1, tiles: 2 },
    ],
  };
  const fought = panelState(
    situation({ phase: { type: 'fight_choice' }, choices: choosing({ fight }) }),
  );
  assert.deepEqual(
    fought.answers.map((one) => [one.label, one.action]),
    [
      ['Ana (2 tiles)', { type: 'fight_choice', keep: 0 }],
      ['Bruno (2 tiles)', { type: 'fight_choice', keep: 1 }],
    ],
  );
  const choices = choosing({ give_door: ['i7:0'] });
  const given = panelState(
    situation({ ...tunnel, choices }, {}, { tool: { type: 'give' }, to: 'i7:0' }),
  );
  assert.deepEqual(
    given.answers.map((one) => [one.label, one.chosen, one.action]),
    [['The door on i7', true, null]],
  );
  assert.deepEqual([given.commit, given.ready], ['Give it up', true]);
});

test('the board shows the assembled decision', () => {
  const place = [
    {
      kind: /** @type {const} */ ('straight'),
      stock: [0],
      to: byCell({ k9: [0, 1] }),
      fights: [
        {
          cell: 'k9',
          rotations: digit([0]),
          lengths: [
            { seat: 0, tiles: 1 },
            { seat: 1, tiles: 3 },
          ],
          among: [1],
        },
      ],
    },
  ];
  const laying = situation(
    { ...tunnel, choices: choosing({ tile: tiles({ place }) }) },
    {},
    { tool: { type: 'stock', at: 0 }, to: 'k9' },
  );
  const sketch = sketchOf(laying);
  assert.deepEqual(
    sketch.tiles.map((one) => one.rotation),
    [0],
  );
  assert.notEqual(sketch.confirm, null);
  assert.match(
    draftWords(laying),
    /^k9: straight tunnel.*\(tiles: 1 of Ana, 3 of Bruno\): Bruno's doors stay\./,
  );
  const before = panelState(laying);
  assert.equal(before.status, 'Bruno would win this fight.');
  assert.deepEqual(
    before.numbers?.items.map(({ count }) => count),
    [1, 3],
    'how long the tunnels are',
  );
  const relocated = situation(
    {
      ...tunnel,
      choices: choosing({
        tile: tiles({
          moves: [{ cell: 'i7', to: byCell({ k9: [0, 1] }), fights: place[0]?.fights ?? [] }],
        }),
      }),
    },
    {},
    { tool: { type: 'tile', cell: 'i7' }, to: 'k9' },
  );
  assert.equal(panelState(relocated).status, 'Bruno would win this fight.');
  assert.match(
    draftWords(relocated),
    /^From i7 to k9: .*\(tiles: 1 of Ana, 3 of Bruno\): Bruno's doors stay\./,
  );
  const steps = [
    {
      prisoners: [0],
      to: [
        { to: 'j7:0', does: null },
        { to: 'block', does: null },
      ],
      barred: [{ to: 'i7:0', why: /** @type {const} */ ({ code: 'section_full' }) }],
    },
  ];
  const walking = situation(
    { ...tunnel, choices: choosing({ steps }) },
    {},
    { tool: { type: 'prisoner', number: 0 } },
  );
  const looks = sketchOf(walking).targets.map((one) => one.look);
  assert.deepEqual(
    [looks.filter((one) => one === 'open').length, looks.filter((one) => one === 'barred').length],
    [2, 1],
    'a tunnel, and the cell block',
  );
});

test('the possessions of each player are listed', () => {
  const [ana] = standingsOf(viewOf(), name);
  assert.equal(ana?.name, 'Ana');
  assert.deepEqual(
    ana?.counts.map(({ what }) => what),
    ['free', 'green', 'hidden', 'exposed', 'lost', 'doors'],
  );
  assert.deepEqual([ana?.turn, ana?.out], [true, false]);
});

test('each text key in the code of the board exists', async () => {
  const folder = new URL('../../../../client/games/section_x/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const code = (
    await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  ).join('\n');
  const named = [...code.matchAll(/'(section_x\.[a-z_.]+)'/g)].map((match) => match[1] ?? '');
  assert.ok(named.length > 80);
  for (const key of named) assert.ok(key in OWN, `no text for ${key}`);
});
