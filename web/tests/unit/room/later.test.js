/** Tests of the parts of the room page that are fetched later. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { missingParts, onceFetched, table } from '../../../client/room/parts/later.js';

/** @import {Phase} from '../../../client/protocol.js' */

/**
 * @param {Phase} phase
 * @param {object} [game]
 */
const update = (phase, game) => {
  const view = { phase, seats: [{}, {}], game: game ?? null };
  return /** @type {any} */ ({ type: 'update', view });
};

/** @param {number[]} resigned */
const running = (resigned) => ({ game: 'section_x', players: [], resigned });

/** Returns the number of parts that a message lacks. @param {any} down */
const lacking = (down) => missingParts(down).length;

test('a message needs the parts that it shows', async (context) => {
  context.mock.method(globalThis, 'fetch', async () => Response.json({}));
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
  context.after(() => Reflect.deleteProperty(globalThis, 'document'));
  assert.equal(lacking(update('playing', running([]))), 0, 'a running game shows the board only');
  assert.equal(lacking(update('playing', running([1]))), 1, 'a player who is out may have a card');
  assert.equal(lacking(update('lobby')), 1, 'the table');
  assert.equal(lacking(update('over')), 2, 'the table and the result');
  assert.equal(lacking({ type: 'step' }), 2, 'a step may end the game');
  await table.fetch();
  assert.equal(typeof table.module?.createTable, 'function');
  assert.equal(lacking(update('lobby')), 0);
  assert.equal(lacking({ type: 'step' }), 1);
});

test('a part is created once, as soon as that is possible', () => {
  /** @type {object | undefined} */
  let possible;
  const made = onceFetched(() => possible && { ...possible });
  assert.equal(made(), null);
  possible = { seats: 2 };
  assert.deepEqual(made(), { seats: 2 });
  assert.equal(made(), made());
});
