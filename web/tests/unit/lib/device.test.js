import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTEMPT, Device, QUIET } from './stage.js';

test('a device without a network probes the server, and the connection becomes doubtful', async () => {
  const device = new Device();
  await device.open();
  await device.on('offline');
  assert.deepEqual(device.socket.sent, [{ type: 'sync' }]);
  assert.equal(device.lines.at(-1), 'doubtful');
  device.connection.send({ type: 'stand' });
  assert.equal(device.socket.sent.length, 2, 'what is done meanwhile is still tried');
  // The device has another network, so the server answers.
  device.socket.onmessage({ data: '{"type":"update"}' });
  assert.deepEqual(device.lines, ['connecting', 'open', 'doubtful', 'open']);
  assert.deepEqual(device.waits, [10_000, QUIET]);
  // The device has none. A missing answer means a lost connection.
  await device.on('offline');
  const { socket } = device;
  while (device.lines.at(-1) === 'doubtful') await device.ring();
  assert.ok(socket.closed);
  assert.equal(device.lines.at(-1), 'waiting');
});

test('a connection that was doubtful has received all messages', async () => {
  const device = new Device();
  await device.open();
  await device.on('offline');
  device.socket.onmessage({ data: '{"type":"you"}' });
  assert.equal(device.lines.at(-1), 'open');
  assert.deepEqual(device.heard, [{ type: 'you' }]);
});

test('a returning network is used at once, however long the wait', async () => {
  const device = new Device();
  await device.open();
  // The backoff has reached a long delay.
  for (let time = 0; time < 6; time += 1) {
    device.socket.onclose({ code: 1006 });
    await device.ring();
  }
  device.socket.onclose({ code: 1006 });
  assert.deepEqual(device.waits, [7_550]);
  await device.on('online');
  assert.equal(device.sockets.length, 8);
  assert.deepEqual(device.waits, [ATTEMPT], 'and not a second time later');
});

test('a returning network drops a doubtful socket that has not answered', async () => {
  const device = new Device();
  await device.open();
  await device.on('offline');
  const old = device.socket;
  await device.on('online');
  assert.ok(old.closed);
  assert.equal(device.sockets.length, 2);
  assert.deepEqual(device.lines, ['connecting', 'open', 'doubtful', 'connecting']);
  assert.deepEqual(device.waits, [ATTEMPT]);
});

test('an event of the network does not restart an ended or pending attempt', async () => {
  const device = new Device();
  device.connection.start();
  await device.on('offline');
  await device.on('online');
  assert.equal(device.sockets.length, 1);
  assert.deepEqual(device.lines, ['connecting']);
  device.socket.onopen();
  device.socket.onclose({ code: 4502 });
  await device.on('offline');
  await device.on('online');
  assert.equal(device.sockets.length, 1);
  assert.equal(device.lines.at(-1), 'ended');
});

test('a page that becomes visible reconnects at once, or requests the missed messages', async () => {
  const device = new Device();
  await device.open();
  device.seen = false;
  await device.on('visibilitychange');
  assert.deepEqual(device.socket.sent, []);
  device.seen = true;
  await device.on('visibilitychange');
  assert.deepEqual(device.socket.sent, [{ type: 'sync' }]);
  device.socket.onclose({ code: 1006 });
  await device.on('visibilitychange');
  assert.equal(device.sockets.length, 2);
  device.socket.onopen();
  await device.on('pageshow', { persisted: false });
  assert.deepEqual(device.socket.sent, []);
  await device.on('pageshow', { persisted: true });
  assert.deepEqual(device.socket.sent, [{ type: 'sync' }], 'a page from the cache was asleep');
});

test('a page that has slept longer than the timeout of the server reconnects', async () => {
  for (const [slept, sockets] of /** @type {const} */ ([
    [44_000, 1],
    [60_000, 2],
  ])) {
    const device = new Device();
    await device.open();
    device.clock += 5_000;
    device.look();
    device.clock += slept;
    device.look();
    await device.settle();
    assert.equal(device.sockets.length, sockets, `${slept} ms`);
    assert.deepEqual(device.sockets[0]?.sent, sockets === 1 ? [{ type: 'sync' }] : []);
  }
});

test('a hidden page does not count as asleep', async () => {
  const device = new Device();
  await device.open();
  device.seen = false;
  for (let minute = 0; minute < 5; minute += 1) {
    device.clock += 60_000;
    device.look();
  }
  assert.equal(device.sockets.length, 1);
  assert.deepEqual(device.socket.sent, []);
  device.seen = true;
  for (let look = 0; look < 5; look += 1) {
    device.clock += 5_000;
    device.look();
  }
  await device.settle();
  assert.equal(
    device.sockets.length,
    2,
    'its timers may not have run: looked at, it makes sure once',
  );
});

test('a page without a question reconnects when the network is back', async () => {
  const device = new Device(null);
  await device.open();
  await device.on('offline');
  assert.equal(device.lines.at(-1), 'open');
  await device.on('online');
  assert.equal(device.sockets.length, 2);
  device.socket.onopen();
  await device.on('visibilitychange');
  assert.equal(device.sockets.length, 2, 'once');
});
