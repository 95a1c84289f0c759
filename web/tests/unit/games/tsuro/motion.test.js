import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbour } from '../../../../client/games/cells.js';
import { milliseconds } from '../../../../client/games/drawing.js';
import { leaving, progress, walkTime } from '../../../../client/games/tsuro/animate.js';
import { continues, targetOf } from '../../../../client/games/tsuro/scene.js';
import { OPTIONS_2020 } from './options.js';

/** @import {TsuroView} from '../../../../client/protocol.js' */

test('the duration of a walk grows with its squares up to a limit', () => {
  assert.equal(walkTime(2, 420), 840);
  assert.equal(walkTime(30, 420), 1600);
});

test('a marker walks its steps one after another', () => {
  assert.deepEqual(progress([60, 30], 0), [0, 0]);
  assert.deepEqual(progress([45, 45], 0.5), [1, 0]);
  assert.deepEqual(progress([60, 30], 1), [1, 1]);
  const [first = 0, second = 0] = progress([90, 90], 0.25);
  assert.ok(first > 0 && first < 0.5, 'it sets off gently');
  assert.equal(second, 0);
});

test('durations of a style sheet are read in both units', () => {
  assert.equal(milliseconds(' 420ms'), 420);
  assert.equal(milliseconds('.42s'), 420);
  assert.equal(milliseconds('0ms'), 0);
  assert.equal(milliseconds(''), 0);
});

test('arrow keys move over the squares and stop at the rim', () => {
  assert.equal(neighbour('c3', 'ArrowLeft', 6), 'b3');
  assert.equal(neighbour('c3', 'ArrowDown', 6), 'c4');
  assert.equal(neighbour('a1', 'ArrowUp', 6), 'a1');
  assert.equal(neighbour('f6', 'ArrowRight', 6), 'f6');
  assert.equal(neighbour('c3', 'x', 6), null);
});

/**
 * @param {TsuroView['board']} board
 * @param {(string | null)[]} starts
 * @returns {TsuroView}
 */
const view = (board, starts) => ({
  options: OPTIONS_2020,
  acting: 0,
  waiting: null,
  laid_down: 0,
  edge: 6,
  phase: 'placing',
  turn: 0,
  first: 0,
  board,
  markers: starts.map((start) => ({ start, at: start, path: [], out: null, place: null })),
  hands: [],
  pile: 0,
  dragon_in_play: false,
  dragon: null,
  choices: null,
  outcome: null,
});
/** @param {string} square @param {number} tile @returns {TsuroView['board'][number]} */
const laid = (square, tile) => ({
  square,
  tile,
  rotation: 0,
  seat: 0,
});

test('a view continues the previous one if all of its tiles are still there', () => {
  const before = view([laid('a1', 4)], ['a1:0', null]);
  assert.ok(continues(before, view([laid('a1', 4), laid('b1', 5)], ['a1:0', 'f1:1'])));
  assert.ok(!continues(before, view([], ['a1:0', null])), 'a tile is gone');
  assert.ok(!continues(before, view([laid('a1', 5)], ['a1:0', null])), 'another tile lies there');
  assert.ok(
    !continues(before, view([laid('a1', 4)], ['a1:1', null])),
    'a marker started elsewhere',
  );
  assert.ok(!continues(before, view([laid('a1', 4)], ['a1:0'])), 'there are fewer markers');
});

test('a marker that chooses one of its two paths continues the same game', () => {
  assert.equal(continues(view([], ['a1:01', null]), view([], ['a1:0', null])), true);
  assert.equal(continues(view([], ['a1:01', null]), view([], ['a1:2', null])), false);
  assert.equal(continues(view([], ['a1:01', null]), view([], ['b1:0', null])), false);
  assert.equal(continues(view([], ['a1:0', null]), view([], ['a1:1', null])), false);
});

test('the target square is the one to fill, or the one where a tile waits', () => {
  const none = view([], [null]);
  assert.equal(targetOf(none), null);
  assert.equal(
    targetOf({ ...none, choices: { type: 'place', square: 'c3', forced: false, placements: [] } }),
    'c3',
  );
  assert.equal(
    targetOf({ ...none, waiting: laid('a1', 4), choices: { type: 'path', paths: [] } }),
    'a1',
  );
});

test('a marker that leaves the game ends where it left, faded', () => {
  for (const how of /** @type {const} */ (['edge', 'collision', 'resigned'])) {
    const frames = leaving(how, { x: 1, y: 0 });
    assert.deepEqual(frames.at(-1), { opacity: 0.55, transform: 'none' }, how);
    for (const frame of frames)
      assert.deepEqual(
        Object.keys(frame).filter((name) => !['opacity', 'transform', 'offset'].includes(name)),
        [],
      );
  }
  assert.match(String(leaving('edge', { x: 0, y: 1 })[1]?.['transform']), /^translate\(0\.0px, 24/);
  assert.match(String(leaving('collision', { x: 0, y: 1 })[1]?.['transform']), /, -12\.0px\)/);
});
