import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOTHING as NO_DRAFT } from '../../../client/games/section_x/draft.js';
import { stepOf as stepOfSectionX } from '../../../client/games/section_x/next-step.js';
import { NOTHING } from '../../../client/games/tortus/draft.js';
import { stepOf } from '../../../client/games/tortus/next-step.js';

/** @import { SectionXAction, TortusAction } from '../../../client/protocol.js' */

const cell = (/** @type {string} */ square) => `.cell[data-square="${square}"]`;

/**
 * Returns the steps of Tortus towards a decision, for each of these drafts.
 *
 * @param {TortusAction} action
 * @param {readonly Partial<typeof NOTHING>[]} drafts
 */
function steps(action, ...drafts) {
  const view = /** @type {any} */ ({ pawns: [{ seat: 0, at: 'd2', lost: false }] });
  return drafts.map((draft) => stepOf(action, { ...NOTHING, ...draft }, view));
}

test('a learner of Tortus is led from choice to choice', () => {
  assert.deepEqual(
    steps({ type: 'move', pawn: 0, to: 'd3' }, {}, { pawn: 0 }, { pawn: 0, square: 'd3' }),
    [cell('d2'), cell('d3'), '.board-commit'],
  );
  assert.deepEqual(
    steps(
      { type: 'rotate', square: 'd3', rotation: 2 },
      {},
      { kind: 'rotate', square: 'd3' },
      { kind: 'rotate', square: 'd3', rotation: 2 },
    ),
    [cell('d3'), '.turn-on', '.board-commit'],
  );
  assert.deepEqual(
    steps({ type: 'open', square: 'c3' }, {}, { kind: 'open' }, { kind: 'open', square: 'c3' }),
    ['.tortus-kind[aria-keyshortcuts="O"]', cell('c3'), '.board-commit'],
  );
  assert.deepEqual(
    steps(
      { type: 'swap', square: 'd3', hand: 1, rotation: 0 },
      {},
      { hand: 1 },
      { hand: 1, square: 'd3' },
    ),
    ['.hand-tile:nth-child(2)', cell('d3'), '.board-commit'],
  );
  assert.deepEqual(steps({ type: 'end_turn' }, {}, { kind: 'end' }), [
    '.tortus-end',
    '.board-commit',
  ]);
  assert.deepEqual(steps({ type: 'resign' }, {}), [null]);
});

test('a learner of Section X is led from choice to choice', () => {
  const view = /** @type {any} */ ({
    tiles: [],
    kinds: [],
    tunnels: [],
    island: ['g7'],
    radius: 6,
    cells: ['i7', 'j7'],
    areas: [{ cells: ['m7'], owner: null }],
    prisoners: [
      { seat: 0, number: 0, at: 'block' },
      { seat: 0, number: 1, at: 'i7:0' },
    ],
  });
  const lead = (
    /** @type {SectionXAction} */ action,
    /** @type {Partial<typeof NO_DRAFT>[]} */ ...drafts
  ) => drafts.map((draft) => stepOfSectionX(action, { ...NO_DRAFT, ...draft }, view));
  assert.deepEqual(
    lead(
      { type: 'place', stock: 0, cell: 'i7', rotation: 0 },
      {},
      { tool: { type: 'stock', at: 0 } },
      { tool: { type: 'stock', at: 0 }, to: 'i7' },
    ),
    ['.hand-tile:nth-child(1)', cell('i7'), '.board-commit'],
  );
  assert.deepEqual(
    lead(
      { type: 'turn', cell: 'i7', rotation: 3 },
      {},
      { tool: { type: 'tile', cell: 'i7' } },
      { tool: { type: 'tile', cell: 'i7' }, to: 'i7', turned: 3 },
    ),
    [cell('i7'), '.turn-on', '.board-commit'],
  );
  // A prisoner in the block needs no choice, because all of them are alike.
  assert.deepEqual(lead({ type: 'step', prisoner: 0, to: 'i7:0' }, {}), [cell('i7')]);
  assert.deepEqual(
    lead(
      { type: 'step', prisoner: 1, to: 'j7:0' },
      {},
      { tool: { type: 'prisoner', number: 1 } },
      { tool: { type: 'prisoner', number: 1 }, to: 'j7:0' },
    ),
    [cell('i7'), cell('j7'), '.board-commit'],
  );
  view.prisoners.push({ seat: 0, number: 2, at: 'j7:0' });
  assert.deepEqual(
    lead({ type: 'step', prisoner: 1, to: 'j7:0' }, { tool: { type: 'prisoner', number: 1 } }),
    ['.target[data-place="j7:0"]'],
  );
  assert.deepEqual(lead({ type: 'end_turn' }, {}, { sure: true }), ['.sx-end', '.board-commit']);
});
