/**
 * Every language has all sentences, with the same placeholders and the plural forms that it needs.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const client = new URL('../../client/', import.meta.url);

/** The language in which the sentences are written first. */
const SOURCE = 'en';

/**
 * The sentences that are the same in another language, by language: names, units, and words that
 * both languages share. A key with a star at its end stands for all that begin like it.
 *
 * @type {Record<string, string[]>}
 */
const SAME = JSON.parse(readFileSync(new URL('same-words.json', import.meta.url), 'utf8'));

/**
 * The placeholders of numbers that can be one. Those that never are, such as the seats of a room,
 * need no plural forms.
 */
const NUMBERS =
  'count done draws free freed good green left lost new old seated taken walked wrong'.split(' ');
/** The words that can follow a number and don't depend on it, in all languages. */
const INVARIABLE = new Set('and any de di done e em en et no of on pour su sul sur'.split(' '));

/** @typedef {Record<string, string | Record<string, string>>} Sentences */

/** @param {string} path @returns {Sentences} */
const read = (path) => JSON.parse(readFileSync(new URL(path, client), 'utf8'));

const texts = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /(^|\/)text\/[^/]+\.json$/.test(path));
const sources = texts.filter((path) => new RegExp(`(^|/)text/${SOURCE}\\.`).test(path));
const languages = texts
  .map((path) => /^text\/([a-z]+)\.json$/.exec(path)?.[1] ?? SOURCE)
  .filter((code, index, all) => all.indexOf(code) === index);

/** @param {string | Record<string, string>} sentence */
const formsOf = (sentence) => (typeof sentence === 'string' ? { other: sentence } : sentence);

/** @param {string} form */
const placeholders = (form) => [...new Set(form.match(/\{\w+\}/g) ?? [])].sort();

/**
 * Returns the placeholders of all forms. A form for one thing may spell the number out.
 *
 * @param {string | Record<string, string>} sentence
 */
const placeholdersOf = (sentence) =>
  [...new Set(Object.values(formsOf(sentence)).flatMap(placeholders))].sort();

/** @param {string} key @param {string[]} listed */
const isListed = (key, listed) =>
  listed.some((one) => (one.endsWith('*') ? key.startsWith(one.slice(0, -1)) : one === key));

/**
 * Returns the numbers in a sentence that a word follows which may depend on them.
 *
 * @param {string} sentence
 */
const governing = (sentence) =>
  [...sentence.matchAll(/\{(\w+)\}[ \u00a0](\p{L}+)/gu)]
    .filter(([, number = '', word = '']) => NUMBERS.includes(number) && !INVARIABLE.has(word))
    .map(([found]) => found);

test('a noun after a number is found', () => {
  assert.deepEqual(governing('{wrong} of {count} tiles and {free} on it'), ['{count} tiles']);
});

test('the source language is there', () => {
  assert.ok(languages.includes(SOURCE));
  assert.ok(sources.length > 15, String(sources.length));
});

/** The keys of the label and of the visible text of each control in the pages that has both. */
const labelled = readdirSync(client, { encoding: 'utf8' })
  .filter((path) => path.endsWith('.html'))
  .flatMap((path) => readFileSync(new URL(path, client), 'utf8').split('<button'))
  .flatMap((control) => {
    const [, label] = /^[^>]*data-label="([^"]+)"/.exec(control) ?? [];
    const [, words] = /data-text="([^"]+)"/.exec(control.split('</button>')[0] ?? '') ?? [];
    return label && words ? [{ label, words }] : [];
  });

for (const language of languages) {
  test(`a number before a noun has plural forms in ${language}`, () => {
    const files = texts.filter((path) => new RegExp(`(^|/)text/${language}\\.`).test(path));
    const said = files.flatMap((path) => Object.entries(read(path)));
    const single = said.filter(([, sentence]) => typeof sentence === 'string');
    assert.deepEqual(
      single.flatMap(([key, sentence]) => governing(String(sentence)).map((one) => [key, one])),
      [],
    );
  });

  // A person who speaks to a control says the text that is visible on it.
  test(`the labels of controls contain their visible text in ${language}`, () => {
    const files = texts.filter((path) => new RegExp(`(^|/)text/${language}\\.`).test(path));
    const said = Object.assign({}, ...files.map(read));
    assert.ok(labelled.length > 1, String(labelled.length));
    for (const { label, words } of labelled)
      assert.ok(
        said[label].toLowerCase().includes(said[words].toLowerCase()),
        `${label}: ${said[label]} does not contain ${said[words]}`,
      );
  });
}

for (const language of languages.filter((code) => code !== SOURCE)) {
  const own = (/** @type {string} */ source) =>
    source.replace(new RegExp(`(^|/)text/${SOURCE}\\.`), `$1text/${language}.`);

  test(`${language} has the files of the source, and no others`, () => {
    const expected = sources.map(own).sort();
    const found = texts.filter((path) => new RegExp(`(^|/)text/${language}\\.`).test(path)).sort();
    assert.deepEqual(found, expected);
  });

  for (const source of sources) {
    test(`${own(source)} says all that ${source} says`, () => {
      const [first, other] = [read(source), read(own(source))];
      assert.deepEqual(Object.keys(other), Object.keys(first), 'the keys, in the same order');
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const ordinals = new Intl.PluralRules(language, { type: 'ordinal' }).resolvedOptions()
        .pluralCategories;
      for (const [key, sentence] of Object.entries(first)) {
        const translated = other[key];
        assert.ok(translated !== undefined);
        assert.deepEqual(placeholdersOf(translated), placeholdersOf(sentence), key);
        assert.equal(typeof translated, typeof sentence, key);
        if (typeof translated === 'object') {
          const forms = Object.keys(translated);
          const isOrdinal = /\{place\}/.test(Object.values(formsOf(sentence)).join());
          /** @type {string[]} */
          const known = isOrdinal ? ordinals : needed;
          assert.ok(forms.includes('other'), `${key} has a form for any number`);
          // A language may have a form for millions that no count here reaches.
          const missing = known.filter((form) => form !== 'many' && !forms.includes(form));
          assert.deepEqual(missing, [], `the forms of ${key}`);
          assert.deepEqual(
            forms.filter((form) => !known.includes(form)),
            [],
            key,
          );
        }
        for (const [form, words] of Object.entries(formsOf(translated))) {
          assert.notEqual(words.trim(), '', `${key} ${form}`);
          assert.equal(words, words.normalize('NFC'), `${key} is composed`);
        }
      }
    });

    test(`${own(source)} repeats no sentence of ${source} but listed ones`, () => {
      const [first, other] = [read(source), read(own(source))];
      const repeated = Object.keys(first).filter(
        (key) => JSON.stringify(first[key]) === JSON.stringify(other[key]),
      );
      const listed = [...(SAME['*'] ?? []), ...(SAME[language] ?? [])];
      assert.deepEqual(
        repeated.filter((key) => !isListed(key, listed)),
        [],
      );
    });
  }
}
