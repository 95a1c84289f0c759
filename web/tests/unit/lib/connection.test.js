import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff } from '../../../client/lib/backoff.js';
import { Refused } from '../../../client/lib/session.js';
import { createCommands } from '../../../client/room/link/commands.js';
import { ATTEMPT, QUIET, Stage } from './stage.js';

test('the backoff is random up to a limit that doubles from half a second to fifteen seconds', () => {
  assert.equal(backoff(0, 0), 100);
  assert.equal(backoff(0, 1), 500);
  assert.equal(backoff(1, 1), 1000);
  assert.equal(backoff(3, 0.5), 2050);
  assert.equal(backoff(3, 1), 4000);
  assert.equal(backoff(90, 1), 15_000);
  assert.equal(backoff(90, 0), 100, 'pages that were cut off together come back apart');
});

test('a socket that was opened early is used without preparation', async () => {
  const stage = new Stage({ early: true });
  stage.connection.start();
  stage.socket.onopen();
  stage.socket.onmessage({ data: '{"type":"you"}' });
  assert.deepEqual([stage.lines, stage.heard.length], [['connecting', 'open'], 1]);
  assert.deepEqual([stage.sockets.length, stage.prepared], [1, 0]);
  stage.socket.onclose({ code: 1006 });
  await stage.ring();
  assert.equal(stage.sockets.length, 2);
  assert.equal(stage.prepared, 0, 'the socket has shown that everything is there');
});

test('an early socket that fails is replaced at once, after the preparation', async () => {
  const stage = new Stage({ early: true });
  stage.connection.start();
  stage.socket.onclose({ code: 1006 });
  await stage.settle();
  assert.deepEqual([stage.sockets.length, stage.prepared, stage.inquired], [2, 1, 0]);
  assert.deepEqual(stage.lines, ['connecting', 'connecting'], 'nothing is reported as lost');
  stage.socket.onopen();
  assert.equal(stage.lines.at(-1), 'open');
});

test('an early socket that stays silent is given up', async () => {
  const stage = new Stage({ early: true });
  stage.connection.start();
  assert.deepEqual(stage.waits, [ATTEMPT]);
  await stage.ring();
  assert.ok(stage.sockets[0]?.closed);
  assert.equal(stage.lines.at(-1), 'waiting');
});

test('a lost connection is retried with growing delays', async () => {
  const stage = new Stage();
  await stage.open();
  const waits = [];
  for (let time = 0; time < 7; time += 1) {
    stage.socket.onclose({ code: 1006 });
    waits.push(await stage.ring());
  }
  assert.deepEqual(waits, [300, 550, 1050, 2050, 4050, 7550, 7550]);
  assert.equal(stage.sockets.length, 8);
});

test('only a connection that has lasted resets the backoff', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 1006 });
  await stage.ring();
  stage.socket.onopen();
  stage.socket.onmessage({ data: '{"type":"you"}' });
  stage.socket.onclose({ code: 1006 });
  assert.equal(await stage.ring(), 550, 'a server that falls again at once is not stormed');
  stage.socket.onopen();
  assert.equal(await stage.ring(), 10_000);
  stage.socket.onclose({ code: 1006 });
  assert.equal(await stage.ring(), 300);
});

test('a page that has slept for long drops its socket at once', async () => {
  const stage = new Stage();
  await stage.open();
  const old = stage.socket;
  stage.connection.renew();
  await stage.settle();
  assert.ok(old.closed);
  assert.equal(stage.sockets.length, 2);
  old.onmessage({ data: '{"type":"you"}' });
  assert.deepEqual(stage.heard, [], 'what the old socket still brings is not of the new one');
  old.onclose({ code: 1006 });
  assert.deepEqual(stage.waits, [ATTEMPT]);
  stage.connection.renew();
  await stage.settle();
  assert.equal(stage.sockets.length, 2, 'not while it connects');
});

test('each socket receives its shapes again', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onmessage({ data: '{"shapes":[[["type","you"],"seat"]]}' });
  assert.deepEqual(stage.heard, [], 'shapes are no message');
  stage.socket.onmessage({ data: '[1,3]' });
  assert.deepEqual(stage.heard, [{ type: 'you', seat: 3 }]);
  stage.socket.onclose({ code: 4000 });
  await stage.ring();
  stage.socket.onopen();
  stage.socket.onmessage({ data: '{"shapes":[["other"]]}' });
  stage.socket.onmessage({ data: '[1,4]' });
  assert.deepEqual(stage.heard[1], { other: 4 });
});

