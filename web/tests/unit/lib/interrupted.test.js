import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Sound } from '../../../client/lib/sound.js';

test('sound that a call has interrupted is resumed at the next touch, and a closed one is left alone', () => {
  for (const [state, resumed] of /** @type {const} */ ([
    ['interrupted', 1],
    ['suspended', 1],
    ['running', 0],
    ['closed', 0],
  ])) {
    let count = 0;
    const context = {
      state,
      resume: async () => {
        count += 1;
      },
    };
    /** @type {() => void} */
    let touch = () => {};
    new Sound({
      storage: () => ({ getItem: () => null, setItem: () => {} }),
      open: () => /** @type {AudioContext} */ (/** @type {unknown} */ (context)),
      synthesis: () => import('../../../client/lib/synthesis.js'),
      vibrate: () => {},
      isHidden: () => false,
      onGesture: (touched) => {
        touch = touched;
      },
    });
    touch();
    assert.equal(count, resumed, state);
  }
});
