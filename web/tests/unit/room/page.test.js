/**
 * Tests of the room page as a whole, with its own HTML and texts, and with a connection, a storage
 * and an address that the test controls.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, mock, test } from 'node:test';

import { PRESETS } from '../../../client/games/tsuro/presets.js';
import { loadText } from '../../../client/lib/text.js';
// Imported here, so that the page's own imports of them take no time.
import '../../../client/room/after/parts.js';
import '../../../client/room/lobby/parts.js';
import '../../../client/room/parts/ending-reasons.js';
import { createRoomPage } from '../../../client/room/room-page.js';
import { openDocument } from '../document.js';

/** @import {PublicEvent} from '../../../client/protocol.js' */

// The clocks beside the players must not keep the process alive.
mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });

Object.assign(globalThis, {
  fetch: async (/** @type {string} */ path) =>
    new Response(readFileSync(new URL(`../../../client${path}`, import.meta.url))),
  MessageChannel: class {
    port1 = { onmessage: () => {} };
    port2 = { postMessage: () => queueMicrotask(() => this.port1.onmessage()) };
  },
});
Object.defineProperty(globalThis, 'navigator', { value: { userAgent: '' }, configurable: true });

/** A connection whose other end is the test. */
class Wire {
  /** @type {any[]} */
  sent = [];
  /** The calls of the connection's other methods. @type {unknown[][]} */
  calls = [];
  isOpen = true;
  /** @type {any} */
  events = null;
  path = () => '';

  /** @type {any} */
  connection = new Proxy(
    {
      send: (/** @type {unknown} */ message) => {
        if (this.isOpen) this.sent.push(message);
        return this.isOpen;
      },
    },
    {
      get: (own, name) =>
        Reflect.get(own, name) ??
        ((/** @type {unknown[]} */ ...given) => void this.calls.push([name, ...given])),
    },
  );

  /** Passes a message of the server to the page. @param {any} down */
  async hear(down) {
    this.events.heard(down);
    await settled();
  }
}

/** Waits until files are read and parts are redrawn. */
async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const you = { person: 'ana', name: 'Ana', seat: 0, host: true, left_out: false, tabs: 1 };

/** @param {string} person @param {string} name @param {string} colour */
const seat = (person, name, colour) => ({
  ...{ person, name, colour, ready: true, changed: [], bot: null },
  ...{ away: false, vacant: false, vacation: null },
});

const view = {
  phase: 'lobby',
  settings: {
    options: { game: 'tsuro', ...PRESETS['2020'] },
    clock: { type: 'none' },
    first: { type: 'draw' },
    public: false,
  },
  seats: [seat('ana', 'Ana', 'red'), seat('bo', 'Bo', 'blue')],
  host: { name: 'Ana', seat: 0 },
  ...{ creator: 'ana', barred: [], locked: false, hushed: false, used_up: false, round: 0 },
  ...{
    standing: [],
    winners: [],
    only_bots: false,
    commitment: 'c0ffee',
    clock: null,
    awaited: [],
    paused: null,
  },
  ...{ pause_asked_by: [], go_on_asked_by: [], take_back: 0, take_back_asked_by: [] },
  ...{ take_back_declined: [], hints: false, game: null },
};

/** @param {object} [changed] */
const update = (changed) => ({
  type: 'update',
  ...{ epoch: 1, from: 0, version: 1, now: 1_000, happenings: [], own: null },
  view: { ...view, ...changed },
});

/** @param {PublicEvent} happening */
const step = (happening) => ({
  ...{ type: 'step', version: 2, at: 2_000, change: [], happenings: [happening] },
});

/** @type {any} */
let document;
/** @type {Wire} */
let wire;
/** @type {Map<string, string>} */
let stored;
/** The things that the page watches on its device. @type {unknown[]} */
let watched;

/** @param {string} id */
const part = (id) => document.getElementById(id);
const announced = () =>
  part('live').children.map((/** @type {any} */ { textContent }) => textContent);

