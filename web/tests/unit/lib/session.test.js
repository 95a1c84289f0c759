import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { openSession, Refused, requestAsSelf, whenSignedOut } from '../../../client/lib/session.js';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/**
 * A server that knows nobody before a session has been opened, and answers when it is let.
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

test('who is quick on a first visit waits for the identity that is on its way', async () => {
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

test('a lost identity is replaced by a new one', async () => {
  const { asked, answer } = slowServer();
  const room = requestAsSelf('POST', '/api/rooms', {});
  while (asked.length < 2) await new Promise(setImmediate);
  answer();
  assert.deepEqual(await room, { path: '/r/1' });
  assert.deepEqual(asked, ['/api/rooms', '/api/session', '/api/rooms']);
});

test('who was signed out is somebody new, is told so, and does nothing as somebody else', async () => {
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
