import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { fetchInTime, inTime, pause, TooLate } from '../../../client/lib/wait.js';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** A device that a test controls. */
function device() {
  /** @type {Set<() => void>} */
  const waking = new Set();
  const clock = { now: 0 };
  return {
    clock,
    /** Simulates that the network is back. */
    wake: () => {
      for (const one of [...waking]) one();
    },
    listening: () => waking.size,
    wakes: {
      on: (/** @type {() => void} */ wake) => {
        waking.add(wake);
        return () => void waking.delete(wake);
      },
      now: () => clock.now,
    },
  };
}

/** A network that answers nothing until the test allows it. */
function network() {
  /** @type {string[]} */
  const asked = [];
  const state = { isWell: false };
  globalThis.fetch = (path, init) => {
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    if (state.isWell) return Promise.resolve(new Response('hello'));
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  };
  return { asked, state };
}

const read = (/** @type {Response} */ answer) => answer.text();
const soon = () => new Promise(setImmediate);

test('a request without an answer ends at its deadline', async () => {
  const { asked } = network();
  const { wakes, listening } = device();
  await assert.rejects(fetchInTime('/a', {}, read, { ms: 10, wakes }), TooLate);
  assert.deepEqual([asked, listening()], [['GET /a'], 0]);
});

test('the deadline includes the body of the answer', async () => {
  globalThis.fetch = async (_, init) => {
    const body = new ReadableStream({
      start(controller) {
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(body);
  };
  await assert.rejects(fetchInTime('/a', {}, read, { ms: 10, wakes: device().wakes }), TooLate);
});

test('a repeatable request starts again when the network may be back', async () => {
  const { asked, state } = network();
  const { clock, wake, wakes } = device();
  const answer = fetchInTime('/a', {}, read, { wakes });
  await soon();
  wake();
  await soon();
  assert.equal(asked.length, 1, 'it is new: it may be on the good network already');
  clock.now += 2_000;
  state.isWell = true;
  wake();
  assert.equal(await answer, 'hello');
  assert.equal(asked.length, 2);
});

test('a request that must not be repeated is sent once', async () => {
  for (const [init, repeats, count] of /** @type {const} */ ([
    [{ method: 'POST' }, undefined, 1],
    [{ method: 'POST' }, true, 2],
    [{ method: 'PUT' }, undefined, 2],
    [{ method: 'GET' }, false, 1],
  ])) {
    const { asked } = network();
    const { clock, wake, wakes } = device();
    const how = repeats === undefined ? {} : { repeats };
    const answer = fetchInTime('/a', init, read, { ms: 300, wakes, ...how });
    await soon();
    clock.now += 5_000;
    wake();
    await assert.rejects(answer, TooLate);
    assert.equal(asked.length, count, `${init.method} ${repeats}`);
  }
});

test('an immediate failure does not count as a timeout', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no network'));
  await assert.rejects(fetchInTime('/a', {}, read, { wakes: device().wakes }), TypeError);
});

test('a file that does not arrive times out', async () => {
  const { wakes, listening } = device();
  await assert.rejects(inTime(new Promise(() => {}), 10, wakes), TooLate);
  assert.equal(await inTime(Promise.resolve(5), 10, wakes), 5);
  await assert.rejects(inTime(Promise.reject(new Error('404')), 10, wakes), /404/);
  assert.equal(listening(), 0);
});

test('a pause ends when the network may be back', async () => {
  const { wake, wakes, listening } = device();
  const paused = pause(60_000, wakes);
  wake();
  await paused;
  assert.equal(listening(), 0);
  await pause(1, wakes);
});
