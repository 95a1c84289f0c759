import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentOf, placeIn } from '../../../client/replay/address.js';
import { Film } from '../../../client/replay/film.js';

/** @import { GameReplay } from '../../../client/protocol.js' */

/** @param {string} key @param {Record<string, string | number>} [values] */
const text = (key, values = {}) => [key, ...Object.values(values)].join(' ');

/**
 * Returns a replay with these positions and events.
 *
 * @param {object} parts
 */
const replayOf = (parts) =>
  new Film(
    /** @type {GameReplay} */ (
      /** @type {unknown} */ ({
        options: { game: 'tsuro' },
        players: [
          { name: 'Ana', colour: 'red', bot: null },
          { name: 'Bea', colour: 'blue', bot: 'hard' },
        ],
        happenings: [],
        steps: [4, 6, 7, 9],
        positions: { start: {}, changes: [[], [], []] },
        ...parts,
      })
    ),
    text,
  );

test('a replay leads from position to position by patches', () => {
  const views = [
    { board: [], turn: 0 },
    { board: [{ tile: 3 }], turn: 1 },
    { board: [{ tile: 3 }], turn: 1 },
    { board: [{ tile: 3 }, { tile: 5 }], turn: 0 },
  ];
  const positions = {
    start: views[0],
    changes: [[-1, [-1, ['+', [{ tile: 3 }]], 1, 1]], [], [-1, [-1, ['+', [{ tile: 5 }]], 1, 0]]],
  };
  const replay = replayOf({ positions });
  // A later position does not depend on whether an earlier one was shown.
  for (const step of [3, 1, 0, 2]) assert.deepEqual(replay.position(step), views[step]);
  const whole = { ...positions, changes: [[0, { other: true }]] };
  assert.deepEqual(replayOf({ positions: whole }).position(1), { other: true });
});

test('a step has the seat, the time and the owners of its decision', () => {
  const happenings = [
    { version: 6, at: 60, happening: { type: 'played', seat: 1, by: 'player', events: [] } },
    { version: 7, at: 70, happening: { type: 'took_back', seat: 1 } },
    { version: 8, at: 80, happening: { type: 'sat', seat: 1, name: 'Cora', colour: 'green' } },
    { version: 9, at: 90, happening: { type: 'played', seat: 0, by: 'clock', events: [] } },
  ];
  const film = replayOf({ happenings });
  assert.equal(film.end, 3);
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => [film.seat(step), film.at(step)]),
    [
      [null, 0],
      [1, 60],
      [1, 70],
      [0, 90],
    ],
  );
  // Events between two steps are told with the later one.
  assert.match(film.sentence(3), /^log\.sat.*log\.by_clock/);
  assert.deepEqual(
    film.seats(2).map(({ name, bot }) => [name, bot]),
    [
      ['Ana', null],
      ['Bea', 'hard'],
    ],
  );
  assert.deepEqual(
    film.seats(3).map(({ name, colour, bot }) => [name, colour, bot]),
    [
      ['Ana', 'red', null],
      ['Cora', 'green', null],
    ],
  );
});

test('an address names a step and a viewer', () => {
  for (const [fragment, step, viewer] of /** @type {const} */ ([
    ['#0', 0, 'spectator'],
    ['#42', 42, 'spectator'],
    ['#42/1', 42, 0],
    ['#42/8', 42, 7],
    ['#42/all', 42, 'all'],
  ])) {
    assert.deepEqual(placeIn(fragment), { step, viewer });
    assert.equal(fragmentOf(step, viewer), fragment);
  }
  for (const other of ['', '#', '#x', '#-1', '#1.5', '#42/', '#1e9', '#42/1/2'])
    assert.deepEqual(placeIn(other), { step: null, viewer: 'spectator' }, other);
  for (const viewer of ['9', '0', 'ana'])
    assert.deepEqual(placeIn(`#42/${viewer}`), { step: 42, viewer: 'spectator' });
});
