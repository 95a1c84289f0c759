import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { howPath, learnPath } from '../../../client/games/index.js';
import { fileAt, prefixed } from '../../../client/lib/files.js';
import { roomPathOf } from '../../../client/lib/room-code.js';
import { cameFrom, youPath } from '../../../client/lib/you-path.js';

const world = /** @type {any} */ (globalThis);

/** @param {string | undefined} files the folder that the page names */
function openPage(files) {
  world.document = { documentElement: { dataset: files === undefined ? {} : { files } } };
}

afterEach(() => {
  delete world.document;
});

test('without a page, or without a prefix, paths stay as they are', () => {
  assert.equal(prefixed('/r/abc'), '/r/abc');
  openPage(undefined);
  assert.equal(prefixed('/'), '/');
  assert.equal(fileAt('icon.svg'), '/icon.svg');
  openPage('/a/0123456789abcdef/');
  assert.equal(prefixed('/r/abc'), '/r/abc');
  assert.equal(fileAt('icon.svg'), '/a/0123456789abcdef/icon.svg');
});

test('all paths begin with the prefix of the server', () => {
  openPage('/games/senda/a/0123456789abcdef/');
  assert.equal(prefixed('/'), '/games/senda/');
  assert.equal(prefixed('/r/$&'), '/games/senda/r/$&');
  assert.equal(fileAt('icon.svg'), '/games/senda/a/0123456789abcdef/icon.svg');
  assert.equal(howPath('section_x'), '/games/senda/how/section-x');
  assert.equal(learnPath('tsuro'), '/games/senda/learn/tsuro');
  assert.equal(youPath('push', '/games/senda/r/abc234'), '/games/senda/you?room=abc234#push-part');
  assert.equal(cameFrom('?room=abc234'), '/games/senda/r/abc234');
  assert.equal(cameFrom(''), '/games/senda/');
  const link = 'https://example.org/games/senda/r/k7wm2xq9bd';
  assert.equal(roomPathOf(link), '/games/senda/r/k7wm2xq9bd');
});
