import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { clearMemory } from '../../../client/lib/person.js';

/** Settings of the device, whoever is at it. */
const OF_DEVICE = ['senda.chat-hidden', 'senda.notify', 'senda.sound'];

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

/** The keys under which the client keeps something, as its sources name them. */
function keysOfClient() {
  const client = new URL('../../../client/', import.meta.url);
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(new URL(path, client), 'utf8'));
  const keys = sources.flatMap((source) => [...source.matchAll(/['`](senda\.[a-z][\w.-]*)/g)]);
  return [...new Set(keys.map(([, key]) => String(key)))].filter((key) => !/\.v\d$/.test(key));
}

test('all that is kept of a person goes, and the settings of the device stay', () => {
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

test('a browser that keeps nothing has nothing to clear', () => {
  clearMemory(() => {
    throw new Error('not allowed');
  });
});
