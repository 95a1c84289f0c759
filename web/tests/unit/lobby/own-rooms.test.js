import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createText } from '../../../client/lib/text.js';
import { later, sayState } from '../../../client/lobby/own-rooms.js';

const client = new URL('../../../client/', import.meta.url);
const sentences = ['text/en.json', 'lobby/text/en.json'].map((path) =>
  JSON.parse(readFileSync(new URL(path, client), 'utf8')),
);
const text = createText(Object.assign({}, ...sentences), 'en');

/** @param {Partial<import('../../../client/lobby/own-rooms.js').OwnRoom>} of */
const said = (of) =>
  sayState(
    {
      room: 'r',
      game: 'tsuro',
      phase: 'playing',
      seated: true,
      others: [],
      your_turn: false,
      awaited: [],
      ...of,
    },
    text,
  );

test('a game names the players that it waits for, and the remaining time', () => {
  assert.equal(said({ your_turn: true, left_ms: 30_000 }), 'your turn, 30 seconds left');
  assert.equal(said({ awaited: ['Bruno'] }), 'waiting for Bruno');
  assert.equal(
    said({ awaited: ['Bruno', 'Chiara'], left_ms: 3 * 3_600_000 }),
    'waiting for Bruno and Chiara, 3 hours left',
  );
  assert.equal(said({ your_turn: true, left_ms: 200_000_000 }), 'your turn, 2 days left');
  assert.equal(said({ paused: true, your_turn: true }), 'paused');
  assert.equal(said({}), 'in progress');
  assert.equal(said({ asked: true, awaited: ['Bruno'] }), 'a question for you, waiting for Bruno');
  assert.equal(said({ asked: true, your_turn: true }), 'a question for you, your turn');
});

test('a game that does not run states the reason', () => {
  assert.equal(said({ phase: 'lobby' }), 'not started yet');
  assert.equal(said({ phase: 'over' }), 'finished');
  assert.equal(said({ phase: 'over', place: 1 }), 'finished, you came 1st');
  assert.equal(said({ phase: 'over', place: 4 }), 'finished, you came 4th');
  assert.equal(said({ phase: 'over', place: 1, finished: 1 }), 'finished, you came 1st');
  assert.equal(
    said({ phase: 'over', place: 2, finished: 3 }),
    '3 games, you came 2nd in the last one',
  );
});

test('the remaining times decrease while the list is shown, and not below zero', () => {
  const rooms = /** @type {any[]} */ ([
    { room: 'a', left_ms: 90_000 },
    { room: 'b', left_ms: 5_000 },
    { room: 'c', left_ms: 5_000, paused: true },
    { room: 'd' },
  ]);
  assert.deepEqual(
    later(rooms, 20_000).map(({ left_ms }) => left_ms),
    [70_000, 0, 5_000, undefined],
  );
});
