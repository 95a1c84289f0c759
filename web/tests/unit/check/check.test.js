import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { checkGame } from '../../../client/check/check.js';
import { otherThanSeen } from '../../../client/check/comparison.js';
import { MOST_BYTES, readGame, Unreadable } from '../../../client/check/read.js';
import { commitmentOf, createShuffler } from '../../../client/check/shuffle.js';
import { Witness } from '../../../client/check/witness.js';
import { UNKNOWN } from '../../../client/room/state.js';

/**
 * @import { AnyEvent, GameFile, PublicEvent, Phase, TimelineEntry } from '../../../client/protocol.js'
 */
/** @import { RoomState } from '../../../client/room/state.js' */

const server = new URL('../../../../server/', import.meta.url);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, server), 'utf8');
/** @param {string} name */
const kept = (name) => read(`room/tests/cases/game_file/${name}.json`);

/**
 * @typedef {object} Case a change to an honest game, and the findings of the check
 * @property {string} name
 * @property {string} file
 * @property {[string, unknown][]} change the changes, each as a JSON pointer and the new value
 * @property {{commitment?: string, nonce?: string}} [noted]
 * @property {{types: string[]} | object[]} found all findings, or only their types where there are
 *   many
 */

/** @type {Case[]} */
const cases = JSON.parse(kept('cases'));

/**
 * @param {string} name
 * @param {Case['change']} change
 * @returns {string}
 */
function changed(name, change) {
  const file = JSON.parse(kept(name));
  for (const [pointer, now] of change) {
    const keys = pointer.split('/').slice(1);
    const last = keys.pop() ?? '';
    const parent = keys.reduce((value, key) => value[key], file);
    assert.ok(last in parent, pointer);
    parent[last] = now;
  }
  return JSON.stringify(file);
}

test('every test vector of the shuffle gives the same result as on the server', async () => {
  const vectors = JSON.parse(read('rules/tests/cases/chance.json'));
  assert.ok(vectors.length >= 5);
  for (const { secret, commitment, nonces, number, items, order } of vectors) {
    assert.equal(await commitmentOf(secret), commitment);
    const shuffler = await createShuffler(secret, nonces);
    assert.deepEqual(await shuffler(number, items), order);
    assert.deepEqual(await shuffler(number, items.toReversed()), order);
  }
});

test('there is a case for each way in which a server could cheat', () =>
  assert.ok(cases.length > 12));

for (const { name, file, change, noted, found } of cases) {
  test(`the check finds: ${name}`, async () => {
    const { findings } = await checkGame(readGame(changed(file, change)), noted ?? {});
    if (Array.isArray(found)) assert.deepEqual(findings, found);
    else {
      const types = [...new Set(findings.map(({ type }) => type))];
      assert.deepEqual(types.sort(), found.types.sort());
    }
  });
}

