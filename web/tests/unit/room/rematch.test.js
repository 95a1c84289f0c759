import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { sayLoss } from '../../../client/room/after/finish.js';
import { NextGame } from '../../../client/room/after/next-game.js';
import { outOf } from '../../../client/room/after/out-card.js';
import { layoutOf, SIZE } from '../../../client/room/after/picture.js';
import { rematchOf, sayRematch } from '../../../client/room/after/rematch.js';

const text = (/** @type {string} */ key, /** @type {object} */ data = {}) =>
  [key, ...Object.values(data)].join(' ');
const name = (/** @type {number} */ seat) => `Wind ${seat}`;

/** @param {string} who @param {object} [more] */
const person = (who, more = {}) => ({
  ...{ person: who, name: who, colour: 'red', ready: false, changed: [] },
  ...{ bot: null, away: false, vacant: false, vacation: null },
  ...more,
});

/**
 * Returns the next game as a player sees it, with its sentence.
 *
 * @param {number | null} own
 * @param {(object | null)[]} seats
 * @param {{ absent?: number[], view?: object }} [more]
 */
function next(own, seats, { absent = [], view = {} } = {}) {
  const state = /** @type {any} */ ({
    you: { seat: own },
    view: {
      phase: 'over',
      used_up: false,
      settings: { options: { game: 'tsuro' } },
      seats,
      ...view,
    },
    presence: { long_absent: absent },
  });
  const rematch = rematchOf(state);
  return { rematch, words: rematch && sayRematch(rematch, text) };
}

test('a rematch waits for all people at the table, but not for bots and absent ones', () => {
  const ana = person('Ana', { ready: true });
  const bots = [person('Tejo', { bot: 'easy' })];
  const seats = [ana, person('Bo'), person('Cleo'), ...bots, null];
  assert.equal(next(0, seats).words, 'rematch.waits Bo and Cleo');
  assert.equal(next(0, seats, { absent: [2] }).words, 'rematch.waits Bo');
  assert.equal(next(1, seats).words, 'rematch.wanted Ana 1');
  assert.equal(next(null, seats).words, '', 'a spectator is asked nothing');
  assert.equal(
    next(0, [ana, person('Bo'), person('Cleo'), person('Dan')]).words,
    'rematch.waits_many 3',
  );
  const { rematch } = next(0, seats);
  assert.deepEqual(
    rematch?.players.map(({ isIn }) => isIn),
    [true, false, false, true],
  );
  assert.equal(rematch?.people, 3);
});

test('a rematch says how many players are missing', () => {
  assert.equal(next(0, [person('Ana'), null]).words, 'host.needs 1');
  const left = [person('Ana'), person('Bo', { vacant: true })];
  assert.equal(next(0, left).words, 'host.needs 1');
});

test('there is no rematch during a game, before one, and in a room that is used up', () => {
  const seats = [person('Ana'), person('Bo')];
  for (const view of [{ phase: 'playing' }, { phase: 'lobby' }, { used_up: true }])
    assert.equal(next(0, seats, { view }).rematch, null);
});

test('a spectator joins only where a seat is free', () => {
  assert.equal(next(null, [person('Ana'), null]).rematch?.mayJoin, true);
  assert.equal(next(null, [person('Ana'), person('Bo')]).rematch?.mayJoin, false);
  assert.equal(next(0, [person('Ana'), null]).rematch?.mayJoin, false);
});

test('a player who has not won hears their place, and with whom they share it', () => {
  const places = [
    { place: 1, seats: [2] },
    { place: 2, seats: [0, 1, 4] },
    { place: 5, seats: [3] },
  ];
  assert.equal(sayLoss(places, 2, text, name), null);
  assert.equal(sayLoss(places, 3, text, name), 'end.own_place 5');
  assert.equal(sayLoss(places, 1, text, name), 'end.own_place_shared 2 Wind 0 and Wind 4');
  const two = [
    { place: 1, seats: [1] },
    { place: 2, seats: [0] },
  ];
  assert.equal(sayLoss(two, 0, text, name), 'end.you_lost');
});

