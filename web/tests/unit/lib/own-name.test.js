import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnName, keepName } from '../../../client/lib/own-name.js';

/** Returns a storage for one name. */
function storage() {
  /** @type {string | null} */
  let kept = null;
  return {
    getItem: () => kept,
    /** @param {string} _key @param {string} value */
    setItem: (_key, value) => {
      kept = value;
    },
  };
}

test('a made-up name is the own one only after it was kept', () => {
  const device = storage();
  assert.equal(
    isOwnName('Tramontana 35', () => device),
    false,
  );
  keepName('Tramontana 35', () => device);
  assert.equal(
    isOwnName('Tramontana 35', () => device),
    true,
  );
  // After a sign-out the device has another made-up name.
  assert.equal(
    isOwnName('Elephanta 87', () => device),
    false,
  );
});

test('a name that does not look made up was chosen, perhaps on another device', () => {
  for (const name of ['Ana', 'Ana Luz', 'שלום', 'agent 47x'])
    assert.equal(
      isOwnName(name, () => storage()),
      true,
      name,
    );
});

test('without storage the question would come back, so it is not asked', () => {
  const closed = () => {
    throw new Error('no storage');
  };
  assert.equal(isOwnName('Tramontana 35', closed), true);
  keepName('Ana', closed);
});
