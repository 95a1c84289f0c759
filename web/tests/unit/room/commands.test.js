import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommands } from '../../../client/room/link/commands.js';

/** Creates commands over a connection that can be closed. */
function commandsOver() {
  /** @type {any[]} */
  const sent = [];
  let open = true;
  let made = 0;
  let epoch = 1;
  const commands = createCommands({
    send: (up) => {
      if (open) sent.push(up);
      return open;
    },
    newId: () => {
      made += 1;
      return `c${made}`;
    },
    epoch: () => epoch,
  });
  commands.resume();
  return {
    commands,
    sent,
    setOpen: (/** @type {boolean} */ now) => {
      open = now;
      if (!now) commands.hold();
    },
    setEpoch: (/** @type {number} */ now) => {
      epoch = now;
    },
  };
}

test('an unanswered command is sent again with the same id, in order', async () => {
  const { commands, sent, setOpen } = commandsOver();
  const first = commands.issue({ type: 'stand' });
  setOpen(false);
  const second = commands.issue({ type: 'back' });
  assert.deepEqual(sent, [{ type: 'stand', id: 'c1' }]);
  setOpen(true);
  assert.equal(sent.length, 1, 'nothing is sent before the first update');
  commands.resume();
  assert.deepEqual(sent.slice(1), [
    { type: 'stand', id: 'c1' },
    { type: 'back', id: 'c2' },
  ]);
  commands.answered({ type: 'ack', id: 'c1', version: 4 });
  commands.answered({
    type: 'nak',
    id: 'c2',
    problem: { code: 'no_seat' },
    temporary: false,
  });
  assert.deepEqual(await first, { ok: true });
  assert.deepEqual(await second, { ok: false, problem: { code: 'no_seat' } });
});

test('an answered command is not sent again', async () => {
  const { commands, sent } = commandsOver();
  const answer = commands.issue({ type: 'stand' });
  commands.answered({ type: 'ack', id: 'c1', version: 1 });
  commands.answered({ type: 'ack', id: 'c1', version: 1 });
  await answer;
  commands.hold();
  commands.resume();
  assert.equal(sent.length, 1);
});

test('a refusal without an id answers no command', () => {
  const { commands, sent } = commandsOver();
  void commands.issue({ type: 'stand' });
  commands.answered({ type: 'nak', problem: { code: 'bad_chat' }, temporary: false });
  commands.hold();
  commands.resume();
  assert.equal(sent.length, 2);
});

test('a further update of the same connection sends nothing again', () => {
  const { commands, sent } = commandsOver();
  void commands.issue({ type: 'stand' });
  commands.resume();
  assert.equal(sent.length, 1);
});

test('a decision for a history that is gone is not sent, but other commands are', async () => {
  const { commands, sent, setOpen, setEpoch } = commandsOver();
  setOpen(false);
  const hint = commands.issue({ type: 'hint', version: 7 });
  void commands.issue({ type: 'stand' });
  setOpen(true);
  setEpoch(2);
  commands.resume();
  assert.deepEqual(await hint, { ok: false, problem: { code: 'stale' } });
  assert.deepEqual(sent, [{ type: 'stand', id: 'c2' }]);
});
