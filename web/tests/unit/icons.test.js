import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { PATHS } from '../../client/lib/icons.js';
import { pages, readPage } from './pages.js';

const client = new URL('../../client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', client), 'utf8'));

/** The maximum number of bytes of an icon. */
const MOST_BYTES = 40_000;

/**
 * @param {string} path the path as a page or the manifest names it, from the client's folder
 * @returns {{width: number, height: number, bytes: number}}
 */
function picture(path) {
  const png = readFileSync(new URL(path.replace(/^\//, ''), client));
  assert.equal(png.toString('latin1', 1, 4), 'PNG', path);
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes: png.length };
}

test('an installed app has bitmap icons of the declared sizes', () => {
  const drawn = manifest.icons.filter((/** @type {any} */ icon) => icon.type === 'image/png');
  for (const { src, sizes } of drawn) {
    const { width, height, bytes } = picture(src);
    assert.equal(`${width}x${height}`, sizes, src);
    assert.ok(bytes < MOST_BYTES, `${src} has ${bytes} bytes`);
  }
  const has = (/** @type {string} */ size, /** @type {string} */ purpose) =>
    drawn.some((/** @type {any} */ icon) => icon.sizes === size && icon.purpose === purpose);
  assert.ok(has('192x192', 'any') && has('512x512', 'any') && has('512x512', 'maskable'));
});

test('every page has an icon for a home screen', () => {
  assert.ok(pages.length > 5);
  for (const name of pages) {
    const [, path = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(readPage(name)) ?? [];
    assert.deepEqual(picture(path).width, 180, name);
  }
});

test('every icon that a page names exists, and all are drawn on the same grid', () => {
  const named = pages.flatMap((name) =>
    [...readPage(name).matchAll(/\sdata-icon="([^"]+)"/g)].map(([, icon]) => icon ?? ''),
  );
  assert.ok(named.length > 10);
  for (const name of named) assert.ok(name in PATHS, name);
  for (const [name, path] of Object.entries(PATHS)) {
    for (const [, x = '', y = ''] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
      for (const at of [x, y]) assert.ok(Number(at) >= 2 && Number(at) <= 22, `${name}: ${path}`);
    }
  }
});

test('no page or module uses a character as an icon', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
  for (const path of files.filter((one) => /\.(js|html|css)$/.test(one))) {
    const source = readFileSync(new URL(path, client), 'utf8');
    assert.doesNotMatch(source, /[×✕✗✓✔⋯▸▾▶◀⟲⟳]/u, path);
  }
});

test('the display face is small, and its licence is beside it', () => {
  const face = readFileSync(new URL('fonts/fraunces.woff2', client));
  assert.equal(face.toString('latin1', 0, 4), 'wOF2');
  assert.ok(face.length <= 20_000, `${face.length} bytes`);
  const licence = readFileSync(new URL('fonts/OFL.txt', client), 'utf8');
  assert.match(licence, /SIL OPEN FONT LICENSE Version 1\.1/i);
});
