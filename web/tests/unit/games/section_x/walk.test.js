import assert from 'node:assert/strict';
import { test } from 'node:test';

import { middle } from '../../../../client/games/hexes.js';
import { decisionOf, turn } from '../../../../client/games/section_x/draft.js';
import { standsOf } from '../../../../client/games/section_x/pieces.js';
import { press } from '../../../../client/games/section_x/press.js';
import { directs } from '../../../../client/games/section_x/targets.js';
import { crossing, making, walker } from './drafts.js';
import { choosing, tiles } from './views.js';

/** @import {Draft} from '../../../../client/games/section_x/draft.js' */

const finger = (/** @type {{ x: number, y: number }} */ point) => ({ point, reach: 22 });
/** A point in the cell that is near nothing drawn there. */
const nowhere = { point: { x: 900, y: 900 }, reach: 22 };

test('a prisoner is selected by a press on it, and goes where the next press leads', () => {
  const chosen = press(walker({}), 'g7', null).draft;
  assert.deepEqual(chosen.tool, { type: 'prisoner', number: 0 }, 'anywhere on the island');
  const { plan } = walker({});
  assert.deepEqual(press(walker(chosen), 'i7', finger(plan.stand('i7:0'))).send, {
    type: 'step',
    prisoner: 0,
    to: 'i7:0',
  });
  const near = { point: { ...plan.stand('i7:0'), x: plan.stand('i7:0').x + 30 }, reach: 45 };
  assert.equal(press(walker(chosen), 'i7', near).send?.type, 'step', 'as far as a finger covers');
  assert.deepEqual(press(walker(chosen), 'f9', null).why, [{ code: 'door_blocks', owner: 1 }]);
});

test('a step with further effects is selected first, and made by a second press', () => {
  const tool = /** @type {const} */ ({ type: 'prisoner', number: 5 });
  const first = press(walker({ tool }), 'm7', nowhere);
  assert.equal(first.send, undefined);
  assert.equal(first.draft.to, 'green:0');
  assert.deepEqual(decisionOf(walker(first.draft)), {
    type: 'step',
    prisoner: 5,
    to: 'green:0',
  });
  assert.deepEqual(press(walker(first.draft), 'm6', nowhere).send, {
    type: 'step',
    prisoner: 5,
    to: 'green:0',
  });
});

test('the nearest of several tunnels of a tile is meant; by keys they alternate', () => {
  const tool = /** @type {const} */ ({ type: 'prisoner', number: 5 });
  const { plan } = walker({});
  assert.deepEqual(press(walker({ tool }), 'l7', finger(plan.stand('l7:1'))).send, {
    type: 'step',
    prisoner: 5,
    to: 'l7:1',
  });
  assert.deepEqual(press(walker({ tool }), 'l7', finger(plan.stand('l7:0'))).send, {
    type: 'step',
    prisoner: 5,
    to: 'l7:0',
  });
  const once = press(walker({ tool }), 'l7', null);
  assert.deepEqual([once.send, once.draft.to], [undefined, 'l7:0']);
  const twice = press(walker(once.draft), 'l7', null);
  assert.deepEqual([twice.send, twice.draft.to], [undefined, 'l7:1']);
  assert.equal(turn(walker(twice.draft), 1).to, 'green:0');
});

test('by keys a step onto another prisoner comes first, and a second press selects that prisoner', () => {
  const choices = choosing({
    steps: [
      { prisoners: [0], to: [{ to: 'k7:0', does: null }], barred: [] },
      { prisoners: [5], to: [{ to: 'l7:0', does: null }], barred: [] },
    ],
  });
  const one = (/** @type {Partial<Draft>} */ draft) => making(choices, draft, crossing);
  const first = press(one({ tool: { type: 'prisoner', number: 0 } }), 'k7', null);
  assert.deepEqual([first.send, first.draft.to], [undefined, 'k7:0']);
  const second = press(one(first.draft), 'k7', null);
  assert.deepEqual([second.send, second.draft.tool], [undefined, { type: 'prisoner', number: 5 }]);
});

