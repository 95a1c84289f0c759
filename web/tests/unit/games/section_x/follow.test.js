import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Follow } from '../../../../client/games/section_x/follow.js';

/** @import {Frame} from '../../../../client/games/zoom.js' */

const WHOLE = { x: 0, y: 0, width: 1_000, height: 1_000 };
const CLOSE = { x: 0, y: 0, width: 300, height: 300 };
const FAR = { x: 800, y: 800 };

/** A zoom that arrives at once. @param {Frame} frame */
function zoomAt(frame) {
  const zoom = {
    frame,
    whole: WHOLE,
    get isWhole() {
      return zoom.frame === WHOLE;
    },
    glide(/** @type {Frame} */ to, /** @type {() => void} */ arrived) {
      zoom.frame = to;
      arrived();
    },
  };
  return /** @type {any} */ (zoom);
}

test('the whole board is shown for a move out of view, and the own part again afterwards', () => {
  const zoom = zoomAt(CLOSE);
  const follow = new Follow(zoom);
  follow.watch({ x: 150, y: 150 });
  assert.equal(zoom.frame, CLOSE, 'a move in view needs nothing');
  follow.watch(FAR);
  follow.watch({ x: 900, y: 100 });
  assert.equal(zoom.frame, WHOLE);
  follow.begin();
  follow.resume();
  assert.equal(zoom.frame, CLOSE);
  follow.resume();
  assert.equal(zoom.frame, CLOSE);
});

test('a part that the viewer has chosen in the meantime stays', () => {
  const zoom = zoomAt(CLOSE);
  const follow = new Follow(zoom);
  follow.watch(FAR);
  const other = { x: 500, y: 500, width: 300, height: 300 };
  zoom.frame = other;
  follow.changed();
  follow.resume();
  assert.equal(zoom.frame, other);
});
