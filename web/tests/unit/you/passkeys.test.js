/**
 * Tests of the conditions for passkeys, and of the encoding of bytes for the server.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decode, describe, encode, hindrance } from '../../../client/you/passkeys.js';

test('bytes survive the encoding', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, number) => number);
  for (const length of [0, 1, 2, 3, 32, 255, 256]) {
    const some = bytes.slice(0, length);
    const text = encode(some.buffer);
    assert.match(text, /^[\w-]*$/);
    assert.deepEqual(decode(text), some);
  }
  assert.equal(encode(Uint8Array.of(251, 255).buffer), '-_8');
});

test('browsers allow passkeys for trusted names', () => {
  const page = { secure: true, host: 'play.example.org', known: true };
  assert.equal(hindrance(page), null);
  assert.equal(hindrance({ ...page, host: 'localhost' }), null);
  assert.equal(hindrance({ ...page, secure: false }), 'insecure');
  assert.equal(hindrance({ ...page, host: '127.0.0.1' }), 'address');
  assert.equal(hindrance({ ...page, host: '[::1]' }), 'address');
  assert.equal(hindrance({ ...page, known: false }), 'missing');
});

test('the owner is warned of a passkey that may have a copy', () => {
  /** @type {any} */
  const text = (/** @type {string} */ key) => key;
  const passkey = { id: 'a', device: 'Firefox, Linux', since: 1, used: null, verified: false };
  assert.deepEqual(describe(passkey, text), { facts: 'passkey.since', warning: null });
  const used = { ...passkey, used: 2, verified: true };
  assert.equal(describe(used, text).facts, 'passkey.since · passkey.used');
  const touched = { ...used, verified: false, warned: 3 };
  assert.deepEqual(describe(touched, text), {
    facts: 'passkey.since · passkey.used · passkey.unverified',
    warning: 'passkey.warned',
  });
});