test('a pressed prisoner is selected, regardless of the selection and its steps', () => {
  const hiding = {
    phase: /** @type {const} */ ({ type: 'act' }),
    tiles: [
      { cell: 'k7', kind: /** @type {const} */ ('hide_out_straight'), rotation: 0, tunnels: [0] },
      { cell: 'l7', kind: /** @type {const} */ ('straight'), rotation: 0, tunnels: [0] },
    ],
    prisoners: [
      { seat: 0, number: 2, at: 'k7:0' },
      { seat: 0, number: 3, at: 'k7:0' },
      { seat: 0, number: 4, at: 'l7:0' },
    ],
  };
  const choices = choosing({
    steps: [
      { prisoners: [2, 3], to: [{ to: 'l7:0', does: null }], barred: [] },
      { prisoners: [4], to: [{ to: 'k7:0', does: null }], barred: [] },
    ],
  });
  const one = (/** @type {Partial<Draft>} */ draft) => making(choices, draft, hiding);
  const stands = standsOf(one({}).plan);
  const pressed = (/** @type {number} */ number, /** @type {Partial<Draft>} */ draft = {}) => {
    const at = stands.get(`0 ${number}`) ?? { x: 0, y: 0 };
    return press(one(draft), number === 4 ? 'l7' : 'k7', finger(at));
  };
  for (const number of [2, 3, 4]) {
    assert.deepEqual(pressed(number).draft.tool, { type: 'prisoner', number });
    const another = { tool: /** @type {const} */ ({ type: 'prisoner', number: 4 }) };
    const chosen = pressed(number, another);
    assert.equal(chosen.send, undefined);
    assert.deepEqual(chosen.draft.tool, number === 4 ? null : { type: 'prisoner', number });
  }
});

test('without a selection a press makes the step if only one prisoner can', () => {
  const { plan } = walker({});
  const gone = press(walker({}), 'l7', finger(plan.stand('l7:1')));
  assert.deepEqual(gone.send, { type: 'step', prisoner: 5, to: 'l7:1' });
  assert.equal(gone.draft.tool, null, 'the next may be any');
  const more = press(walker({}), 'm6', finger(middle('m6', 6)));
  assert.deepEqual(
    [more.send, more.draft.to],
    [undefined, 'green:0'],
    'what does more is said first',
  );
  const both = choosing({
    steps: [
      { prisoners: [0], to: [{ to: 'l7:0', does: null }], barred: [] },
      {
        prisoners: [5],
        to: [
          { to: 'l7:0', does: null },
          { to: 'block', does: null },
        ],
        barred: [],
      },
    ],
  });
  const two = making(both, {}, crossing);
  const asked = press(two, 'l7', finger(plan.stand('l7:0')));
  assert.deepEqual([asked.send, asked.which], [undefined, true]);
  assert.ok(
    directs(two).every(({ target }) => target.to !== 'block'),
    'nobody goes back by a slip',
  );
  const onward = { ...two, left: new Map([[0, ['l7:0']]]) };
  assert.deepEqual(
    press(onward, 'l7', finger(plan.stand('l7:0'))).send,
    { type: 'step', prisoner: 5, to: 'l7:0' },
    'who has just come from there is not meant',
  );
  const free = making({ ...both, tile: tiles({}) }, {}, crossing);
  assert.deepEqual(directs(free), [], 'a press could mean the tile');
});

test('doors are placed from the supply, moved on the board, and given up', () => {
  const doors = choosing({
    doors: [
      { from: null, to: ['k7:0', 'l7:1'] },
      { from: 'l7:0', to: ['k7:0'] },
    ],
    end_turn: true,
  });
  const put = press(
    making(doors, { tool: { type: 'door', from: null } }, crossing),
    'k7',
    null,
  ).draft;
  assert.deepEqual(decisionOf(making(doors, put, crossing)), {
    type: 'door',
    from: null,
    to: 'k7:0',
  });
  const lifted = press(making(doors, {}, crossing), 'l7', null).draft;
  assert.deepEqual(lifted.tool, { type: 'door', from: 'l7:0' });
  const nowhere = press(
    making(doors, { tool: { type: 'door', from: 'l7:0' } }, { ...crossing, doors: [] }),
    'k7',
    null,
  ).draft;
  assert.deepEqual(decisionOf(making(doors, nowhere, crossing)), {
    type: 'door',
    from: 'l7:0',
    to: 'k7:0',
  });
  const giving = choosing({ give_door: ['k7:0', 'l7:1'] });
  const given = press(making(giving, {}, crossing), 'l7', null).draft;
  assert.deepEqual(decisionOf(making(giving, given, crossing)), {
    type: 'give_door',
    section: 'l7:1',
  });
});

test('the server is asked about the pressed tunnel if a door can not go there', () => {
  const doors = choosing({ doors: [{ from: null, to: ['k7:0'] }], end_turn: true });
  const one = making(doors, { tool: { type: 'door', from: null } }, crossing);
  assert.deepEqual(press(one, 'l7', finger(one.plan.stand('l7:1'))).ask, {
    type: 'door',
    from: null,
    to: 'l7:1',
  });
});
