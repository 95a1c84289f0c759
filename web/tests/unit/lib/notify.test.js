import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Notices } from '../../../client/lib/notify.js';

/**
 * @param {object} of
 * @param {string} [of.permission] the current permission
 * @param {string} [of.answer] the answer of the reader to the question for permission
 * @param {boolean} [of.secure]
 */
function world({ permission = 'default', answer = 'granted', secure = true } = {}) {
  /** @type {string[]} */
  const told = [];
  /** @type {Map<string, string>} */
  const kept = new Map();
  let asked = 0;
  class Notice {
    static permission = permission;
    static async requestPermission() {
      asked += 1;
      Notice.permission = answer;
      return answer;
    }
    onclick = () => {};
    /** @param {string} title */
    constructor(title) {
      told.push(title);
    }
    close() {
      told.push('closed');
    }
  }
  let hidden = true;
  return {
    told,
    kept,
    asked: () => asked,
    look: () => {
      hidden = false;
    },
    of: {
      Notice: /** @type {any} */ (Notice),
      secure,
      hidden: () => hidden,
      focus: () => {},
      memory: () => ({
        getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ value) =>
          void kept.set(key, value),
      }),
    },
  };
}

test('a notification is shown only to a reader who wants it and while the page is hidden', async () => {
  const { of, told, asked, look } = world();
  const notices = new Notices(of);
  notices.tell('Your turn', 'room', 'icon.svg');
  assert.deepEqual(told, [], 'nobody has asked for it');
  await notices.change(true);
  assert.equal(asked(), 1);
  notices.tell('Your turn', 'room', 'icon.svg');
  assert.deepEqual(told, ['Your turn']);
  notices.settle();
  notices.settle();
  assert.deepEqual(told, ['Your turn', 'closed']);
  look();
  notices.tell('Your turn', 'room', 'icon.svg');
  assert.equal(told.length, 2, 'they see it');
  assert.equal(new Notices(of).on, true, 'it is remembered');
  await notices.change(false);
  assert.equal(new Notices(of).on, false);
});

test('the reason for missing notifications is known', async () => {
  assert.equal(new Notices(world({ secure: false }).of).hindrance(), 'insecure');
  assert.equal(new Notices({ ...world().of, Notice: undefined }).hindrance(), 'missing');
  const { of, told } = world({ answer: 'denied' });
  const notices = new Notices(of);
  await notices.change(true);
  assert.deepEqual([notices.on, notices.hindrance()], [false, 'refused']);
  notices.tell('Your turn', 'room', 'icon.svg');
  assert.deepEqual(told, []);
});
