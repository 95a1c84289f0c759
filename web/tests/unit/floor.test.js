/**
 * Tests that the client uses only features of the oldest supported browsers, or has a known
 * fallback, by MDN's compatibility data.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { at, FLOOR, isMissing, lacking } from '../compat/floor.js';
import { missingInMarkup } from '../compat/markup.js';
import { NEWER_MARKUP, NEWER_SCRIPTS, NEWER_STYLES } from '../compat/newer.js';
import { missingInScript, ownNames } from '../compat/scripts.js';
import { missingInSheet, olderSheet } from '../compat/sheets.js';

const client = new URL('../../client/', import.meta.url);
const files = readdirSync(client, { recursive: true, encoding: 'utf8' });

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, client), 'utf8');
/** @param {RegExp} ending */
const sources = (ending) => files.filter((path) => ending.test(path));

/**
 * Expects that every missing feature is listed, and that every listed feature is used.
 *
 * @param {readonly string[]} paths
 * @param {(source: string) => Map<string, number[]>} missingIn
 * @param {Record<string, string>} listed
 */
function expectListed(paths, missingIn, listed) {
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {string[]} */
  const unknown = [];
  for (const path of paths) {
    for (const [feature, lines] of missingIn(read(path))) {
      used.add(feature);
      if (!(feature in listed))
        unknown.push(`${path}:${lines} ${feature}: not in ${lacking(at(feature)).join(', ')}`);
    }
  }
  assert.deepEqual(unknown, []);
  assert.deepEqual(
    Object.keys(listed).filter((feature) => !used.has(feature)),
    [],
    'listed and not used',
  );
}

test('versions are compared as numbers, and flags and prefixes do not count', () => {
  assert.deepEqual(lacking(at('javascript.builtins.Array.findLast')), [
    'firefox',
    'firefox_android',
  ]);
  assert.deepEqual(lacking(at('api.HTMLDialogElement')), []);
  assert.deepEqual(lacking(at('css.selectors.has')).includes('safari'), false);
  assert.ok(isMissing('api.Element.checkVisibility'));
  assert.ok(isMissing('css.properties.user-select'), 'Safari has it with a prefix');
  assert.ok(!isMissing('javascript.builtins.Array.at'));
});

test('style sheets use only features of the oldest browsers, or a known fallback', () => {
  expectListed(sources(/\.css$/), missingInSheet, NEWER_STYLES);
});

test('scripts use only features of the oldest browsers, or a known fallback', () => {
  const own = ownNames(sources(/\.js$|\.d\.ts$/).map(read));
  expectListed(sources(/\.js$/), (source) => missingInScript(source, own), NEWER_SCRIPTS);
});

test('pages use only features of the oldest browsers, or a known fallback', () => {
  expectListed(sources(/\.html$/), missingInMarkup, NEWER_MARKUP);
});

test('a selector that is too new invalidates no other selector', () => {
  for (const path of sources(/\.css$/)) {
    for (const [list] of read(path).matchAll(/^[^@{}/]+(?=\{)/gm)) {
      const parts = list.split(/,(?![^(]*\))/);
      const newer = parts.filter((part) => part.includes(':has('));
      assert.ok(newer.length === 0 || newer.length === parts.length, `${path}: ${list.trim()}`);
    }
  }
});

test('features that are too new are found wherever they can occur', () => {
  /** @type {[string, string[]][]} */
  const scripts = [
    ['list.findLast(one)', ['javascript.builtins.Array.findLast']],
    ['a.checkVisibility?.()', ['api.Element.checkVisibility']],
    ['class A { static { one(); } }', ['javascript.classes.static.initialization_blocks']],
    ['/(?<=a)b/.test(c)', ['javascript.regular_expressions.lookbehind_assertion']],
    ['/[a--b]/v', ['javascript.builtins.RegExp.unicodeSets']],
    ["set(a, { inert: '' })", ['html.global_attributes.inert']],
    ["html('dialog', { closedby: 'any' })", ['html.elements.dialog.closedby']],
    ["html('div', { popover: true })", ['html.global_attributes.popover']],
    ['a.at(-1); structuredClone(b); c ??= d', []],
  ];
  for (const [source, expected] of scripts)
    assert.deepEqual([...missingInScript(source, new Set()).keys()], expected, source);
  assert.deepEqual(
    [...missingInMarkup('<p inert>\n<dialog closedby="any">').entries()],
    [
      ['html.global_attributes.inert', [1]],
      ['html.elements.dialog.closedby', [2]],
    ],
  );
});

test('a sheet is converted to the form that an older browser understands', () => {
  const older = (/** @type {string} */ source) => olderSheet(source);
  assert.equal(older('a:has(b),i{color:red}u{color:blue}'), 'u{color:blue}');
  assert.equal(older('a{block-size:1vh;block-size:1dvh}'), 'a{block-size:1vh}');
  assert.equal(older('@container a (width>1px){b{color:red}}i{color:red}'), 'i{color:red}');
  assert.equal(older('@supports (block-size:1dvh){a{color:red}}'), '');
  assert.equal(older('a{--b:1dvh;c:var(--b)}'), 'a{--b:1unknown;c:var(--b)}');
});

test('the documentation names the same versions', () => {
  const page = readFileSync(new URL('../../docs/hosting.md', client), 'utf8');
  for (const [name, version] of [
    ['Safari', FLOOR['safari']],
    ['Chrome', FLOOR['chrome']],
    ['Firefox', FLOOR['firefox']],
  ])
    assert.ok(page.includes(`${name} ${version}`), `${name} ${version}`);
});
