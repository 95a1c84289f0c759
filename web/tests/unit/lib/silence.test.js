import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TooLate } from '../../../client/lib/wait.js';
import { Device, Stage } from './stage.js';

/** A page that pings the server and uses its time. */
class Asking extends Stage {
  constructor() {
    super({ answered: true });
  }
}

/** @param {Stage} stage */
const pings = ({ socket }) => socket.sent.filter(({ type }) => type === 'ping').length;

test('a page that has received nothing for 20 s sends a ping, and reconnects 8 s later', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onmessage({ data: '{"type":"you"}' });
  await stage.pass(20_000);
  assert.equal(pings(stage), 0);
  await stage.pass(500);
  assert.equal(pings(stage), 1);
  const { socket } = stage;
  await stage.pass(8_000);
  assert.ok(socket.closed);
  assert.equal(stage.lines.at(-1), 'waiting', 'noticed within 30 s');
  await stage.pass(500);
  assert.equal(stage.sockets.length, 2, 'and the close handshake is not waited for');
});

test('a page that receives messages sends no ping', async () => {
  const stage = new Stage();
  await stage.open();
  for (let time = 0; time < 20; time += 1) {
    await stage.pass(15_000);
    stage.socket.onmessage({ data: '{"type":"you"}' });
  }
  assert.equal(pings(stage), 0);
  assert.equal(stage.lines.at(-1), 'open');
});

test('a page for which missing messages do not matter sends no ping until they do', async () => {
  const stage = new Stage();
  stage.matters = false;
  await stage.open();
  await stage.pass(120_000);
  assert.equal(pings(stage), 0);
  stage.matters = true;
  await stage.pass(20_500);
  assert.equal(pings(stage), 1);
});

test('a page whose socket the server has closed prepares again before the next one', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 4003 });
  await stage.ring();
  assert.deepEqual([stage.sockets.length, stage.prepared], [2, 2]);
});

test('a page whose connection was lost connects at once, because a request may be lost as well', async () => {
  for (const code of [4001, 4002, 1006]) {
    const stage = new Stage();
    await stage.open();
    stage.socket.onclose({ code });
    await stage.ring();
    assert.deepEqual([stage.sockets.length, stage.prepared], [2, 1], `${code}`);
  }
});

test('a page that was connected before opens a socket even if requests are lost', async () => {
  for (const obstacle of [new Promise(() => {}), new TooLate()]) {
    const stage = new Stage();
    await stage.open();
    stage.obstacle = obstacle;
    stage.socket.onclose({ code: 4000 });
    while (stage.sockets.length < 2) await stage.ring();
    assert.ok(stage.now < 9_000);
    stage.socket.onopen();
    assert.equal(stage.lines.at(-1), 'open');
    // It is still unknown whether there is something to connect to.
    stage.socket.onclose({ code: 1006 });
    await stage.ring();
    assert.equal(stage.prepared, 3);
  }
});

test('an answered ping keeps the connection, and is not passed on', async () => {
  const stage = new Stage();
  await stage.open();
  for (let asked = 1; asked <= 10; asked += 1) {
    await stage.pass(20_500);
    assert.equal(pings(stage), asked);
    await stage.pass(200);
    stage.socket.onmessage({ data: '{"type":"pong","now":5}' });
  }
  assert.deepEqual([stage.heard, stage.lines], [[], ['connecting', 'open']]);
});

test('other messages are no answer to a ping, because the messages of the page may be lost', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onmessage({ data: '{"type":"you"}' });
  stage.connection.ask();
  stage.connection.ask();
  assert.equal(pings(stage), 1);
  for (let second = 0; second < 8; second += 1) {
    stage.socket.onmessage({ data: '{"type":"you"}' });
    await stage.pass(1_000);
  }
  assert.equal(stage.lines.at(-1), 'waiting');
});

test('a page that needs the time pings at once, with a long timeout before the first message', async () => {
  const stage = new Asking();
  await stage.open();
  assert.deepEqual(stage.socket.sent, [{ type: 'ping' }]);
  await stage.pass(25_000);
  assert.equal(stage.lines.at(-1), 'open');
  stage.socket.onmessage({ data: '{"type":"update"}' });
  await stage.pass(1_000);
  stage.socket.onmessage({ data: '{"type":"pong","now":77}' });
  assert.deepEqual(stage.answers, [{ time: 77, sent: 0, got: 26_000 }]);
  // After the first message the timeout is as short as later on.
  const other = new Asking();
  await other.open();
  other.socket.onmessage({ data: '{"type":"update"}' });
  await other.pass(8_000);
  assert.equal(other.lines.at(-1), 'waiting');
});

test('an attempt without an answer times out, and the next one comes soon', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 1006 });
  let last = stage.now;
  for (let attempt = 2; attempt < 12; attempt += 1) {
    while (stage.sockets.length < attempt) await stage.ring();
    assert.ok(stage.now - last <= 13_000, `${stage.now - last} ms`);
    last = stage.now;
  }
  assert.ok(stage.sockets.slice(0, -1).every(({ closed }, index) => closed || index === 0));
});

