import assert from 'node:assert/strict';
import { test } from 'node:test';

import { beside, cellAt, middle, rowsOf, sideTo, step } from '../../../client/games/hexes.js';

const CELLS = rowsOf(6).flat();

test('a board of radius 6 has 127 cells, in rows from the north', () => {
  assert.equal(CELLS.length, 127);
  assert.deepEqual(
    rowsOf(6).map((row) => row.length),
    [7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7],
  );
  assert.deepEqual(rowsOf(6)[0], ['g1', 'h1', 'i1', 'j1', 'k1', 'l1', 'm1']);
});

test('the neighbours of a cell are numbered clockwise from the east', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((side) => beside('g7', side, 6)),
    ['h7', 'g8', 'f8', 'f7', 'g6', 'h6'],
  );
  assert.equal(beside('m7', 0, 6), null);
  assert.equal(sideTo('g7', 'f8', 6), 2);
  assert.equal(sideTo('g7', 'i7', 6), null);
});

test('every cell is found at its centre, and wherever a finger is well inside it', () => {
  for (const cell of CELLS) {
    const { x, y } = middle(cell, 6);
    for (const [dx, dy] of [
      [0, 0],
      [38, 0],
      [-38, 5],
      [10, 40],
      [-12, -40],
    ]) {
      assert.equal(cellAt({ x: x + (dx ?? 0), y: y + (dy ?? 0) }, 6), cell);
    }
  }
  assert.equal(cellAt({ x: 640, y: 0 }, 6), null);
});

test('moving up and then down returns to the same cell', () => {
  const up = ['g7', 'a7', 'j9', 'd12'];
  for (const cell of up) assert.equal(step(step(cell, 'ArrowUp', 6) ?? '', 'ArrowDown', 6), cell);
  const { x } = middle('g7', 6);
  const twice = step(step('g7', 'ArrowUp', 6) ?? '', 'ArrowUp', 6) ?? '';
  assert.equal(middle(twice, 6).x, x, 'as straight as can be');
});

test('arrows stay in the row, letters lead to the six sides, and the rim ends the movement', () => {
  assert.equal(step('g7', 'ArrowRight', 6), 'h7');
  assert.equal(step('m7', 'ArrowRight', 6), 'm7');
  assert.deepEqual(
    ['d', 'x', 'z', 'a', 'w', 'E'].map((key) => step('g7', key, 6)),
    ['h7', 'g8', 'f8', 'f7', 'g6', 'h6'],
  );
  assert.equal(step('g1', 'ArrowUp', 6), 'g1');
  assert.equal(step('a7', 'ArrowUp', 6), 'b6', 'where the other way is none');
  assert.equal(step('g7', 'q', 6), null);
});

test('every cell can be reached by arrows alone', () => {
  const reached = new Set(['g7']);
  for (const cell of reached) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
      reached.add(step(cell, key, 6) ?? '');
  }
  assert.equal(reached.size, CELLS.length);
});
