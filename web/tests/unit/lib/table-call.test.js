import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { answerForTable, followTable } from '../../../client/lib/table-call.js';

/** Channels that are connected with each other, as those of several pages. */
function connect() {
  /** @type {{ page: object, hear: (event: any) => void }[]} */
  const listeners = [];
  return () => {
    const page = {};
    return /** @type {any} */ ({
      postMessage(/** @type {object} */ data) {
        for (const one of listeners) if (one.page !== page) one.hear({ data });
      },
      addEventListener(/** @type {string} */ _, /** @type {(event: any) => void} */ hear) {
        listeners.push({ page, hear });
      },
    });
  };
}

const WAITING = /** @type {const} */ ({ host: 'Ana', own: false, phase: 'lobby' });

test('a page follows the table of its room, and no other', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  t.after(() => mock.timers.reset());
  const open = connect();
  /** @type {any} */
  let table = WAITING;
  const answers = answerForTable(open(), 'k7', () => table);
  answerForTable(open(), 'p9', () => ({ ...WAITING, host: 'Zoe' }));
  /** @type {unknown[]} */
  const told = [];
  followTable(open(), 'k7', (now) => told.push(now));
  assert.deepEqual(told, [WAITING]);
  answers.changed();
  answers.changed();
  table = { ...WAITING, phase: 'playing' };
  answers.changed();
  assert.deepEqual(told.slice(1), [WAITING, table], 'only changes are sent');
});

test('a room counts as closed when no page answers for it', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  t.after(() => mock.timers.reset());
  const open = connect();
  const answers = answerForTable(open(), 'k7', () => WAITING);
  /** @type {any} */
  let second = WAITING;
  answerForTable(open(), 'k7', () => second);
  /** @type {unknown[]} */
  const told = [];
  followTable(open(), 'k7', (now) => told.push(now));
  answers.closed();
  mock.timers.tick(3_000);
  assert.ok(!told.includes(null), 'another page shows the room');

  const alone = connect();
  /** @type {unknown[]} */
  const lost = [];
  second = null;
  answerForTable(alone(), 'k7', () => second);
  followTable(alone(), 'k7', (now) => lost.push(now));
  mock.timers.tick(2_999);
  assert.deepEqual(lost, []);
  mock.timers.tick(1);
  assert.deepEqual(lost, [null]);
});