test('the preparation of the first socket times out as well', async () => {
  const stage = new Stage();
  stage.obstacle = new Promise(() => {});
  stage.connection.start();
  await stage.pass(8_000);
  assert.equal(stage.lines.at(-1), 'waiting');
  stage.obstacle = null;
  await stage.pass(5_000);
  assert.equal(stage.sockets.length, 1);
  assert.equal(stage.prepared, 2);
});

test('a late result of an abandoned attempt is ignored', async () => {
  const stage = new Stage();
  /** @type {(found: null) => void} */
  let find = () => {};
  stage.obstacle = new Promise((resolve) => {
    find = resolve;
  });
  stage.connection.start();
  await stage.pass(8_000);
  find(null);
  await stage.settle();
  assert.equal(stage.sockets.length, 0);
  assert.equal(stage.lines.at(-1), 'waiting');
});

test('a pending attempt restarts when the network is back or the page becomes visible', async () => {
  for (const type of ['online', 'visibilitychange']) {
    const device = new Device();
    device.connection.start();
    await device.settle();
    await device.on(type);
    assert.equal(device.sockets.length, 1, 'it is new');
    const { socket } = device;
    await device.pass(2_000);
    assert.ok(socket.closed, type);
    assert.equal(device.sockets.length, 2, 'it has taken too long');
    await device.pass(2_000);
    assert.equal(device.sockets.length, 2, 'without another event it has more time');
    await device.on(type);
    assert.equal(device.sockets.length, 3, type);
    device.socket.onopen();
    assert.equal(device.lines.at(-1), 'open');
  }
});

test('a page without a question sends a ping when it becomes visible', async () => {
  const device = new Device(null);
  await device.open();
  await device.on('visibilitychange');
  assert.deepEqual(device.socket.sent, [{ type: 'ping' }]);
  await device.pass(8_000);
  device.socket.onopen?.();
  assert.equal(device.lines.includes('waiting'), false, 'nothing has come yet: it may be slow');
});

test('after a loss the page connects at once, without a request before', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 1006 });
  await stage.ring();
  assert.deepEqual([stage.sockets.length, stage.prepared], [2, 1]);
});

/** Creates a page whose handshakes are rejected, and the server's reason for it. */
async function refused(/** @type {any} */ finding, /** @type {number} */ times) {
  const stage = new Stage();
  stage.finding = finding;
  stage.connection.start();
  await stage.settle();
  for (let time = 0; time < times; time += 1) {
    stage.socket.onclose({ code: 1006 });
    await stage.settle();
    if (time + 1 < times && stage.ending === null) await stage.ring();
  }
  return stage;
}

test('after two failed handshakes the page asks for the reason, and shows it while they fail', async () => {
  const finding = { why: 'not_a_socket', againMs: null };
  assert.equal((await refused(finding, 1)).inquired, 0);
  const stage = await refused(finding, 2);
  assert.equal(stage.inquired, 1);
  assert.deepEqual(
    [stage.lines.at(-1), stage.delay],
    ['waiting', { why: 'not_a_socket', ms: 550 }],
  );
  await stage.ring();
  stage.socket.onclose({ code: 1006 });
  assert.equal(stage.delay?.why, 'not_a_socket');
  assert.equal((await refused(finding, 5)).inquired, 1, 'once');
  assert.equal((await refused(finding, 6)).inquired, 2, 'and seldom again');
  // An open socket clears the reason.
  await stage.ring();
  stage.socket.onopen();
  stage.socket.onclose({ code: 1006 });
  assert.equal(stage.delay, null);
});

test('a server that gives no reason is asked again after each failure', async () => {
  for (const finding of [null, new Error('no network')]) {
    const stage = await refused(finding, 5);
    assert.equal(stage.inquired, 4);
    assert.equal(stage.delay, null);
  }
});

test('a permanent reason ends the connection', async () => {
  const stage = await refused({ problem: 'no_cookies' }, 2);
  assert.deepEqual([stage.lines.at(-1), stage.ending], ['ended', { problem: 'no_cookies' }]);
  assert.deepEqual(stage.timers, []);
});

test('a full server is retried after the time that its reason names', async () => {
  const stage = await refused({ why: 'full', againMs: 30_000 }, 2);
  assert.deepEqual(stage.delay, { why: 'full', ms: 33_750 });
  assert.deepEqual(stage.waits, [33_750]);
});

test('a page with an unknown session prepares again', async () => {
  const stage = await refused('prepare', 2);
  assert.equal(stage.prepared, 1);
  await stage.ring();
  assert.deepEqual([stage.prepared, stage.sockets.length], [2, 3]);
});

test('a temporary problem found before the socket is reported', async () => {
  const stage = new Stage();
  const values = { here: 'https://a', expected: 'http://a' };
  stage.obstacle = { why: 'foreign_origin_scheme', againMs: null, values };
  stage.connection.start();
  await stage.settle();
  assert.deepEqual(stage.delay, { why: 'foreign_origin_scheme', ms: 300, values });
  assert.equal(stage.sockets.length, 0);
});
