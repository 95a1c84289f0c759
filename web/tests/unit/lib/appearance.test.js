import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { Appearance, KEY, readChoice } from '../../../client/lib/appearance.js';

const USUAL = { theme: 'system', skin: 'classic' };

/** A tab with a storage that other tabs share. @param {Map<string, string>} stored */
function tab(stored) {
  const page = new EventTarget();
  /** @type {unknown[]} */
  const applied = [];
  page.addEventListener('appearance', (event) => {
    applied.push(/** @type {CustomEvent} */ (event).detail);
  });
  const storage = {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  };
  return { page, applied, world: { storage: () => storage, page } };
}

test('without a choice the page follows the system and the board is the usual one', () => {
  for (const stored of [null, '', '{', '[]', '7', '{"theme":"pink","skin":7}']) {
    assert.deepEqual(readChoice(stored), USUAL, `${stored}`);
  }
  assert.deepEqual(readChoice('{"skin":"slate"}'), { ...USUAL, skin: 'slate' });
});

test('a choice is applied at once and kept for the next page', () => {
  const stored = new Map();
  const { applied, world } = tab(stored);
  const appearance = new Appearance(world);
  appearance.change({ theme: 'dark' });
  appearance.change({ skin: 'paper' });
  assert.deepEqual(applied, [
    { theme: 'dark', skin: 'classic' },
    { theme: 'dark', skin: 'paper' },
  ]);
  assert.deepEqual(new Appearance(world).choice, { theme: 'dark', skin: 'paper' });
});

test('a choice in another tab changes the controls of this one', () => {
  const { page, world } = tab(new Map());
  const appearance = new Appearance(world);
  let times = 0;
  appearance.follow(() => {
    times += 1;
  });
  const say = (/** @type {string} */ key, /** @type {string} */ newValue) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  say('senda.sound', '{}');
  assert.equal(times, 0);
  say(KEY, '{"theme":"light","skin":"contrast"}');
  assert.equal(times, 1);
  assert.deepEqual(appearance.choice, { theme: 'light', skin: 'contrast' });
});

test('a choice lasts as long as the page if the browser refuses to store it', () => {
  const page = new EventTarget();
  const appearance = new Appearance({
    storage: () => {
      throw new Error('refused');
    },
    page,
  });
  appearance.change({ theme: 'dark' });
  assert.equal(appearance.choice.theme, 'dark');
});

/** Runs the script of the first paint. @param {string | null} stored */
function firstPaint(stored) {
  const page = new EventTarget();
  /** @type {Record<string, string>} */
  const dataset = {};
  const colours = ['light', 'dark'].map((scheme) => {
    let media = `(prefers-color-scheme: ${scheme})`;
    return {
      getAttribute: () => media,
      setAttribute: (/** @type {string} */ _name, /** @type {string} */ value) => {
        media = value;
      },
    };
  });
  const script = readFileSync(new URL('../../../client/lib/first.js', import.meta.url), 'utf8');
  runInNewContext(script, {
    CustomEvent,
    setTimeout: () => 0,
    document: {
      documentElement: { dataset },
      querySelector: () => null,
      querySelectorAll: () => colours,
    },
    localStorage: { getItem: (/** @type {string} */ key) => (key === KEY ? stored : null) },
    addEventListener: page.addEventListener.bind(page),
  });
  return { page, dataset, media: () => colours.map((colour) => colour.getAttribute()) };
}

test('the first paint has the stored colours, and the frame of the browser as well', () => {
  const { dataset, media, page } = firstPaint('{"theme":"dark","skin":"slate"}');
  assert.deepEqual(dataset, { theme: 'dark', skin: 'slate' });
  assert.deepEqual(media(), ['not all', 'all']);
  const detail = { theme: 'system', skin: 'paper' };
  page.dispatchEvent(new CustomEvent('appearance', { detail }));
  assert.deepEqual(dataset, { skin: 'paper' });
  assert.deepEqual(media(), ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
});

test('the first paint follows other tabs, and ignores a damaged choice', () => {
  const { dataset, page } = firstPaint('{');
  assert.deepEqual(dataset, {});
  const newValue = '{"theme":"light","skin":"contrast"}';
  page.dispatchEvent(Object.assign(new Event('storage'), { key: KEY, newValue }));
  assert.deepEqual(dataset, { theme: 'light', skin: 'contrast' });
});
