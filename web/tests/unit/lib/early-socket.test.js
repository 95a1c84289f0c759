import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { noteKnown, takeEarlySocket } from '../../../client/lib/early-socket.js';

const SCRIPT = readFileSync(new URL('../../../client/lib/first.js', import.meta.url), 'utf8');
const CONNECTION = readFileSync(
  new URL('../../../client/lib/connection.js', import.meta.url),
  'utf8',
);
const LOBBY = '/api/lobby/socket';
const ROOM = '/api/rooms/{room}/socket';

/** A socket that records what it is asked for. */
class Socket extends EventTarget {
  /** @type {Socket[]} */
  static all = [];
  /** @type {((event: any) => void) | null} */
  onopen = null;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  closed = false;

  /** @param {URL} url @param {string[]} protocols */
  constructor(url, protocols) {
    super();
    this.url = String(url);
    this.protocols = [...protocols];
    Socket.all.push(this);
  }

  close() {
    this.closed = true;
  }
}

/**
 * Runs the first script of a page.
 *
 * @param {string | null} path the path that the page names
 * @param {string} href the address of the page
 * @param {Map<string, string>} storage
 * @param {{ files?: string }} dataset the attributes of the page
 */
function load(path, href, storage = new Map(), dataset = {}) {
  /** @type {(() => void)[]} */
  const timers = [];
  /** @type {string[]} */
  const replaced = [];
  const location = new URL(href);
  const replace = (/** @type {string} */ address) => void replaced.push(address);
  runInNewContext(SCRIPT, {
    URL,
    WebSocket: Socket,
    clearTimeout: () => void timers.splice(0),
    document: {
      documentElement: { dataset },
      querySelector: () => (path === null ? null : { getAttribute: () => path }),
      querySelectorAll: () => [],
    },
    localStorage: { getItem: (/** @type {string} */ key) => storage.get(key) ?? null },
    location: Object.assign(location, { replace }),
    window: globalThis,
    addEventListener: () => {},
    setTimeout: (/** @type {() => void} */ action) => timers.push(action),
  });
  return { end: () => timers.at(-1)?.(), replaced };
}

afterEach(() => {
  Socket.all = [];
  Reflect.deleteProperty(globalThis, 'earlySocket');
});

test('the list of rooms is asked for at once', () => {
  load(LOBBY, 'https://senda.example/?lang=fr');
  const socket = Socket.all[0];
  assert.equal(socket?.url, 'wss://senda.example/api/lobby/socket');
  for (const protocol of socket.protocols) assert.ok(CONNECTION.includes(`'${protocol}'`));
  assert.equal(takeEarlySocket(), socket);
  assert.equal(takeEarlySocket(), null, 'it is taken once');
});

test('a room is entered early only by a browser that has been in a room', () => {
  const storage = new Map();
  const href = 'http://senda.example:8080/r/d%206ch/';
  load(ROOM, href, storage);
  assert.equal(Socket.all.length, 0);
  noteKnown(() => ({ setItem: (key, value) => void storage.set(key, value) }));
  load(ROOM, href, storage);
  assert.equal(Socket.all[0]?.url, 'ws://senda.example:8080/api/rooms/d%206ch/socket');
});

test('a page without a socket opens none', () => {
  load(null, 'https://senda.example/how-to');
  assert.deepEqual(Socket.all, []);
  assert.equal(takeEarlySocket(), null);
});

test('events from before the socket was taken are repeated in order, and later ones come once', async () => {
  load(LOBBY, 'https://senda.example/');
  const [socket] = Socket.all;
  assert.ok(socket);
  socket.dispatchEvent(new Event('open'));
  socket.dispatchEvent(Object.assign(new Event('message'), { data: '1' }));
  /** @type {string[]} */
  const heard = [];
  assert.equal(takeEarlySocket(), socket);
  socket.onopen = () => void heard.push('open');
  socket.onmessage = ({ data }) => void heard.push(data);
  await Promise.resolve();
  socket.dispatchEvent(Object.assign(new Event('message'), { data: '2' }));
  await Promise.resolve();
  assert.deepEqual(heard, ['open', '1'], 'the browser itself delivers what comes later');
});

test('a socket that nothing takes is closed after a while', () => {
  const { end } = load(LOBBY, 'https://senda.example/');
  end();
  assert.ok(Socket.all[0]?.closed);
});

test('a browser that refuses sockets or its storage gets a page without an early socket', () => {
  load('//[', 'https://senda.example/');
  noteKnown(() => {
    throw new Error('refused');
  });
  assert.equal(takeEarlySocket(), null);
});

test('a page that was opened without the prefix of the server leads to its own address', () => {
  const dataset = { files: '/games/senda/a/0123456789abcdef/' };
  const at = (/** @type {string} */ href) => load(null, href, new Map(), dataset).replaced;
  assert.deepEqual(at('https://example.org/games/senda/'), []);
  assert.deepEqual(at('https://example.org/games/senda/r/abc?watch'), []);
  assert.deepEqual(at('https://example.org/'), ['/games/senda/']);
  assert.deepEqual(at('https://example.org/r/abc?watch#a'), ['/games/senda/r/abc?watch#a']);
  assert.deepEqual(load(null, 'https://example.org/r/abc').replaced, []);
});
