import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Push } from '../../../client/lib/push.js';

/**
 * @param {object} of
 * @param {string} [of.permission] now
 * @param {string} [of.answer] what the reader says when they are asked
 * @param {boolean} [of.secure]
 * @param {boolean} [of.apple]
 * @param {boolean} [of.pushes]
 */
function world({
  permission = 'default',
  answer = 'granted',
  secure = true,
  apple = false,
  pushes = true,
} = {}) {
  /** @type {unknown[]} */
  const asked = [];
  /** @type {Record<string, string>} */
  let kept = {};
  let told = false;
  /** @type {any} */
  let subscription = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (/** @type {unknown} */ options) => {
      asked.push(options);
      subscription = {
        toJSON: () => ({
          endpoint: 'https://push.example/a',
          expirationTime: null,
          keys: { p256dh: 'key', auth: 'secret' },
        }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription;
    },
  };
  const registration = { pushManager };
  const Notice = {
    permission: /** @type {any} */ (permission),
    requestPermission: async () => {
      Notice.permission = answer;
      return answer;
    },
  };
  return {
    asked,
    kept: () => kept,
    forget: () => {
      told = false;
    },
    hasSubscription: () => subscription !== null,
    of: {
      secure,
      apple,
      pushes,
      Notice,
      workers: /** @type {any} */ ({
        register: async () => registration,
        getRegistration: async () => registration,
      }),
      keep: async (/** @type {Record<string, string>} */ words) => {
        kept = words;
      },
      ask: async (
        /** @type {string} */ method,
        /** @type {string} */ path,
        /** @type {unknown} */ body,
      ) => {
        asked.push([method, path, body]);
        if (method !== 'GET') told = method === 'PUT';
        return { key: 'server', told };
      },
    },
  };
}

test('the browser asks its service with the key of the server, which is told where to', async () => {
  const { of, asked, kept, hasSubscription } = world();
  const push = new Push(of);
  assert.equal(await push.isOn(), false);
  assert.equal(await push.turnOn({ turn: 'Your turn' }), true);
  assert.deepEqual(asked, [
    ['GET', '/api/session/push', undefined],
    { userVisibleOnly: true, applicationServerKey: 'server' },
    [
      'PUT',
      '/api/session/push',
      { endpoint: 'https://push.example/a', keys: { p256dh: 'key', auth: 'secret' } },
    ],
  ]);
  assert.deepEqual(kept(), { turn: 'Your turn' });
  assert.equal(await push.isOn(), true);
  await push.turnOff();
  assert.equal(hasSubscription(), false);
  assert.equal(await push.isOn(), false);
});

test('who refuses is not asked for by the server', async () => {
  const { of, asked } = world({ answer: 'denied' });
  const push = new Push(of);
  assert.equal(await push.turnOn({}), false);
  assert.deepEqual(asked, []);
  assert.equal(push.hindrance(), 'refused');
});

test('a device that the server has forgotten is not told', async () => {
  const { of, forget } = world();
  const push = new Push(of);
  await push.turnOn({});
  forget();
  assert.equal(await push.isOn(), false);
});

test('it says why there can be none', async () => {
  const why = (/** @type {Parameters<typeof world>[0]} */ of) => new Push(world(of).of).hindrance();
  assert.equal(why({}), null);
  assert.equal(why({ secure: false }), 'insecure');
  assert.equal(why({ pushes: false }), 'missing');
  assert.equal(why({ pushes: false, apple: true }), 'home');
  assert.equal(why({ permission: 'denied' }), 'refused');
  assert.equal(await new Push(world({ secure: false }).of).turnOn({}), false);
});
