import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { gameOf, howPath, KINDS } from '../../../client/games/index.js';
import { anchorOf, titleKey } from '../../../client/how-to/sections.js';

/** @import {Section} from '../../../client/games/how-to.js' */

const client = new URL('../../../client/', import.meta.url);

/** @param {string} path @returns {Record<string, string>} */
const sentences = (path) => JSON.parse(readFileSync(new URL(path, client), 'utf8'));

/**
 * Returns the last parts of the text keys that a section uses.
 *
 * @param {Section<unknown>} section
 * @returns {string[]}
 */
function wordsOf({ parts, figure }) {
  const words = parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    if ('list' in part) return part.list;
    if ('steps' in part) return part.steps;
    if ('heading' in part) return [part.heading];
    return part.figures.flatMap(({ name, caption }) => (name ? [name, caption] : [caption]));
  });
  return figure ? [...words, 'figure'] : words;
}

/** The texts that all pages about games share. */
const common = sentences('how-to/text/en.json');

for (const kind of KINDS) {
  const { howTo } = await gameOf(kind).howTo();
  const { sections } = howTo;

  test(`the page at ${howPath(kind)} uses every sentence about the game exactly once`, () => {
    const said = sections.flatMap((section) => {
      const title = titleKey(kind, section.key);
      const words = wordsOf(section).map((word) => `how.${kind}.${section.key}.${word}`);
      return title in common ? words : [title, ...words];
    });
    said.push(`how.${kind}.title`, `how.${kind}.lead`);
    assert.ok(said.length > 40);
    const known = Object.keys(sentences(`games/${kind}/text/en.how-to.json`));
    assert.deepEqual(said.toSorted(), known.toSorted());
  });

  test(`the page at ${howPath(kind)} explains our own rules, how to play here and the credits`, () => {
    const keys = sections.map(({ key }) => key);
    assert.deepEqual(keys.slice(-3), ['rebuilt', 'here', 'credits']);
    assert.equal(new Set(keys.map(anchorOf)).size, keys.length, 'each has an address of its own');
    for (const key of keys.slice(-3)) assert.ok(titleKey(kind, key) in common, key);
  });
}
