import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChatWishes } from '../../../client/room/talk/chat-wishes.js';

function memory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
}

/** @param {string} person */
const line = (person) => ({ at: 0, name: person, colour: null, person, text: 'x' });

test('a muted person is hidden, in that room and after a reload', () => {
  const store = memory();
  const wishes = new ChatWishes(() => store, 'one');
  wishes.mute({ person: 'bruno', name: 'Bruno' });
  const heard = (/** @type {ChatWishes} */ by) =>
    by.wanted([line('ana'), line('bruno')]).map(({ person }) => person);
  assert.deepEqual(heard(wishes), ['ana']);
  assert.deepEqual(heard(new ChatWishes(() => store, 'one')), ['ana']);
  assert.deepEqual(heard(new ChatWishes(() => store, 'two')), ['ana', 'bruno']);
  wishes.unmute('bruno');
  assert.deepEqual(heard(new ChatWishes(() => store, 'one')), ['ana', 'bruno']);
});

test('a hidden chat is hidden in every room', () => {
  const store = memory();
  new ChatWishes(() => store, 'one').hide(true);
  const wishes = new ChatWishes(() => store, 'two');
  assert.equal(wishes.hidden, true);
  assert.deepEqual(wishes.wanted([line('ana')]), []);
});

test('only the last rooms are stored, and a missing storage is no error', () => {
  const store = memory();
  for (let room = 0; room < 40; room += 1) {
    new ChatWishes(() => store, `room ${room}`).mute({ person: 'bruno', name: 'Bruno' });
  }
  assert.equal(new ChatWishes(() => store, 'room 0').muted.length, 0);
  assert.equal(new ChatWishes(() => store, 'room 39').muted.length, 1);
  const refused = new ChatWishes(() => {
    throw new Error('refused');
  }, 'one');
  refused.mute({ person: 'bruno', name: 'Bruno' });
  assert.equal(refused.wants('bruno'), false);
});
