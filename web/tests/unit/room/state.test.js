import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ProtocolError } from '../../../client/lib/packed.js';
import { placesOf } from '../../../client/room/after/finish.js';
import { eventsOf, fold, resumption, UNKNOWN } from '../../../client/room/state.js';
import { Chronicle } from '../../../client/room/talk/chronicle.js';
import { OPTIONS_2020 } from '../games/tsuro/options.js';

/** @import {PublicEvent, RoomStep, TimelineEntry, Update} from '../../../client/protocol.js' */

const view = /** @type {any} */ ({ phase: 'lobby', seats: [], round: 0 });

/**
 * @param {number} version
 * @param {PublicEvent} happening
 * @returns {TimelineEntry}
 */
const told = (version, happening) => ({ version, at: version * 1000, happening });

/**
 * @param {Partial<Update>} update
 * @returns {{type: 'update'} & Update}
 */
const update = (update) => ({
  type: 'update',
  epoch: 1,
  from: 0,
  version: 1,
  now: 0,
  happenings: [],
  view,
  own: null,
  ...update,
});

/**
 * @param {Partial<RoomStep>} step
 * @returns {{type: 'step'} & RoomStep}
 */
const step = (step) => ({
  type: 'step',
  version: 2,
  at: 0,
  happenings: [],
  change: [],
  ...step,
});

/**
 * Returns the private part of a seat: its hand, with one tile.
 *
 * @param {number} seat
 * @param {number} tile
 */
const handOf = (seat, tile) => /** @type {any} */ ({ hands: { [seat]: { tiles: [tile] } } });

const created = told(1, { type: 'created', name: 'Ana' });
const hosted = told(2, { type: 'host', name: 'Bo', gone: true, back: false });

test('an update from the known version continues the timeline', () => {
  const first = fold(UNKNOWN, update({ happenings: [created] }));
  assert.equal(first.continued, false);
  const second = fold(first, update({ from: 1, version: 2, happenings: [hosted] }));
  assert.equal(second.continued, true);
  assert.deepEqual(second.happenings, [created, hosted]);
  assert.deepEqual(second.at, { epoch: 1, version: 2 });
});

test('an update from another version or epoch replaces the timeline', () => {
  const first = fold(UNKNOWN, update({ version: 5, happenings: [created] }));
  for (const other of [{ from: 0 }, { from: 5, epoch: 2 }]) {
    const second = fold(first, update({ version: 6, happenings: [hosted], ...other }));
    assert.equal(second.continued, false);
    assert.deepEqual(second.happenings, [hosted]);
  }
});

test('missed entries are appended, and counted', () => {
  const first = fold(UNKNOWN, update({ version: 5, happenings: [created] }));
  const missed = [6, 7, 9].map((version) => ({ ...hosted, version }));
  const back = fold(first, update({ from: 5, version: 9, happenings: missed }));
  assert.deepEqual(back.happenings, [created, ...missed]);
  assert.equal(back.steps, 4);
  const same = fold(back, update({ from: 9, version: 9 }));
  assert.deepEqual([same.happenings, same.steps, same.continued], [back.happenings, 0, true]);
});

test('an entry that came before the answer to a sync request is not duplicated', () => {
  const first = fold(UNKNOWN, update({ version: 5, happenings: [created] }));
  const six = { ...hosted, version: 6 };
  const live = fold(first, update({ from: 5, version: 6, happenings: [six] }));
  const answer = fold(live, update({ from: 5, version: 6, happenings: [six] }));
  assert.deepEqual(answer.happenings, [created, six]);
  assert.equal(answer.continued, true);
});