test('an honest game is reported tile by tile', async () => {
  const { shuffles, draws } = await checkGame(readGame(kept('four')), {});
  const deal = shuffles.find(({ what }) => what === 'deal');
  assert.ok(deal && draws > 4);
  assert.deepEqual(deal.expected, deal.found);
  assert.deepEqual(deal.to, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  assert.deepEqual([...new Set(shuffles.map(({ what }) => what))].sort(), [
    'choice',
    'deal',
    'first',
    'return',
  ]);
});

test('a file that is no game is rejected with its reason', () => {
  /** @param {string} text */
  const refusal = (text) => {
    try {
      readGame(text);
    } catch (error) {
      assert.ok(error instanceof Unreadable, String(error));
      return [error.code, error.detail];
    }
    throw new Error('it was read');
  };
  assert.equal(refusal('')[0], 'not_json');
  assert.equal(refusal('{"format": ')[0], 'not_json');
  for (const text of ['{}', '[]', 'null', '3', '{"format": 1}']) {
    assert.equal(refusal(text)[0], 'no_format', text);
  }
  assert.deepEqual(refusal('{"format": "senda-game/5"}'), ['unknown_format', 'senda-game/5']);
  assert.equal(refusal(' '.repeat(MOST_BYTES + 1))[0], 'too_large');
  for (const [pointer, now, place] of /** @type {const} */ ([
    ['/seats', [], 'seats'],
    ['/secret', 'abc', 'secret'],
    ['/nonces', [null], 'nonces'],
    ['/options', { game: 'chess' }, 'options'],
    ['/steps', {}, 'steps'],
    ['/steps/0', null, 'steps/0'],
    ['/steps/3/by', 'nobody', 'steps/3'],
    ['/steps/3/events', [{ game: 'tsuro', type: 'drew', seat: 9, tile: 1 }], 'steps/3/events'],
    ['/steps/0/events/0/hands', [[1], 2], 'steps/0/events'],
    ['/steps/0/shuffles/1/items', ['1'], 'steps/0/shuffles'],
    ['/steps/0/shuffles/0/count', 4_000_000_000, 'steps/0/shuffles'],
    ['/steps/0/shuffles/0/count', 20_001, 'steps/0/shuffles'],
    ['/outcome/places', ['1', 2], 'outcome'],
  ])) {
    assert.deepEqual(refusal(changed('two', [[pointer, now]])), ['malformed', place], pointer);
  }
});

/** An in-memory storage in place of the browser's. */
function memory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** Returns a function for a separate in-memory storage. */
function holding() {
  const own = memory();
  return () => own;
}

/**
 * @param {GameFile} file
 * @param {number} [steps] the number of steps that are included
 * @returns {TimelineEntry[]}
 */
function told(file, steps = file.steps.length) {
  return file.steps.slice(0, steps).flatMap((step, at) => {
    /** @type {PublicEvent[]} */
    const happenings =
      step.type === 'dealt'
        ? [
            {
              type: 'started',
              round: file.round,
              commitment: file.commitment,
              nonces: file.nonces,
              options: file.options,
              players: file.seats,
              events: step.events,
            },
          ]
        : step.type === 'played'
          ? [{ type: 'played', seat: step.seat, by: step.by, events: step.events }]
          : [];
    return happenings.map((happening) => ({ version: at + 5, at: step.at, happening }));
  });
}

/**
 * @param {GameFile} file
 * @param {Phase} phase
 * @param {TimelineEntry[]} happenings
 * @param {{seat?: number | null, ready?: boolean, host?: boolean, round?: number}} [who]
 * @returns {RoomState}
 */
function state(file, phase, happenings, { seat = 0, ready = true, host = false, round = 1 } = {}) {
  return /** @type {any} */ ({
    ...UNKNOWN,
    you: { person: 1, name: 'Ana', seat, host, tabs: 1 },
    view: {
      phase,
      round: phase === 'lobby' ? round - 1 : round,
      commitment: file.commitment,
      seats: [{ ready }, { ready }],
    },
    at: { epoch: 3, version: happenings.at(-1)?.version ?? 1 },
    happenings,
  });
}

/**
 * @param {AnyEvent} event
 * @returns {AnyEvent}
 */
function hidden(event) {
  if (event.game !== 'tsuro') throw new Error('a game of Tsuro');
  if (event.type === 'drew') return { ...event, tile: null };
  if (event.type !== 'opened') return event;
  const none = (/** @type {unknown[]} */ cards) => cards.map(() => null);
  return {
    ...event,
    pile: none(event.pile),
    hands: event.hands.map((hand, seat) => (seat === 0 ? hand : none(hand))),
  };
}

test('a browser records the commitment, its own nonce and the events that it received', async () => {
  const file = readGame(kept('two'));
  const happenings = told(file).map(({ happening, ...rest }) => ({
    ...rest,
    happening:
      'events' in happening ? { ...happening, events: happening.events.map(hidden) } : happening,
  }));
  const kept_ = memory();
  const witness = new Witness(
    () => kept_,
    'room',
    () => 1,
  );
  witness.see(state(file, 'lobby', []));
  witness.adds(file.nonces[0] ?? '');
  for (let steps = 1; steps < happenings.length; steps += 1) {
    // A reload in the middle of the game loses nothing.
    const later = new Witness(
      () => kept_,
      'room',
      () => 1,
    );
    later.see(state(file, 'playing', happenings.slice(0, steps)));
  }
  witness.see(state(file, 'over', happenings));
  const seen = witness.of(1);
  assert.ok(seen);
  assert.equal(seen.commitment, file.commitment);
  assert.equal(seen.nonce, file.nonces[0]);
  assert.deepEqual((await checkGame(file, seen)).findings, []);
  assert.equal(otherThanSeen(file, seen.events), null);

  // The server later publishes a different game: an honest one, but not the played one.
  const tile = file.steps[0]?.type === 'dealt' ? file.steps[0].events[0] : null;
  assert.ok(tile?.type === 'opened' && 'hands' in tile && tile.hands[0]);
  tile.hands[0][0] = 34;
  assert.deepEqual(otherThanSeen(file, seen.events), { step: 0 });
  const short = readGame(kept('two'));
  short.steps.pop();
  assert.deepEqual(otherThanSeen(short, seen.events), { step: short.steps.length });
});

test('the first version of an event is not replaced by a later one', () => {
  const file = readGame(kept('two'));
  const witness = new Witness(holding(), 'room', () => 1);
  witness.see(state(file, 'playing', told(file, 3)));
  const other = readGame(changed('two', [['/steps/1/events/0/mark', 'a1:0']]));
  witness.see(state(other, 'over', told(other)));
  const seen = witness.of(1);
  assert.ok(seen);
  assert.deepEqual(otherThanSeen(other, seen.events), { step: 1 });
  assert.equal(otherThanSeen(file, seen.events), null);
});

test('a nonce that was not part of a game is not expected there', () => {
  const file = readGame(kept('two'));
  for (const who of [{ seat: null }, { ready: false }]) {
    const witness = new Witness(holding(), 'room', () => 1);
    witness.adds('00112233445566778899aabbccddeeff');
    witness.see(state(file, 'lobby', [], who));
    witness.see(state(file, 'playing', told(file, 2)));
    assert.equal(witness.of(1)?.nonce, undefined);
  }
  // A late answer to the last start does not count for the next game.
  const witness = new Witness(holding(), 'room', () => 1);
  witness.see(state(file, 'playing', told(file, 2)));
  witness.adds('00112233445566778899aabbccddeeff');
  witness.see(state(file, 'playing', told(file, 3)));
  witness.see(state(file, 'over', told(file)));
  const next = { ...readGame(kept('two')), round: 2 };
  const later = told(next, 2).map((one) => ({ ...one, version: one.version + 100 }));
  witness.see(state(next, 'playing', later, { round: 2 }));
  assert.ok(witness.of(2));
  assert.equal(witness.of(2)?.nonce, undefined);
});

test('a browser keeps the games of an evening, and drops the oldest first', () => {
  const kept_ = memory();
  const file = readGame(kept('two'));
  for (let evening = 1; evening <= 20; evening += 1) {
    new Witness(
      () => kept_,
      `room${evening}`,
      () => evening,
    ).see(state(file, 'playing', told(file, 1)));
  }
  assert.equal(kept_.length, 12);
  assert.equal(
    new Witness(
      () => kept_,
      'room8',
      () => 0,
    ).of(1),
    null,
  );
  assert.ok(
    new Witness(
      () => kept_,
      'room9',
      () => 0,
    ).of(1),
  );
});

test('the game works in a browser without storage', () => {
  const refuses = () => {
    throw new Error('no');
  };
  const none = { ...memory(), getItem: refuses, setItem: refuses, removeItem: refuses };
  const file = readGame(kept('two'));
  for (const memory_ of [() => none, refuses]) {
    const witness = new Witness(memory_, 'room', () => 1);
    witness.adds('00');
    witness.see(state(file, 'playing', told(file, 3)));
    assert.equal(witness.of(1), null);
  }
});
