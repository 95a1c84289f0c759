import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PushOffer } from '../../../client/room/parts/push-offer.js';

const DAYS = /** @type {any} */ ({ settings: { clock: { type: 'days', days: 3 } } });
const QUICK = /** @type {any} */ ({ settings: { clock: { type: 'turn', seconds: 60 } } });

/**
 * @param {object} of
 * @param {string | null} [of.hindrance]
 * @param {boolean} [of.on]
 * @param {boolean} [of.fails] whether the push service can't be reached
 * @param {Map<string, string>} [of.kept]
 */
function offer({ hindrance = null, on = false, fails = false, kept = new Map() } = {}) {
  /** @type {string[]} */
  const did = [];
  const made = new PushOffer({
    push: /** @type {any} */ ({
      hindrance: () => hindrance,
      isOn: async () => on,
      turnOn: async () => {
        if (fails) throw new Error('not reached');
        did.push('on');
        return true;
      },
    }),
    memory: () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    }),
    text: (key) => key,
    changed: () => void did.push('changed'),
    say: (sentence) => void did.push(sentence),
    go: (path) => void did.push(path),
  });
  return { made, did, kept };
}

test('a player of a game of days gets the offer once', async () => {
  const { made, did, kept } = offer();
  await made.make({ seat: null }, DAYS);
  assert.equal(made.question(), null, 'who watches has no turn');
  await made.make({ seat: 0 }, QUICK);
  assert.equal(made.question(), null, 'nobody goes away for a minute');
  await made.make({ seat: 0 }, DAYS);
  const question = made.question();
  assert.equal(question?.aside, true);
  assert.deepEqual(
    question?.choices.map(({ label }) => label),
    ['push.offer_yes', 'push.offer_no'],
  );
  question?.choices[0]?.chosen();
  assert.equal(made.question(), null);
  await new Promise(setImmediate);
  assert.deepEqual(did, ['changed', 'changed', 'on', 'push.is_on']);
  const later = offer({ kept });
  await later.made.make({ seat: 0 }, DAYS);
  assert.equal(later.made.question(), null);
});

test('a declined offer is not repeated', async () => {
  const { made, did, kept } = offer();
  await made.make({ seat: 1 }, DAYS);
  made.question()?.choices[1]?.chosen();
  assert.deepEqual(did, ['changed', 'changed']);
  const later = offer({ kept });
  await later.made.make({ seat: 1 }, DAYS);
  assert.equal(later.made.question(), null);
});

test('the offer is not made if push is on already or impossible', async () => {
  for (const of of [{ on: true }, { hindrance: 'insecure' }, { hindrance: 'refused' }]) {
    const { made, did } = offer(of);
    await made.make({ seat: 0 }, DAYS);
    assert.deepEqual([made.question(), did], [null, []], JSON.stringify(of));
  }
});

test('on a phone that requires a home screen app the offer leads to the explanation', async () => {
  Object.assign(globalThis, { location: { pathname: '/r/abc' } });
  const { made, did } = offer({ hindrance: 'home' });
  await made.make({ seat: 0 }, DAYS);
  const [how] = made.question()?.choices ?? [];
  assert.equal(how?.label, 'push.offer_how');
  how?.chosen();
  assert.deepEqual(did, ['changed', 'changed', '/you?room=abc#push-part']);
});

test('a failure of the push service is reported', async () => {
  const { made, did } = offer({ fails: true });
  await made.make({ seat: 0 }, DAYS);
  made.question()?.choices[0]?.chosen();
  await new Promise(setImmediate);
  assert.equal(did.at(-1), 'push.failed');
});
