import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isApple, Push, SAID } from '../../../client/lib/push.js';

/** The keys of the texts that the service worker gets. */
const WORDS = { ...SAID, forgotten: 'name.forgotten' };

/** A text function that returns the key. */
const text = (/** @type {string} */ key) => key;

/**
 * @param {object} of
 * @param {string} [of.permission] the current permission
 * @param {string} [of.answer] the answer of the reader to the question for permission
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
  /** @type {Record<string, string> | null} */
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
  const active = { postMessage: (/** @type {unknown} */ said) => void asked.push(said) };
  const registration = { pushManager, active };
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
      keep: async (/** @type {Record<string, string> | null} */ words) => {
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

test('the browser subscribes with the key of the server, and the server receives the endpoint', async () => {
  const { of, asked, kept, hasSubscription } = world();
  const push = new Push(of);
  assert.equal(await push.isOn(), false);
  assert.equal(await push.turnOn(text), true);
  assert.deepEqual(asked, [
    ['GET', '/api/session/push', undefined],
    { userVisibleOnly: true, applicationServerKey: 'server' },
    [
      'PUT',
      '/api/session/push',
      { endpoint: 'https://push.example/a', keys: { p256dh: 'key', auth: 'secret' } },
    ],
  ]);
  assert.deepEqual(kept(), WORDS);
  assert.equal(await push.isOn(), true);
  await push.turnOff();
  assert.deepEqual([hasSubscription(), kept()], [false, null]);
  assert.equal(await push.isOn(), false);
});

test('after a change of person the device unsubscribes without a request to the server', async () => {
  const { of, asked, kept, hasSubscription } = world();
  const push = new Push(of);
  await push.turnOn(text);
  asked.length = 0;
  await push.forget();
  assert.deepEqual([hasSubscription(), kept(), asked], [false, null, []]);
});

test('a page of a room reports that it is visible, and renews the texts', async () => {
  const { of, asked, kept } = world();
  const push = new Push(of);
  await push.look('abc', text);
  assert.deepEqual(kept(), {}, 'nobody wants to be told');
  await push.turnOn((key) => `old ${key}`);
  asked.length = 0;
  await push.look('abc', text);
  assert.deepEqual(asked, [{ seen: 'abc' }]);
  assert.deepEqual(kept(), WORDS);
  const { workers: _, ...without } = of;
  await new Push({ ...without, workers: undefined }).look('abc', text);
});

test('every notification of a room has a text', () => {
  const step = new URL('../../../../server/room/src/step.rs', import.meta.url);
  const source = readFileSync(step, 'utf8');
  const [, kinds = ''] = /enum NotificationKind {\n([^}]*)}/.exec(source) ?? [];
  const words = [...kinds.matchAll(/^ {4}(\w+),$/gm)].map(([, kind = '']) =>
    kind.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase(),
  );
  assert.ok(words.includes('question'));
  assert.deepEqual(words.sort(), Object.keys(SAID).sort());
  const read = (/** @type {string} */ file) =>
    JSON.parse(readFileSync(new URL(`../../../client/text/${file}`, import.meta.url), 'utf8'));
  const said = { ...read('en.json'), ...read('en.push.json') };
  for (const key of Object.values(SAID)) assert.match(said[key], /\{host\}/, key);
});

test('a tablet that identifies itself as a computer is recognised by its screen', () => {
  const tablet =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15';
  assert.equal(isApple({ userAgent: tablet, maxTouchPoints: 5 }), true);
  assert.equal(isApple({ userAgent: tablet, maxTouchPoints: 0 }), false);
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  assert.equal(isApple({ userAgent: phone, maxTouchPoints: 5 }), true);
  const other = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0';
  assert.equal(isApple({ userAgent: other, maxTouchPoints: 5 }), false);
});

test('a refused permission causes no request to the server', async () => {
  const { of, asked } = world({ answer: 'denied' });
  const push = new Push(of);
  assert.equal(await push.turnOn(text), false);
  assert.deepEqual(asked, []);
  assert.equal(push.hindrance(), 'refused');
});

test('a device that the server has forgotten is not subscribed', async () => {
  const { of, forget } = world();
  const push = new Push(of);
  await push.turnOn(text);
  forget();
  assert.equal(await push.isOn(), false);
});

test('the reason for missing push notifications is returned', async () => {
  const why = (/** @type {Parameters<typeof world>[0]} */ of) => new Push(world(of).of).hindrance();
  assert.equal(why({}), null);
  assert.equal(why({ secure: false }), 'insecure');
  assert.equal(why({ pushes: false }), 'missing');
  assert.equal(why({ pushes: false, apple: true }), 'home');
  assert.equal(why({ permission: 'denied' }), 'refused');
  assert.equal(await new Push(world({ secure: false }).of).turnOn(text), false);
});