test('data that can not be decoded ends the socket, and the page reconnects after a delay', async (t) => {
  const complained = t.mock.method(console, 'error', () => {});
  const stage = new Stage();
  await stage.open();
  const waits = [];
  for (const data of ['{', '[1,3]', '[0,1]']) {
    const { socket } = stage;
    socket.onmessage({ data });
    assert.ok(socket.closed);
    assert.equal(stage.lines.at(-1), 'waiting');
    socket.onmessage({ data: '{"type":"you"}' });
    socket.onclose({ code: 1006 });
    waits.push(await stage.ring());
    stage.socket.onopen();
  }
  assert.deepEqual(waits, [300, 550, 1050], 'a server that goes on so is not stormed');
  assert.deepEqual(stage.heard, []);
  assert.equal(complained.mock.callCount(), 3);
});

test('a message that does not fit ends the socket as well, once', async (t) => {
  t.mock.method(console, 'error', () => {});
  const stage = new Stage();
  await stage.open();
  stage.connection.drop(new Error('a step from nowhere'));
  stage.connection.drop(new Error('another'));
  assert.ok(stage.socket.closed);
  assert.deepEqual(stage.lines, ['connecting', 'open', 'waiting']);
  assert.equal(stage.timers.length, 1);
});

test('a server of another version ends the connection with a reason', async () => {
  for (const protocol of ['senda.v1', '']) {
    const stage = new Stage();
    stage.connection.start();
    await stage.settle();
    stage.socket.protocol = protocol;
    stage.socket.onopen();
    assert.ok(stage.socket.closed);
    assert.deepEqual(stage.lines, ['connecting', 'ended']);
    assert.deepEqual(stage.ending, { code: 4506 });
    stage.socket.onmessage({ data: '{"type":"update"}' });
    stage.socket.onclose({ code: 1005 });
    assert.deepEqual([stage.heard, stage.timers], [[], []]);
  }
});

test('a command that was cut off right after sending gets its answer after the reconnection', async () => {
  const stage = new Stage();
  let made = 0;
  const commands = createCommands({
    send: stage.connection.send,
    newId: () => {
      made += 1;
      return `c${made}`;
    },
    epoch: () => 1,
  });
  await stage.open();
  commands.resume();
  const answer = commands.issue({ type: 'stand' });
  assert.deepEqual(stage.socket.sent, [{ type: 'stand', id: 'c1' }]);
  stage.socket.onclose({ code: 1006 });
  commands.hold();
  const meanwhile = commands.issue({ type: 'back' });
  await stage.ring();
  stage.socket.onopen();
  commands.resume();
  assert.deepEqual(stage.socket.sent, [
    { type: 'stand', id: 'c1' },
    { type: 'back', id: 'c2' },
  ]);
  commands.answered({ type: 'ack', id: 'c1', version: 9 });
  commands.answered({ type: 'ack', id: 'c2', version: 10 });
  assert.deepEqual([await answer, await meanwhile], [{ ok: true }, { ok: true }]);
  assert.equal(made, 2);
});

for (const code of [4000, 4001, 4499]) {
  test(`after close code ${code} it reconnects`, async () => {
    const stage = new Stage();
    await stage.open();
    stage.socket.onclose({ code });
    assert.deepEqual(stage.lines, ['connecting', 'open', 'waiting']);
    await stage.ring();
    assert.equal(stage.sockets.length, 2);
  });
}

for (const code of [4500, 4502, 4506, 4999]) {
  test(`after close code ${code} it does not reconnect`, async () => {
    const stage = new Stage();
    await stage.open();
    stage.socket.onclose({ code });
    assert.deepEqual(stage.lines, ['connecting', 'open', 'ended']);
    assert.deepEqual(stage.ending, { code });
    assert.deepEqual(stage.timers, []);
  });
}

test('a page can end the connection permanently in any state', async () => {
  const open = new Stage();
  await open.open();
  open.connection.end({ problem: 'signed_out' });
  assert.deepEqual(open.ending, { problem: 'signed_out' });
  assert.ok(open.socket.closed);
  open.socket.onclose({ code: 1006 });
  open.connection.hurry();
  await open.settle();
  assert.deepEqual([open.lines.at(-1), open.sockets.length], ['ended', 1]);
  // The connection ends before a socket is created, and before it opens.
  const early = new Stage();
  early.connection.start();
  early.connection.end({ problem: 'signed_out' });
  await early.settle();
  assert.deepEqual([early.lines.at(-1), early.sockets.length], ['ended', 0]);
  const dialling = new Stage();
  dialling.connection.start();
  await dialling.settle();
  dialling.connection.end({ problem: 'signed_out' });
  dialling.socket.onopen();
  assert.equal(dialling.lines.at(-1), 'ended');
});