/**
 * Returns what a player can still do who is out of a game of Tsuro.
 *
 * @param {(object | null)[]} seats
 * @param {object} [more]
 */
function out(seats, more = {}) {
  const marker = { start: 'a1:0', path: [], out: null, place: null };
  const lost = { ...marker, out: { how: 'edge', after: 1 }, place: 3 };
  const state = {
    you: { seat: 0 },
    view: {
      ...{ phase: 'playing', paused: null, take_back_asked_by: [], take_back_declined: [] },
      game: {
        ...{ game: 'tsuro', options: {}, choices: null },
        ...{ markers: [lost, marker, marker], hands: [] },
      },
      ...{ used_up: false, only_bots: false, settings: {} },
      seats,
      ...more,
    },
    happenings: [
      { happening: { type: 'started', events: [] } },
      { happening: { type: 'played', seat: 0, events: [] } },
    ],
  };
  return outOf(/** @type {any} */ ({ state, text }));
}

test('a player who is out among people can be ready for the next game', () => {
  const seats = [person('Ana'), person('Bo'), person('Tejo', { bot: 'easy' })];
  assert.deepEqual(out(seats), {
    ...{ place: 3, count: 3, others: [1, 2] },
    ...{ mayTakeBack: false, maySkip: false, mayBeReady: true, seesHands: false },
  });
  assert.equal(out(seats, { phase: 'over' }), null);
});

test('a player who is out alone with bots may take back and skip to the end', () => {
  const seats = [person('Ana'), person('Lima', { bot: 'easy' }), person('Tejo', { bot: 'easy' })];
  const alone = out(seats, { only_bots: true });
  assert.deepEqual([alone?.mayTakeBack, alone?.maySkip, alone?.mayBeReady], [true, true, false]);
  assert.equal(out(seats)?.maySkip, false, 'unless the server offers it');
  const open = out(seats, { settings: { out_see_hands: true } });
  assert.deepEqual([open?.mayTakeBack, open?.seesHands], [false, true], 'they have seen all hands');
});

test('the board and the lines of a picture fit, with two players and with eight', () => {
  for (const players of [2, 3, 8]) {
    for (const ratio of [1, 1.15]) {
      const { board, rows } = layoutOf(players, ratio);
      assert.ok(board.x >= 60 - 1e-9 && board.x + board.width <= SIZE.width - 60 + 1e-9);
      assert.ok(Math.abs(board.width / board.height - ratio) < 1e-9);
      assert.ok(board.y + board.height <= rows.top);
      assert.ok(rows.columns * rows.each >= players);
      assert.ok(rows.top + rows.each * 50 <= SIZE.height - 80, `${players} players`);
    }
  }
});

test('the wish for the next game is sent once this one is over, and the result was seen', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const sent = [];
  const context = /** @type {any} */ ({
    state: { you: { seat: 0 }, view: { phase: 'playing', round: 2 } },
    issue: (/** @type {object} */ intent) => sent.push(intent),
  });
  const next = new NextGame(context);
  next.want(true);
  next.follow();
  assert.deepEqual([next.isWanted, sent], [true, []]);
  context.state.view = { phase: 'over', round: 2 };
  next.follow();
  next.follow();
  assert.deepEqual(sent, []);
  mock.timers.tick(10_000);
  assert.deepEqual(
    sent.map(({ type, ready }) => [type, ready]),
    [['ready', true]],
  );
  // A player who has left the table in the meantime wants nothing any more.
  context.state.view = { phase: 'playing', round: 3 };
  next.want(true);
  context.state = { you: { seat: null }, view: { phase: 'over', round: 3 } };
  next.follow();
  mock.timers.tick(10_000);
  assert.equal(sent.length, 1);
  mock.timers.reset();
});
