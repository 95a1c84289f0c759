import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { openSession, Refused, requestAsSelf, whenSignedOut } from '../../../client/lib/session.js';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/**
 * Simulates a server that knows no session before one has been opened, and that answers only on
 * demand.
 *
 * @returns {{ asked: string[], answer: () => void }}
 */
function slowServer() {
  /** @type {string[]} */
  const asked = [];
  let sessions = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  globalThis.fetch = async (path) => {
    asked.push(String(path));
    if (path !== '/api/session') {
      const code = 'no_session';
      return sessions > 0
        ? Response.json({ path: '/r/1' })
        : Response.json({ code }, { status: 401 });
    }
    await /** @type {Promise<void>} */ (new Promise((resolve) => waiting.push(resolve)));
    sessions += 1;
    return Response.json({ name: `Guest ${sessions}` });
  };
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { asked, answer };
}

test('a quick request on a first visit waits for the pending session', async () => {
  const { asked, answer } = slowServer();
  const name = openSession();
  const room = requestAsSelf('POST', '/api/rooms', {});
  const again = openSession();
  await new Promise(setImmediate);
  assert.deepEqual(asked, ['/api/session']);
  answer();
  assert.deepEqual(await name, { name: 'Guest 1' });
  assert.deepEqual(await again, { name: 'Guest 1' });
  assert.deepEqual(await room, { path: '/r/1' });
  assert.deepEqual(asked, ['/api/session', '/api/rooms']);
});

test('a lost session is replaced by a new one', async () => {
  const { asked, answer } = slowServer();
  const room = requestAsSelf('POST', '/api/rooms', {});
  while (asked.length < 2) await new Promise(setImmediate);
  answer();
  assert.deepEqual(await room, { path: '/r/1' });
  assert.deepEqual(asked, ['/api/rooms', '/api/session', '/api/rooms']);
});

test('a signed-out browser gets a new identity with a notice, and performs no action under it', async () => {
  /** @type {string[]} */
  const told = [];
  whenSignedOut(({ name }) => void told.push(name));
  /** @type {string[]} */
  const asked = [];
  let signedOut = true;
  globalThis.fetch = async (path) => {
    asked.push(String(path));
    if (path === '/api/session') {
      signedOut = false;
      return Response.json({ name: 'Guest 2', lost: true });
    }
    return signedOut
      ? Response.json({ code: 'unknown_session' }, { status: 401 })
      : Response.json({ path: '/r/1' });
  };
  await assert.rejects(requestAsSelf('POST', '/api/rooms', {}), Refused);
  assert.deepEqual(told, ['Guest 2']);
  assert.deepEqual(asked, ['/api/rooms', '/api/session'], 'no room is made without asking again');
  assert.deepEqual(await requestAsSelf('POST', '/api/rooms', {}), { path: '/r/1' });
});