test('a step continues the known state, and dates its events', () => {
  const first = fold(UNKNOWN, update({ version: 5, happenings: [created] }));
  // The positions of the parts are: phase, seats, round.
  const second = fold(
    first,
    step({ version: 6, at: 6000, happenings: [hosted.happening], change: [2, 1] }),
  );
  assert.deepEqual(second.happenings, [created, { ...hosted, version: 6, at: 6000 }]);
  assert.deepEqual(second.view, { ...first.view, round: 1, game: undefined });
  assert.deepEqual(second.at, { epoch: 1, version: 6 });
  assert.deepEqual([second.continued, second.steps], [true, 1]);
  const crowd = fold(
    second,
    step({
      version: 9,
      at: 9000,
      before: [{ ...hosted, version: 7 }],
      happenings: [hosted.happening, created.happening],
    }),
  );
  assert.deepEqual(
    crowd.happenings.slice(2).map(({ version, at, happening }) => [version, at, happening.type]),
    [
      [7, 2000, 'host'],
      [9, 9000, 'host'],
      [9, 9000, 'created'],
    ],
  );
  assert.equal(crowd.steps, 3);
  assert.equal(resumption(crowd), '?epoch=1&version=9');
});

test('the private part stays merged over the public part until it changes', () => {
  const game = {
    game: 'tsuro',
    turn: 1,
    hands: [
      { count: 1, tiles: null },
      { count: 1, tiles: null },
    ],
  };
  const playing = /** @type {any} */ ({ phase: 'playing', seats: [], round: 1, game });
  const own = handOf(1, 7);
  const first = fold(UNKNOWN, update({ view: playing, own }));
  const hands = (/** @type {typeof first} */ { view }) =>
    /** @type {any} */ (view).game.hands.map((/** @type {any} */ hand) => hand.tiles);
  assert.deepEqual(hands(first), [null, [7]]);
  assert.equal(first.known?.game, game, 'what everybody may know is kept as it was told');
  // Position 3 is the game, and in it position 1 is the turn.
  const turn = fold(first, step({ version: 2, change: [-4, [1, 2]] }));
  assert.deepEqual(hands(turn), [null, [7]]);
  assert.deepEqual(turn.view?.game, { ...first.view?.game, turn: 2 });
  const drew = fold(turn, step({ version: 3, own: handOf(1, 8) }));
  assert.deepEqual(hands(drew), [null, [8]]);
  const left = fold(drew, step({ version: 4, own: null }));
  assert.deepEqual(hands(left), [null, null]);
});

test('unchanged parts keep their identity', () => {
  const game = { game: 'tsuro', turn: 1, hands: [{ count: 1, tiles: null }] };
  const playing = () =>
    structuredClone(
      /** @type {any} */ ({ phase: 'playing', seats: [{ away: false }], round: 1, game }),
    );
  const own = () => handOf(0, 7);
  const first = fold(UNKNOWN, update({ view: playing(), own: own() }));
  for (const next of [
    step({ change: [2, 2] }),
    step({ change: [-2, [-1, [0, true]]], own: own() }),
    step({}),
    update({ view: playing(), own: own(), from: 1, version: 2 }),
    update({ view: playing(), own: own(), epoch: 2 }),
  ]) {
    assert.equal(fold(first, next).view?.game, first.view?.game);
  }
  assert.equal(fold(first, step({ change: [2, 2] })).view?.seats, first.view?.seats);
  const moved = fold(first, step({ change: [-4, [1, 2]] }));
  assert.notEqual(moved.view?.game, first.view?.game);
  assert.equal(first.view?.game && 'turn' in first.view.game && first.view.game.turn, 1);
});

test('a step that does not fit is rejected', () => {
  assert.throws(() => fold(UNKNOWN, step({})), ProtocolError);
  const first = fold(UNKNOWN, update({}));
  assert.throws(() => fold(first, step({ change: [9, 1] })), ProtocolError);
});

test('a socket resumes from the shown version, or from nothing', () => {
  assert.equal(resumption(UNKNOWN), '');
  const shown = fold(UNKNOWN, update({ epoch: 77, version: 5 }));
  assert.equal(resumption(shown), '?epoch=77&version=5');
});

test('repeated chat lines keep their identity', () => {
  const line = (/** @type {string} */ text) => ({
    at: 1,
    name: 'Ana',
    colour: null,
    person: 'ana',
    text,
  });
  const before = fold(UNKNOWN, {
    type: 'chat',
    all: true,
    lines: [line('a'), line('b'), line('b')],
  });
  const again = fold(before, { type: 'chat', all: true, lines: [line('b'), line('b'), line('c')] });
  assert.deepEqual(again.chat, [line('b'), line('b'), line('c')]);
  assert.equal(again.chat[0], before.chat[1]);
  assert.equal(again.chat[1], before.chat[2]);
});

