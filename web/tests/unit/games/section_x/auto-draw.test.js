import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawnFrom, isWhereTheyAre } from '../../../../client/games/section_x/auto-draw.js';
import { choosing, viewOf } from './views.js';

test('a tile is drawn automatically only if the piles are face down', () => {
  const choices = choosing({ draw: [1, 2] });
  assert.equal(drawnFrom(viewOf({ choices })), 1);
  /** @type {import('../../../../client/protocol.js').SectionXView['piles']} */
  const piles = [
    { count: 0, top: [] },
    { count: 1, top: ['straight'] },
    { count: 2, top: ['two_bends'] },
  ];
  assert.equal(drawnFrom(viewOf({ choices, piles })), null, 'experts choose');
  assert.equal(drawnFrom(viewOf({ choices: choosing({ skip_tile: true }) })), null);
  assert.equal(drawnFrom(viewOf()), null, 'somebody else plays');
});

test('of several pages of a player only the active one draws', () => {
  assert.equal(isWhereTheyAre(1, false), true, 'beside other windows as well');
  assert.equal(isWhereTheyAre(2, true), true);
  assert.equal(isWhereTheyAre(2, false), false);
});
