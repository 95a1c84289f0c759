import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const script = readFileSync(new URL('../../client/push.js', import.meta.url), 'utf8');

/** @typedef {{url: string, visibilityState: string}} Page */

/**
 * What a browser gives the script, with those pages open.
 *
 * @param {Page[]} pages
 * @param {Record<string, string> | null} words
 */
function worker(pages, words) {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  /** @type {unknown[]} */
  const did = [];
  const clients = {
    matchAll: async () =>
      pages.map((page) => ({ ...page, focus: async () => void did.push(['focus', page.url]) })),
    openWindow: async (/** @type {string} */ path) => void did.push(['open', path]),
  };
  const given = {
    URL,
    caches: {
      match: async (/** @type {string} */ path) =>
        path === '/push-words' && words ? { json: async () => words } : undefined,
    },
    clients,
    registration: {
      showNotification: async (/** @type {string} */ title, /** @type {any} */ { tag, data }) =>
        void did.push(['show', title, tag, data]),
    },
    addEventListener: (/** @type {string} */ kind, /** @type {(event: any) => void} */ listener) =>
      void listeners.set(kind, listener),
  };
  runInContext(script, createContext(given));
  return {
    did,
    /**
     * @param {string} kind
     * @param {object} event
     */
    async hear(kind, event) {
      /** @type {Promise<void> | undefined} */
      let work;
      listeners.get(kind)?.({
        ...event,
        waitUntil: (/** @type {Promise<void>} */ done) => {
          work = done;
        },
      });
      assert.ok(work, 'the browser is told to wait');
      await work;
    },
  };
}

const NEWS = { data: { json: () => ({ what: 'turn', room: 'abc', host: '$& Ana' }) } };
const WORDS = { turn: "Your turn in {host}'s room" };

test('who has no page in view is shown it, in the words that the page has kept', async () => {
  const hidden = { url: 'https://senda.example/r/abc', visibilityState: 'hidden' };
  const { did, hear } = worker([hidden], WORDS);
  await hear('push', NEWS);
  assert.deepEqual(did, [['show', "Your turn in $& Ana's room", 'abc', 'abc']]);
});

test('who looks at a page is told there', async () => {
  const pages = [
    { url: 'https://senda.example/r/abc', visibilityState: 'hidden' },
    { url: 'https://senda.example/', visibilityState: 'visible' },
  ];
  const { did, hear } = worker(pages, WORDS);
  await hear('push', NEWS);
  assert.deepEqual(did, []);
});

test('without the words it still says in whose room', async () => {
  const { did, hear } = worker([], null);
  await hear('push', NEWS);
  assert.deepEqual(did, [['show', '$& Ana', 'abc', 'abc']]);
});

test('a click leads to the page of the room, or opens it', async () => {
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const notification = { data: 'abc', close };
  const there = { url: 'https://senda.example/r/abc', visibilityState: 'hidden' };
  const other = { url: 'https://senda.example/r/xyz', visibilityState: 'hidden' };
  const back = worker([other, there], WORDS);
  await back.hear('notificationclick', { notification });
  assert.deepEqual(back.did, [['focus', there.url]]);
  const anew = worker([other], WORDS);
  await anew.hear('notificationclick', { notification });
  assert.deepEqual(anew.did, [['open', '/r/abc']]);
  assert.equal(closed, 2);
});