test('a full chat replaces the lines, and new lines are appended', () => {
  const line = (/** @type {string} */ text) => ({
    at: 1,
    name: 'Ana',
    colour: null,
    person: 'ana',
    text,
  });
  const all = fold(UNKNOWN, { type: 'chat', all: true, lines: [line('a')] });
  const more = fold(all, { type: 'chat', all: false, lines: [line('b')] });
  assert.deepEqual(
    more.chat.map(({ text }) => text),
    ['a', 'b'],
  );
  const anew = fold(more, { type: 'chat', all: true, lines: [line('c')] });
  assert.deepEqual(
    anew.chat.map(({ text }) => text),
    ['c'],
  );
});

/** Creates a chronicle whose sentences show their key and values. */
function chronicle() {
  return new Chronicle(
    (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
    () => ({
      sentence: (/** @type {any} */ event, { name }) => `${event.type} ${name(event.seat)}`,
    }),
    (seat) => ({ name: `seat ${seat}`, bot: seat === 5 ? 'hard' : null }),
  );
}

test('only new events are converted', () => {
  const log = chronicle();
  assert.equal(log.tell([created], false).length, 1);
  const fresh = log.tell([created, hosted], true);
  assert.deepEqual(
    fresh.map(({ sentences }) => sentences),
    [['log.host_gone {"name":"Bo"}']],
  );
  assert.equal(log.entries.length, 2);
});

test('a replaced timeline is converted from its start', () => {
  const log = chronicle();
  log.tell([created], false);
  log.tell([hosted], false);
  assert.equal(log.entries.length, 1);
});

test('a seat has the name of its owner at that time', () => {
  const log = chronicle();
  log.tell(
    [
      told(1, { type: 'sat', seat: 0, name: 'Ana', colour: 'red' }),
      told(2, { type: 'readied', seat: 0, ready: true }),
      told(2, { type: 'readied', seat: 0, ready: false }),
      told(2, { type: 'readied', seat: 0, ready: true }),
      told(3, { type: 'named', seat: 0, before: 'Ana', name: 'Anna' }),
      told(4, { type: 'away', seat: 0, away: true }),
      told(5, { type: 'away', seat: 4, away: true }),
    ],
    false,
  );
  assert.deepEqual(
    log.entries.flatMap(({ sentences }) => sentences),
    [
      'log.sat {"name":"Ana","colour":"colour.red"}',
      // A player who sits down is ready without a sentence.
      'log.unready {"name":"Ana"}',
      'log.ready {"name":"Ana"}',
      'log.named {"before":"Ana","name":"Anna"}',
      'log.away {"name":"Anna"}',
      'log.away {"name":"seat 4"}',
    ],
  );
});

test('a decision by the clock is reported before its events', () => {
  const log = chronicle();
  log.tell(
    [
      told(1, {
        type: 'played',
        seat: 2,
        by: 'clock',
        events: [{ game: 'tsuro', type: 'turn', seat: 3 }],
      }),
    ],
    false,
  );
  assert.deepEqual(log.entries[0]?.sentences, ['log.by_clock {"name":"seat 2"}', 'turn seat 3']);
});

test('the players of a game are known until the next one', () => {
  const log = chronicle();
  /** @type {TimelineEntry[]} */
  const happenings = [
    told(1, {
      type: 'started',
      round: 1,
      commitment: 'c1',
      nonces: [null],
      options: { game: 'tsuro', ...OPTIONS_2020 },
      players: [{ name: 'Ana', colour: 'red' }],
      events: [],
    }),
  ];
  log.tell(happenings, false);
  log.tell(
    [...happenings, told(2, { type: 'ended', outcome: { places: [1] }, secret: 's' })],
    true,
  );
  assert.deepEqual(log.players, [{ name: 'Ana', colour: 'red', bot: null }]);
});

test('a player who takes over a seat finishes the game, and one who sits down later does not', () => {
  const log = chronicle();
  log.tell(
    [
      told(1, {
        type: 'started',
        round: 1,
        commitment: 'c',
        nonces: [null],
        options: { game: 'tsuro', ...OPTIONS_2020 },
        players: [{ name: 'Ana', colour: 'red' }],
        events: [],
      }),
      told(2, { type: 'sat', seat: 0, name: 'Bo', colour: 'red' }),
      told(3, { type: 'ended', outcome: { places: [1] }, secret: 's' }),
      told(4, { type: 'sat', seat: 0, name: 'Cy', colour: 'blue' }),
    ],
    false,
  );
  assert.deepEqual(log.players, [{ name: 'Bo', colour: 'red', bot: null }]);
});

test('a bot is labelled when it sits down and when a game starts, and marked when it decides', () => {
  const log = chronicle();
  const players = ['Ana', 'Kiri'].map((name) => ({ name, colour: /** @type {const} */ ('red') }));
  log.tell(
    [
      told(1, { type: 'sat', seat: 1, name: 'Kiri', colour: 'red', bot: 'easy' }),
      told(2, {
        type: 'started',
        round: 1,
        commitment: 'c',
        nonces: [null, null],
        options: { game: 'tsuro', ...OPTIONS_2020 },
        players,
        events: [],
      }),
      told(3, {
        type: 'played',
        seat: 1,
        by: 'bot',
        events: [{ game: 'tsuro', type: 'turn', seat: 0 }],
      }),
      told(4, { type: 'played', seat: 0, events: [{ game: 'tsuro', type: 'turn', seat: 1 }] }),
    ],
    false,
  );
  assert.deepEqual(
    log.entries.map(({ sentences: [first] }) => first),
    [
      'log.sat_bot {"name":"Kiri","colour":"colour.red","level":"bot.easy"}',
      'log.started {"round":1,"names":"Ana, bot.named {\\"name\\":\\"Kiri\\"}"}',
      'turn Ana',
      'turn Kiri',
    ],
  );
  assert.deepEqual(
    log.entries.map(({ bot }) => bot),
    [false, false, true, false],
  );
  assert.deepEqual(
    log.players.map(({ bot }) => bot),
    [null, 'easy'],
  );
});

test('a bot that sat down before the known events is recognised by its seat', () => {
  const log = chronicle();
  log.tell(
    [
      told(1, {
        type: 'started',
        round: 1,
        commitment: 'c',
        nonces: [],
        options: { game: 'tsuro', ...OPTIONS_2020 },
        players: Array.from({ length: 6 }, (_, seat) => ({ name: `P${seat}`, colour: 'red' })),
        events: [],
      }),
    ],
    false,
  );
  assert.equal(log.players[5]?.bot, 'hard');
  assert.equal(log.players[4]?.bot, null);
});

test('players who share a place are grouped', () => {
  assert.deepEqual(placesOf({ places: [3, 1, 1, 4] }), [
    { place: 1, seats: [1, 2] },
    { place: 3, seats: [0] },
    { place: 4, seats: [3] },
  ]);
});

test('the events of a game exclude those that were taken back', () => {
  const played = (/** @type {number} */ version, /** @type {number} */ seat) =>
    told(
      version,
      /** @type {any} */ ({
        type: 'played',
        seat,
        events: [{ game: 'section_x', type: 'turn', seat }],
      }),
    );
  const before = told(
    1,
    /** @type {any} */ ({ type: 'started', events: [{ game: 'section_x', type: 'last_round' }] }),
  );
  const happenings = [
    played(0, 3),
    before,
    played(2, 0),
    played(3, 1),
    told(4, { type: 'took_back', seat: 1 }),
    played(5, 2),
  ];
  const seats = eventsOf(/** @type {any} */ (happenings)).map(
    (event) => 'seat' in event && event.seat,
  );
  assert.deepEqual(seats, [false, 0, 2]);
  const agreed = told(6, { type: 'took_back', seat: 0, agreed: 2 });
  assert.deepEqual(eventsOf(/** @type {any} */ ([...happenings, agreed])).length, 1);
});
