import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomPathOf } from '../../../client/lib/room-code.js';

test('a code or a link names a room in any case, with stray characters around it', () => {
  for (const typed of [
    'k7wm2xq9bd',
    ' K7WM2XQ9BD ',
    'k7wm2-xq9bd',
    '“k7wm2xq9bd”.',
    'https://senda.example/r/k7wm2xq9bd',
    'Play with me: HTTPS://SENDA.EXAMPLE/R/K7WM2XQ9BD?watch#end!',
    'ｋ７ｗｍ２ｘｑ９ｂｄ',
  ]) {
    assert.equal(roomPathOf(typed), '/r/k7wm2xq9bd', typed);
  }
});

test('other words name no room', () => {
  for (const typed of [
    '',
    'hello',
    'k7wm2xq9b',
    'k7wm2xq9bdd',
    'https://senda.example/',
    'a1a1a1a1a1',
  ])
    assert.equal(roomPathOf(typed), null, typed);
});
