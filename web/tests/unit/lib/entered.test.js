import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteEntered, takeEntered } from '../../../client/lib/entered.js';

test('the name of a sign-in is shown once, on the next page', () => {
  const kept = new Map();
  const memory = () => ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  });
  assert.equal(takeEntered(memory), null);
  noteEntered('Dora', memory);
  assert.equal(takeEntered(memory), 'Dora');
  assert.equal(takeEntered(memory), null);
});

test('a browser that refuses storage signs in all the same', () => {
  const refuses = () => {
    throw new Error('no storage');
  };
  noteEntered('Dora', refuses);
  assert.equal(takeEntered(refuses), null);
});