beforeEach(async () => {
  document = openDocument('room.html');
  // A style sheet never arrives here, so the page has it from the beginning.
  document.styleSheets.push({ href: '/room/after/finish.css' });
  wire = new Wire();
  stored = new Map();
  watched = [];
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
    key: () => null,
    length: 0,
  });
  const location = new URL('http://senda.test/r/k7m2%20p9');
  Object.assign(globalThis, { location });
  await createRoomPage({
    location,
    storage: () => storage,
    now: () => 5_000,
    steady: () => 0,
    // The sentences that a browser fetches at the reader's first action are there from the start.
    loadText: () => loadText('text/*.problems.json', 'text/*.table.json'),
    tables: () => ({ postMessage() {}, addEventListener() {} }),
    connect(path, _, events) {
      Object.assign(wire, { path, events });
      return wire.connection;
    },
    watchDevice: (_, question) => watched.push(question()),
    sound: {
      storage: () => storage,
      open: () => assert.fail('no sound without a touch'),
      synthesis: () => assert.fail('no synthesis without a touch'),
      vibrate: () => {},
      isHidden: () => document.hidden,
      onGesture: () => {},
    },
    notifications: {
      ...{ Notice: undefined, secure: true, hidden: () => false, memory: () => storage },
      focus: () => {},
    },
  });
});

/** Connects the page, and passes it the state of the room. @param {object} [changed] */
async function arrive(changed) {
  wire.events.changed('open', null, null);
  await wire.hear({ type: 'you', ...you });
  await wire.hear(update(changed));
}

test('the page connects to the socket of its room, and continues from the version it shows', async () => {
  assert.deepEqual(wire.calls, [['start']]);
  assert.equal(wire.path(), '/api/rooms/k7m2%20p9/socket');
  assert.deepEqual(watched, [{ type: 'sync', since: { epoch: 0, version: 0 } }]);
  await arrive();
  assert.equal(wire.path(), '/api/rooms/k7m2%20p9/socket?epoch=1&version=1');
});

test('the page shows the lobby once it knows the room', async () => {
  assert.equal(document.body.dataset.phase, 'unknown');
  await arrive();
  assert.equal(document.body.dataset.line, 'open');
  assert.equal(document.body.dataset.phase, 'lobby');
  assert.equal(part('name').textContent, 'Ana');
  assert.deepEqual(
    part('seats').children.map((/** @type {any} */ row) => row.querySelector('strong').textContent),
    ['Ana', 'Bo'],
  );
  assert.deepEqual(
    ['board', 'players-panel', 'gather', 'webhook', 'pause', 'resign'].filter(
      (id) => part(id).hidden,
    ),
    ['board', 'players-panel', 'pause', 'resign'],
  );
  assert.equal(document.title, "Ana's room - Senda");
});

test('the buttons of a running game appear with it, and send commands', async () => {
  await arrive({ phase: 'playing' });
  assert.equal(document.body.dataset.phase, 'playing');
  assert.ok(part('gather').hidden);
  assert.ok(!part('pause').hidden);
  part('pause').click();
  const { id, ...intent } = wire.sent.at(-1);
  assert.deepEqual(intent, { type: 'pause' });
  await wire.hear({ type: 'nak', id, problem: { code: 'too_fast', again_ms: 2_000 } });
  assert.match(part('notices').textContent, /too fast/);
  assert.match(announced().at(-1), /too fast/);
  // The next command that succeeds removes the notice.
  part('pause').click();
  await wire.hear({ type: 'ack', id: wire.sent.at(-1).id, version: 2 });
  assert.equal(part('notices').textContent, '');
});

test('a command that was not answered is sent again on the next connection', async () => {
  await arrive({ phase: 'playing' });
  part('pause').click();
  const [command] = wire.sent;
  const reconnect = async () => {
    for (const line of ['waiting', 'connecting', 'open']) wire.events.changed(line, null, null);
    await wire.hear(update({ phase: 'playing' }));
  };
  await reconnect();
  assert.deepEqual(wire.sent, [command, command]);
  await wire.hear({ type: 'ack', id: command.id, version: 2 });
  await reconnect();
  assert.equal(wire.sent.length, 2);
});

