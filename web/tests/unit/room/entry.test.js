import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryQuestions } from '../../../client/room/game/entry-questions.js';
import { requestEntry } from '../../../client/room/parts/entry-request.js';

/** @param {boolean} host */
function room(host) {
  /** @type {unknown[]} */
  const sent = [];
  const context = /** @type {any} */ ({
    state: {
      you: { host },
      presence: { entry_requests: [{ person: 'p', name: 'Zoe' }] },
    },
    text: (/** @type {string} */ key) => key,
    issue: (/** @type {unknown} */ intent) => sent.push(intent),
    say: (/** @type {unknown} */ message) => sent.push(message),
  });
  return { context, sent };
}

test('only the host is asked whether a person may come in', () => {
  assert.deepEqual(entryQuestions(room(false).context), []);
  const { context, sent } = room(true);
  const [question] = entryQuestions(context);
  for (const { chosen } of question?.choices ?? []) chosen();
  assert.deepEqual(sent, [
    { type: 'admit', person: 'p' },
    { type: 'turn_away', person: 'p' },
  ]);
  context.state.presence = {};
  assert.deepEqual(entryQuestions(context), []);
});

/** Starts a request whose connection the test controls. */
function request() {
  /** @type {any} */
  let events;
  /** @type {string[]} */
  const seen = [];
  const world = /** @type {any} */ ({
    connect: (
      /** @type {() => string} */ path,
      /** @type {unknown} */ _,
      /** @type {any} */ of,
    ) => {
      seen.push(path());
      events = of;
      return {
        start() {},
        end: (/** @type {unknown} */ ending) => events.changed('ended', ending, null),
      };
    },
  });
  const end = requestEntry(
    { world, room: 'abc' },
    {
      changed: (state) => seen.push(state),
      admitted: () => seen.push('admitted'),
      ended: (ending) => seen.push(JSON.stringify(ending)),
    },
  );
  return {
    seen,
    end,
    close: (/** @type {number} */ code) => events.changed('ended', { code }, null),
  };
}

for (const [code, state] of /** @type {const} */ ([
  [4505, 'busy'],
  [4508, 'turned_away'],
  [4509, 'admitted'],
  [4507, '{"code":4507}'],
])) {
  test(`the answer ${code} to a request to come in is ${state}`, () => {
    const { seen, close } = request();
    close(code);
    assert.deepEqual(seen, ['/api/rooms/abc/entry', 'asking', state]);
  });
}

test('a withdrawn request has no answer', () => {
  const { seen, end } = request();
  end();
  assert.deepEqual(seen, ['/api/rooms/abc/entry', 'asking']);
});
