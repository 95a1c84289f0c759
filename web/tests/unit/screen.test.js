/** Tests of the pages that only show a game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Channel, RESULT_MS, STILL_MS } from '../../client/screen/channel.js';
import { lookOf } from '../../client/screen/look.js';

/**
 * @param {string} room
 * @param {Partial<import('../../client/lobby/page.js').ListedRoom>} [more]
 */
const listed = (room, more = {}) => ({
  room,
  game: /** @type {const} */ ('tsuro'),
  state: /** @type {const} */ ('running'),
  host: 'Ana',
  seated: 2,
  seats: 8,
  watching: 0,
  ...more,
});

test('a television shows the liveliest game and does not count itself', () => {
  const channel = new Channel();
  assert.equal(channel.choose(0), null);
  channel.list([listed('a'), listed('b', { seated: 3 }), listed('c', { watching: 1 })]);
  assert.equal(channel.choose(0), 'b');
  channel.list([listed('a', { seated: 8 }), listed('b', { seated: 3, watching: 1 })]);
  assert.equal(channel.choose(1_000), 'b', 'it stays while the game goes on');
});

test('a television changes some time after the end of a game', () => {
  const channel = new Channel();
  channel.list([listed('a'), listed('b', { seated: 3 })]);
  assert.equal(channel.choose(0), 'b');
  channel.changes(5_000, true);
  channel.list([listed('a'), listed('b', { state: 'open' })]);
  assert.equal(channel.choose(5_000 + RESULT_MS - 1), 'b', 'the result is shown');
  assert.equal(channel.choose(5_000 + RESULT_MS), 'a');
  channel.changes(30_000, true);
  channel.list([listed('b', { state: 'open', seated: 2 })]);
  assert.equal(channel.choose(30_000 + RESULT_MS), null);
  assert.deepEqual(
    channel.open.map(({ room }) => room),
    ['b'],
  );
});

test('a rematch keeps the television in its room', () => {
  const channel = new Channel();
  channel.list([listed('a'), listed('b', { seated: 3 })]);
  channel.choose(0);
  channel.changes(1_000, true);
  channel.changes(2_000, false);
  assert.equal(channel.choose(1_000 + RESULT_MS), 'b');
});

test('a television leaves a game that stands still, unless there is no other', () => {
  const channel = new Channel();
  channel.list([listed('b', { seated: 3 })]);
  channel.choose(0);
  channel.changes(0, false);
  assert.equal(channel.choose(STILL_MS), 'b', 'there is no other');
  channel.list([listed('a'), listed('b', { seated: 3 })]);
  assert.equal(channel.choose(STILL_MS + 2_000), 'a');
  channel.changes(STILL_MS + 3_000, true);
  channel.list([listed('b', { seated: 3 })]);
  assert.equal(channel.choose(STILL_MS + 3_000 + RESULT_MS), null, 'it still rests');
  assert.equal(channel.choose(STILL_MS + 700_000), 'b');
});

test('a television forgets a room that it can not show', () => {
  const channel = new Channel();
  channel.list([listed('a')]);
  channel.choose(0);
  channel.leave(1_000);
  assert.equal(channel.choose(2_000), null);
});

test('the address says what a page shows, also under a prefix', () => {
  const look = (/** @type {string} */ pathname, search = '') => lookOf({ pathname, search });
  assert.deepEqual(look('/tv'), { room: null, replay: null, isFramed: false, follow: null });
  assert.equal(look('/senda/r/5js7nhcyyj/tv').room, '5js7nhcyyj');
  const framed = look('/embed/r/5js7nhcyyj', '?follow=2&background=none');
  assert.deepEqual(framed, { room: '5js7nhcyyj', replay: null, isFramed: true, follow: 1 });
  assert.equal(look('/embed/g/abc').replay, 'abc');
  for (const follow of ['0', '9', 'x', '']) {
    assert.equal(look('/tv', `?follow=${follow}`).follow, null);
  }
});