test('a permanent problem found before the socket ends the connection', async () => {
  const stage = new Stage();
  stage.obstacle = { problem: 'no_such_room' };
  stage.connection.start();
  await stage.settle();
  assert.deepEqual(stage.ending, { problem: 'no_such_room' });
  assert.equal(stage.sockets.length, 0);
});

test('a server that does not answer before the socket is asked again', async () => {
  const stage = new Stage();
  stage.obstacle = new Error('no network');
  stage.connection.start();
  await stage.settle();
  assert.equal(stage.lines.at(-1), 'waiting');
  stage.obstacle = null;
  await stage.ring();
  assert.equal(stage.sockets.length, 1);
});

test('the delay that a closing server announces is used', async () => {
  const stage = new Stage();
  await stage.open();
  stage.connection.expectClose(3000);
  stage.socket.onclose({ code: 4000 });
  assert.equal(await stage.ring(), 3250);
});

test('a returning network ends the wait', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 1006 });
  stage.connection.hurry();
  await stage.settle();
  assert.equal(stage.sockets.length, 2);
  assert.deepEqual(stage.waits, [ATTEMPT], 'and not a second time later');
});

test('an attempt that began just before the network came back is replaced when it takes long', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 1006 });
  await stage.ring();
  assert.equal(stage.sockets.length, 2);
  await stage.pass(500);
  stage.connection.hurry();
  stage.connection.hurry();
  assert.equal(stage.sockets.length, 2, 'it may still succeed');
  await stage.pass(1_500);
  assert.equal(stage.sockets.length, 3);
  assert.ok(stage.sockets[1]?.closed);
  assert.deepEqual(stage.waits, [ATTEMPT]);

  stage.connection.hurry();
  stage.socket.onopen();
  await stage.pass(2_000);
  assert.equal(stage.sockets.length, 3, 'an attempt that succeeds is kept');
});

test('a call of hurry on an open connection changes nothing', async () => {
  const stage = new Stage();
  await stage.open();
  stage.connection.hurry();
  await stage.settle();
  assert.equal(stage.sockets.length, 1);
});

test('a missing answer to a probe is a lost connection', async () => {
  const stage = new Stage();
  await stage.open();
  stage.connection.probe({ type: 'sync' });
  assert.deepEqual(stage.socket.sent, [{ type: 'sync' }]);
  const asked = stage.socket;
  await stage.ring();
  assert.ok(asked.closed);
  assert.equal(stage.lines.at(-1), 'waiting');
  asked.onclose({ code: 1006 });
  assert.equal(stage.timers.length, 1, 'the late close of the old socket counts for nothing');
});

test('an answer to a probe keeps the connection', async () => {
  const stage = new Stage();
  await stage.open();
  stage.connection.probe({ type: 'sync' });
  stage.socket.onmessage({ data: '{"type":"update"}' });
  assert.deepEqual(stage.waits, [10_000, QUIET], 'only its praise, and a question if it is silent');
  assert.deepEqual(stage.heard, [{ type: 'update' }]);
});

test('a full server is asked again after the time it names, with a spread, and the page knows the reason', async () => {
  const stage = new Stage();
  stage.obstacle = new Refused(503, { code: 'full' }, 30_000);
  stage.connection.start();
  await stage.settle();
  assert.deepEqual(stage.delay, { why: 'full', ms: 33_750 });
  stage.obstacle = null;
  assert.equal(await stage.ring(), 33_750);
  stage.socket.onopen();
  assert.equal(stage.delay, null);
});

test('a refusal without a time is retried like a lost connection', async () => {
  const stage = new Stage();
  stage.obstacle = new Refused(500, { code: 'internal' });
  stage.connection.start();
  await stage.settle();
  assert.equal(stage.delay, null);
  assert.equal(await stage.ring(), 300);
});

test('a server without storage is retried, and the page knows the reason', async () => {
  const stage = new Stage();
  await stage.open();
  stage.socket.onclose({ code: 4004 });
  assert.deepEqual(stage.delay, { why: 'no_storage', ms: 300 });
  assert.equal(stage.ending, null);
  await stage.ring();
  assert.equal(stage.sockets.length, 2);
});
