import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cellWords } from '../../../../client/games/section_x/cell-words.js';
import { NOTHING } from '../../../../client/games/section_x/draft.js';
import { standsOf } from '../../../../client/games/section_x/pieces.js';
import { planOf } from '../../../../client/games/section_x/plan.js';
import { draftWords } from '../../../../client/games/section_x/prose.js';
import { sketchOf } from '../../../../client/games/section_x/sketch.js';
import {
  losesByEnding,
  panelState,
  standingsOf,
} from '../../../../client/games/section_x/status.js';
import { name, prisoner, situation, words } from './situations.js';
import { byCell, choosing, digit, tiles, viewOf } from './views.js';

/**
 * @import {SectionXView} from '../../../../client/protocol.js'
 */
/** @import {Draft} from '../../../../client/games/section_x/draft.js' */

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
