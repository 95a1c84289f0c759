import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { findingOf, inquire } from '../../../client/lib/inquiry.js';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  Reflect.deleteProperty(globalThis, 'document');
});

/** The number of pages that were loaded. */
let pages = 0;
async function freshSession() {
  pages += 1;
  // Each page has its own module. @type {typeof import('../../../client/lib/session.js')}
  return import(`../../../client/lib/session.js?page=${pages}`);
}

/**
 * Simulates a server, and a browser that sends the cookie back or does not.
 *
 * @param {boolean} keeps whether the browser keeps the cookie
 */
function server(keeps) {
  const asked = { sessions: 0, others: 0 };
  globalThis.fetch = async (path) => {
    if (path === '/api/session') {
      asked.sessions += 1;
      return Response.json({ name: `Guest ${asked.sessions}` });
    }
    asked.others += 1;
    const isKnown = keeps && asked.sessions > 0;
    return isKnown
      ? Response.json({ path: '/r/1' })
      : Response.json({ code: 'no_session' }, { status: 401 });
  };
  return asked;
}

test('a browser that keeps no cookie gets one session, and the page is notified', async () => {
  const { openSession, requestAsSelf, whenCookieless } = await freshSession();
  const asked = server(false);
  let told = 0;
  whenCookieless(() => {
    told += 1;
  });
  await openSession();
  for (let time = 0; time < 3; time += 1) {
    await assert.rejects(requestAsSelf('GET', '/api/session/rooms'), { code: 'no_cookies' });
  }
  assert.deepEqual(asked, { sessions: 1, others: 3 });
  assert.equal(told, 3);
});

test('a page that starts with another request gets only one session as well', async () => {
  const { requestAsSelf } = await freshSession();
  const asked = server(false);
  await assert.rejects(requestAsSelf('POST', '/api/rooms', {}), { code: 'no_session' });
  await assert.rejects(requestAsSelf('POST', '/api/rooms', {}), { code: 'no_cookies' });
  assert.equal(asked.sessions, 1);
});

test('a browser that refuses cookies outright gets no session', async () => {
  const { openSession, whenCookieless } = await freshSession();
  const asked = server(false);
  let told = 0;
  whenCookieless(() => {
    told += 1;
  });
  Object.assign(globalThis, {
    document: {
      get cookie() {
        return '';
      },
      set cookie(_) {},
    },
  });
  await assert.rejects(openSession(), { code: 'no_cookies' });
  assert.deepEqual([asked.sessions, told], [0, 1]);
});

test('a browser that has sent its cookie once and loses it gets a new identity', async () => {
  const { openSession, requestAsSelf } = await freshSession();
  let asked = server(true);
  await openSession();
  await requestAsSelf('GET', '/api/session/rooms');
  asked = server(true);
  await requestAsSelf('GET', '/api/session/rooms');
  assert.deepEqual(asked, { sessions: 1, others: 2 });
});

/**
 * Simulates a server that rejects all requests with this problem.
 *
 * @param {object} problem
 * @param {number} status
 * @param {Record<string, string>} [headers]
 */
function refusing(problem, status, headers = {}) {
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = async (path, init) => {
    asked.push(`${init?.method} ${path}`);
    return Response.json(problem, { status, headers });
  };
  return asked;
}

test('a refusal of a socket is translated into a finding', async () => {
  const here = '';
  for (const [status, problem, finding] of /** @type {[number, object, unknown][]} */ ([
    [
      426,
      { code: 'not_a_socket' },
      { why: 'not_a_socket', againMs: null, values: { expected: '', here } },
    ],
    [404, { code: 'no_such_room' }, { problem: 'no_such_room' }],
    [503, { code: 'room_unavailable', reason: 'newer' }, { problem: 'newer' }],
    [401, { code: 'unknown_session' }, 'prepare'],
    [
      403,
      { code: 'foreign_origin', reason: 'scheme', expected: 'http://a' },
      { why: 'foreign_origin_scheme', againMs: null, values: { expected: 'http://a', here } },
    ],
    [500, { code: 'internal' }, null],
    [200, {}, null],
  ])) {
    const asked = refusing(problem, status);
    assert.deepEqual(await inquire('/api/rooms/a/socket'), finding);
    assert.deepEqual(asked, ['POST /api/rooms/a/socket']);
  }
  refusing({ code: 'busy' }, 503, { 'retry-after': '2' });
  assert.deepEqual(await inquire('/api/lobby/socket'), { why: 'busy', againMs: 2_000 });
  globalThis.fetch = async () => {
    throw new TypeError('no network');
  };
  assert.equal(await inquire('/api/lobby/socket'), null);
  assert.equal(findingOf(new Error('something else')), null);
});
