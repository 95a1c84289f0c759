import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HintDesk } from '../../../client/room/hint.js';

/**
 * Where hints are asked for, in a game in which that is to be decided.
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

test('who has nothing to decide is told so, to be seen and to be heard', () => {
  const { desk, asked, seen, heard } = deskOf(null);
  desk.ask();
  assert.deepEqual([asked, seen, heard], [[], ['hint.early'], ['hint.early']]);
});

test('who decides is given a hint', () => {
  const { desk, asked, seen } = deskOf({ type: 'place' });
  desk.ask();
  assert.deepEqual([asked, seen], [[{ type: 'hint', version: 7 }], []]);
});
