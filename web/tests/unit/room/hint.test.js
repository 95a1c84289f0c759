import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HintDesk } from '../../../client/room/game/hint.js';

/**
 * Creates a desk for hints in a game with these choices.
 *
 * @param {unknown} choices
 */
function deskOf(choices) {
  /** @type {unknown[]} */
  const asked = [];
  /** @type {string[]} */
  const seen = [];
  /** @type {string[]} */
  const heard = [];
  const table = {
    state: { view: { game: { choices } }, at: { version: 7 } },
    text: (/** @type {string} */ key) => key,
    announce: (/** @type {string} */ words) => heard.push(words),
    issue: async (/** @type {unknown} */ intent) => asked.push(intent),
  };
  const desk = new HintDesk(/** @type {any} */ (table), {
    show: () => {},
    early: (words) => seen.push(words),
    propose: () => {},
  });
  return { desk, asked, seen, heard };
}

test('a player without a decision learns that there is no hint, by text and announcement', () => {
  const { desk, asked, seen, heard } = deskOf(null);
  desk.ask();
  assert.deepEqual([asked, seen, heard], [[], ['hint.early'], ['hint.early']]);
});

test('a player with a decision gets a hint', () => {
  const { desk, asked, seen } = deskOf({ type: 'place' });
  desk.ask();
  assert.deepEqual([asked, seen], [[{ type: 'hint', version: 7 }], []]);
});
