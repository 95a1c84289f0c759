/**
 * The English texts of the client for tests.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {Record<string, string | Record<string, string>>} Sentences */

const CLIENT = new URL('../../../client/', import.meta.url);
const plural = new Intl.PluralRules('en');

/** @param {string} path the path of a file, from the folder of the client */
export const read = (path) => readFileSync(new URL(path, CLIENT), 'utf8');

/** Returns the texts of some files of the client. @param {readonly string[]} paths */
export const sentencesOf = (...paths) =>
  /** @type {Sentences} */ (Object.assign({}, ...paths.map((path) => JSON.parse(read(path)))));

/**
 * Returns a function that returns a sentence. It fails where the page would show a key or a
 * placeholder.
 *
 * @param {Sentences} sentences
 */
export const textOf =
  (sentences) =>
  (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) => {
    const forms = sentences[key];
    assert.notEqual(forms, undefined, `no text for ${key}`);
    const form = typeof forms === 'object' ? forms[plural.select(Number(values['count']))] : forms;
    return (form ?? '').replace(/\{(\w+)\}/g, (_, name) => {
      assert.ok(name in values, `${key} needs ${name}`);
      return String(values[name]);
    });
  };

/**
 * Asserts that each key of a text in the code of a board exists.
 *
 * @param {string} game
 * @param {Sentences} sentences
 * @param {number} least the number of keys that the code has at least
 */
export function expectEachKey(game, sentences, least) {
  const folder = `games/${game}/`;
  const files = readdirSync(new URL(folder, CLIENT)).filter((file) => file.endsWith('.js'));
  const code = files.map((file) => read(folder + file)).join('\n');
  const keys = code.match(new RegExp(`(?<=')${game}\\.[a-z_.]+(?=')`, 'g')) ?? [];
  assert.ok(keys.length > least, `only ${keys.length} keys found`);
  assert.deepEqual(
    keys.filter((key) => !(key in sentences)),
    [],
  );
}
