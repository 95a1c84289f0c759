import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { gameOf, KINDS, learnPath } from '../../../client/games/index.js';
import { Attempt } from '../../../client/lessons/attempt.js';
import { finishLesson, lessonsDone } from '../../../client/lib/progress.js';
import { Refused } from '../../../client/lib/session.js';

/** @import { AnyAction, AnyView, LessonResult } from '../../../client/protocol.js' */

/** @param {string} path */
const read = (path) =>
  JSON.parse(readFileSync(new URL(`../../../client/${path}`, import.meta.url), 'utf8'));

test('every lesson has its texts, and every text its lesson', () => {
  for (const kind of KINDS) {
    const { lessons } = gameOf(kind);
    assert.ok(lessons.length >= 5, kind);
    const keys = lessons.flatMap((lesson) =>
      ['title', 'body', 'done', 'again'].map((part) => `learn.${kind}.${lesson}.${part}`),
    );
    const words = read(`games/${kind}/text/en.learn.json`);
    assert.deepEqual(Object.keys(words).sort(), keys.sort());
    assert.match(learnPath(kind), /^\/learn\/[a-z-]+$/);
  }
});

test('every result of a lesson has a text', () => {
  const words = read('lessons/text/en.json');
  /** @type {Record<LessonResult, string | null>} */
  const keys = {
    open: null,
    reached: 'learn.done',
    no_turns: 'learn.no_turns',
    out: 'learn.out',
    over: 'learn.over',
  };
  for (const key of Object.values(keys))
    if (key !== null) assert.equal(typeof words[key], 'string', key);
});

test('completed lessons are stored for each game', () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = () =>
    /** @type {Storage} */ (
      /** @type {unknown} */ ({
        getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
      })
    );
  assert.deepEqual([...lessonsDone(storage, 'one')], []);
  finishLesson(storage, 'one', 'a');
  finishLesson(storage, 'one', 'b');
  finishLesson(storage, 'one', 'a');
  assert.deepEqual([...lessonsDone(storage, 'one')], ['a', 'b']);
  assert.deepEqual([...lessonsDone(storage, 'other')], []);
});

test('lessons work in a browser without storage', () => {
  const storage = () => {
    throw new Error('SecurityError');
  };
  finishLesson(storage, 'one', 'a');
  assert.deepEqual([...lessonsDone(storage, 'one')], []);
});

/** @typedef {import('../../../client/protocol.js').Attempt<AnyAction, any, AnyView>} Told */

/**
 * Creates an attempt whose answers the test provides.
 *
 * @param {(actions: readonly AnyAction[]) => Promise<Told>} ask
 */
function attempted(ask) {
  /** @type {unknown[]} */
  const heard = [];
  const attempt = new Attempt(ask, {
    show: (step, events) => void heard.push(['show', step.view, events.length]),
    asked: (next, { view }) => void heard.push(['asked', next?.type, view]),
    ended: (result, { view }) => void heard.push(['ended', result, view]),
    failed: () => void heard.push(['failed']),
  });
  return { attempt, heard };
}

/** @type {AnyAction} */
const ACTION = { game: 'tsuro', type: 'keep' };
/** @param {any} view @param {any[]} events @returns {Told} */
const told = (view, events) => ({ steps: [{ view, events }], result: 'open', next: ACTION });

test('an attempt sends all decisions each time, without rejected ones', async () => {
  /** @type {number[]} */
  const counts = [];
  const { attempt, heard } = attempted(async (actions) => {
    counts.push(actions.length);
    if (counts.length === 2)
      throw new Refused(422, { code: 'illegal', refusal: { code: 'not_your_turn' } });
    return told(`after ${actions.length}`, actions.length === 0 ? [] : [1, 2]);
  });
  await attempt.begin();
  assert.deepEqual(await attempt.act(ACTION), { ok: false, problem: { code: 'not_your_turn' } });
  assert.deepEqual(await attempt.act(ACTION), { ok: true });
  assert.deepEqual(await attempt.act(ACTION), { ok: true });
  assert.deepEqual(counts, [0, 1, 1, 2]);
  assert.deepEqual(heard, [
    ['show', 'after 0', 0],
    ['asked', 'keep', 'after 0'],
    ['show', 'after 1', 2],
    ['asked', 'keep', 'after 1'],
    ['show', 'after 2', 4],
    ['asked', 'keep', 'after 2'],
  ]);
});

test('an attempt sends nothing more when the lesson has ended', async () => {
  let count = 0;
  const { attempt } = attempted(async () => {
    count += 1;
    return { ...told('over', []), result: 'reached', next: null };
  });
  assert.deepEqual(await attempt.act(ACTION), { ok: true });
  assert.deepEqual(await attempt.act(ACTION), { ok: false, problem: { code: 'stale' } });
  assert.equal(count, 1);
});

test('an attempt that is given up shows nothing more', async () => {
  const { attempt, heard } = attempted(async () => told('late', []));
  const beginning = attempt.begin();
  attempt.giveUp();
  await beginning;
  assert.deepEqual(heard, []);
});

test('a failed request of an attempt is reported', async () => {
  const { attempt, heard } = attempted(async () => {
    throw new TypeError('Failed to fetch');
  });
  await attempt.begin();
  assert.equal((await attempt.act(ACTION)).ok, false);
  assert.deepEqual(heard, [['failed'], ['failed']]);
});
