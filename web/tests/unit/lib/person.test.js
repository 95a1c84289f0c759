import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { clearMemory } from '../../../client/lib/person.js';

/** The keys of the device's own settings, which are independent of the person. */
const OF_DEVICE = ['senda.appearance', 'senda.chat-hidden', 'senda.notify', 'senda.sound'];

/** @param {string[]} keys */
function memory(keys) {
  const kept = new Map(keys.map((key) => [key, '1']));
  const storage = {
    get length() {
      return kept.size;
    },
    key: (/** @type {number} */ at) => [...kept.keys()][at] ?? null,
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
  return { kept, storage };
}

/** Returns the storage keys that the sources of the client name. */
function keysOfClient() {
  const client = new URL('../../../client/', import.meta.url);
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(new URL(path, client), 'utf8'));
  const keys = sources.flatMap((source) => [...source.matchAll(/['`](senda\.[a-z][\w.-]*)/g)]);
  return [...new Set(keys.map(([, key]) => String(key)))].filter((key) => !/\.v\d$/.test(key));
}

test('all personal data is deleted, and the settings of the device stay', () => {
  const keys = keysOfClient();
  for (const known of [
    'senda.own-rooms',
    'senda.muted',
    'senda.seen.',
    'senda.adds.',
    'senda.colour',
  ]) {
    assert.ok(keys.includes(known), known);
  }
  const { kept, storage } = memory([...keys.map((key) => `${key}`), 'of another program']);
  clearMemory(() => storage);
  assert.deepEqual([...kept.keys()].sort(), ['of another program', ...OF_DEVICE].sort());
});

test('a browser without storage has nothing to clear', () => {
  clearMemory(() => {
    throw new Error('not allowed');
  });
});
