import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const script = readFileSync(new URL('../../client/push.js', import.meta.url), 'utf8');

/** @typedef {{url: string, visibilityState: string}} Page */

/**
 * Runs the service worker in a simulated browser with these open pages.
 *
 * @param {Page[]} pages
 * @param {Record<string, string> | null} words
 * @param {object} server
 * @param {number | null} [server.waiting] the number of games that wait for the reader, or `null`
 *   if the icon has no badge
 * @param {boolean} [server.knows] whether the server knows the session of the device
 * @param {string} [server.prefix] the prefix of the server
 */
function worker(pages, words, { waiting = null, knows = true, prefix = '' } = {}) {
  /** @type {Map<string, (event: any) => void>} */
  const listeners = new Map();
  /** @type {unknown[]} */
  const did = [];
  /** @type {string[]} */
  const icons = [];
  const clients = {
    matchAll: async () =>
      pages.map((page) => ({ ...page, focus: async () => void did.push(['focus', page.url]) })),
    openWindow: async (/** @type {string} */ path) => void did.push(['open', path]),
  };
  /** @param {string} tag */
  const notification = (tag) => ({ tag, close: () => void did.push(['close', tag]) });
  const shown = [notification('abc'), notification('xyz')];
  const subscription = (/** @type {string} */ name) => ({
    toJSON: () => ({
      endpoint: `https://push.example/${name}`,
      expirationTime: null,
      keys: { p256dh: `${name} key`, auth: `${name} secret` },
    }),
  });
  const badge = {
    setAppBadge: async (/** @type {number} */ count) => void did.push(['badge', count]),
    clearAppBadge: async () => void did.push(['badge', 0]),
  };
  const given = {
    URL,
    location: new URL(`https://senda.example${prefix}/push.js`),
    AbortController,
    setTimeout,
    clearTimeout,
    Notification: { permission: 'granted' },
    navigator: waiting === null ? {} : badge,
    fetch: async (/** @type {string} */ path, /** @type {RequestInit} */ options = {}) => {
      const { method = 'GET', body } = options;
      if (method !== 'GET') did.push([method, path, JSON.parse(String(body))]);
      return {
        ok: knows,
        json: async () => (path === `${prefix}/api/session/push` ? { key: 'server' } : { waiting }),
      };
    },
    caches: {
      match: async (/** @type {string} */ path) =>
        path === `${prefix}/push-words` && words ? { json: async () => words } : undefined,
    },
    clients,
    registration: {
      showNotification: async (/** @type {string} */ title, /** @type {any} */ options) => {
        did.push(['show', title, options.tag, options.data]);
        icons.push(options.icon, options.badge);
      },
      getNotifications: async (/** @type {any} */ { tag }) =>
        shown.filter((one) => one.tag === tag),
      pushManager: {
        subscribe: async (/** @type {any} */ options) => {
          did.push(['subscribe', options.userVisibleOnly, options.applicationServerKey]);
          return subscription('new');
        },
      },
    },
    addEventListener: (/** @type {string} */ kind, /** @type {(event: any) => void} */ listener) =>
      void listeners.set(kind, listener),
  };
  runInContext(script, createContext(given));
  return {
    did,
    icons,
    subscription,
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

test('without a visible page a notification is shown, with the texts that the page has stored', async () => {
  const hidden = { url: 'https://senda.example/r/abc', visibilityState: 'hidden' };
  const { did, hear } = worker([hidden], WORDS);
  await hear('push', NEWS);
  assert.deepEqual(did, [['show', "Your turn in $& Ana's room", 'abc', 'abc']]);
});

test('a host whose data was deleted has a name in the language of the reader', async () => {
  const news = (/** @type {string} */ host) => ({
    data: { json: () => ({ what: 'end', room: 'abc', host }) },
  });
  const { did, hear } = worker([], { end: 'Chez {host}', forgotten: 'Quelqu’un' });
  for (const host of ['Someone', 'Someone (2)', 'Someone else']) await hear('push', news(host));
  const titles = ['Chez Quelqu’un', 'Chez Quelqu’un (2)', 'Chez Someone else'];
  assert.deepEqual(
    did,
    titles.map((title) => ['show', title, 'abc', 'abc']),
  );
});

test('with a visible page of the room no notification is shown', async () => {
  const pages = [
    { url: 'https://senda.example/', visibilityState: 'hidden' },
    { url: 'https://senda.example/r/abc?watch', visibilityState: 'visible' },
  ];
  const { did, hear } = worker(pages, WORDS);
  await hear('push', NEWS);
  assert.deepEqual(did, []);
});

test('with another visible page a notification is shown, because that page does not show the event', async () => {
  for (const path of ['/', '/r/xyz', '/r/abc/games/1', '/you', '/how/tsuro']) {
    const page = { url: `https://senda.example${path}`, visibilityState: 'visible' };
    const { did, hear } = worker([page], WORDS);
    await hear('push', NEWS);
    assert.deepEqual(did, [['show', "Your turn in $& Ana's room", 'abc', 'abc']], path);
  }
});

test('the pictures of a notification are bitmaps that every system draws', async () => {
  const { icons, hear } = worker([], WORDS);
  await hear('push', NEWS);
  assert.equal(icons.length, 2);
  for (const icon of icons) {
    const bytes = readFileSync(new URL(`../../client${icon}`, import.meta.url));
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  }
});

test('the icon of the app shows the number of waiting games', async () => {
  const two = worker([], WORDS, { waiting: 2 });
  await two.hear('push', NEWS);
  assert.deepEqual(two.did.at(-1), ['badge', 2]);
  const none = worker([], WORDS, { waiting: 0 });
  await none.hear('push', NEWS);
  assert.deepEqual(none.did.at(-1), ['badge', 0]);
  // Without a session there are no games.
  const nobody = worker([], WORDS, { waiting: 2, knows: false });
  await nobody.hear('push', NEWS);
  assert.deepEqual(nobody.did.at(-1), ['show', "Your turn in $& Ana's room", 'abc', 'abc']);
});

test('the notifications of a room are closed when its page is seen', async () => {
  const { did, hear } = worker([], WORDS, { waiting: 1 });
  await hear('message', { data: { seen: 'abc' } });
  assert.deepEqual(did, [
    ['close', 'abc'],
    ['badge', 1],
  ]);
});

test('a subscription that ends is replaced, and the server receives the new one', async () => {
  const ended = worker([], WORDS);
  await ended.hear('pushsubscriptionchange', { oldSubscription: {}, newSubscription: null });
  const told = (/** @type {string} */ name) => [
    'PUT',
    '/api/session/push',
    {
      endpoint: `https://push.example/${name}`,
      keys: { p256dh: `${name} key`, auth: `${name} secret` },
    },
  ];
  assert.deepEqual(ended.did, [['subscribe', true, 'server'], told('new')]);
  // A browser may already have subscribed again.
  const renewed = worker([], WORDS);
  const newSubscription = renewed.subscription('renewed');
  await renewed.hear('pushsubscriptionchange', { newSubscription });
  assert.deepEqual(renewed.did, [told('renewed')]);
  // A device that was signed out receives no notifications any more.
  const nobody = worker([], WORDS, { knows: false });
  await nobody.hear('pushsubscriptionchange', {});
  assert.deepEqual(nobody.did, []);
});

test('without the texts a notification still names the host of the room', async () => {
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

test('all paths are under the prefix of the server', async () => {
  const prefix = '/games/senda';
  const elsewhere = { url: 'https://senda.example/r/abc', visibilityState: 'visible' };
  const { did, icons, hear } = worker([elsewhere], WORDS, { prefix });
  await hear('push', NEWS);
  assert.deepEqual(did, [['show', "Your turn in $& Ana's room", 'abc', 'abc']]);
  for (const icon of icons) assert.match(icon, /^\/games\/senda\/icons\//);
  await hear('pushsubscriptionchange', {});
  assert.deepEqual(did.at(-2), ['subscribe', true, 'server']);
  assert.equal(/** @type {string[]} */ (did.at(-1))[1], '/games/senda/api/session/push');
  await hear('notificationclick', { notification: { data: 'abc', close: () => {} } });
  assert.deepEqual(did.at(-1), ['open', '/games/senda/r/abc']);
});