test('a question to the reader is shown with its choices', async () => {
  await arrive({ phase: 'playing', pause_asked_by: [1] });
  const [agree, decline] = part('notices').querySelectorAll('button');
  assert.match(part('notices').textContent, /Bo/);
  agree.click();
  decline.click();
  assert.deepEqual(
    wire.sent.map(({ type }) => type),
    ['pause', 'go_on'],
  );
});

test('a new event is added to the log and announced', async () => {
  await arrive();
  await wire.hear(step({ type: 'locked', locked: true }));
  const [line] = part('log').children;
  assert.match(line.textContent, /locked/);
  assert.deepEqual(announced(), [line.querySelector('span').textContent]);
});

test('chat lines are counted and announced, except those of the reader', async () => {
  await arrive();
  const line = (/** @type {string} */ person, /** @type {string} */ text) => ({
    ...{ at: 0, name: person, colour: null, person, text },
  });
  await wire.hear({ type: 'chat', all: false, lines: [line('bo', 'Hello'), line('ana', 'Hi')] });
  assert.equal(part('chat-lines').childElementCount, 2);
  assert.equal(part('open-talk').querySelector('.badge').textContent, '2');
  assert.deepEqual(announced(), ['bo says: Hello']);
});

test('a chat message leaves the field once it is sent, and returns if it is rejected', async () => {
  await arrive();
  const field = part('chat-text');
  const submit = () => part('chat-form').dispatchEvent(new Event('submit', { cancelable: true }));
  field.value = ' Hello ';
  wire.isOpen = false;
  submit();
  assert.equal(field.value, ' Hello ');
  assert.notEqual(part('notices').textContent, '');
  wire.isOpen = true;
  submit();
  assert.deepEqual(wire.sent, [{ type: 'chat', text: 'Hello' }]);
  assert.equal(field.value, '');
  assert.equal(part('notices').textContent, '');
  await wire.hear({ type: 'nak', problem: { code: 'hushed' } });
  assert.equal(field.value, 'Hello');
});

test('an update that does not fit the known state drops the connection', async () => {
  await wire.hear(step({ type: 'locked', locked: true }));
  assert.deepEqual(
    wire.calls.map(([name]) => name),
    ['start', 'drop'],
  );
});

test('a page that has become another person ends its connection', async () => {
  await arrive();
  await wire.hear({ type: 'you', ...you, person: 'bo', name: 'Bo' });
  assert.deepEqual(wire.calls.at(-1), ['end', { problem: 'other_person' }]);
  assert.equal(part('name').textContent, 'Ana');
});

test('a page reports whether it is visible', async () => {
  document.hidden = true;
  await arrive();
  assert.deepEqual(wire.sent, [{ type: 'look', visible: false }]);
  document.hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  assert.deepEqual(wire.sent.at(-1), { type: 'look', visible: true });
});

test('an ended connection whose reason can not be fetched is reported, with a reload', async (context) => {
  await arrive();
  context.mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('no network')));
  wire.events.changed('ended', { code: 4502 }, null);
  assert.ok(part('room').hidden, 'nothing can be pressed that has no effect any more');
  await settled();
  assert.ok(!part('ending').hidden);
  assert.match(part('ending').textContent, /connection has ended/i);
  assert.match(part('ending').querySelector('button').textContent, /again/i);
  assert.equal(document.activeElement, part('ending'));
});

test('an ended connection replaces the room by the reason', async () => {
  await arrive();
  wire.events.changed('ended', { code: 4502 }, null);
  await settled();
  assert.ok(part('room').hidden && part('tools').hidden && part('name').hidden);
  assert.ok(!part('ending').hidden);
  assert.match(part('ending').textContent, /removed/i);
  assert.equal(document.activeElement, part('ending'));
});
