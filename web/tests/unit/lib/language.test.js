import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { keepLanguage, language, languages, locale } from '../../../client/lib/language.js';
import { counterparts } from '../../../client/lib/reword.js';

/** @type {any} */
const world = globalThis;
const navigatorBefore = Object.getOwnPropertyDescriptor(world, 'navigator');
afterEach(() => {
  delete world.document;
  delete world.location;
  if (navigatorBefore) Object.defineProperty(world, 'navigator', navigatorBefore);
});

/**
 * @param {string} lang
 * @param {string[]} accepted the locales of the browser
 */
function reads(lang, accepted) {
  const documentElement = { lang, dataset: { languages: 'en=English;fr=Français;pt=Português' } };
  world.document = { documentElement };
  Object.defineProperty(world, 'navigator', {
    value: { languages: accepted },
    configurable: true,
  });
}

test('a script without a page reads the language of the source', () => {
  assert.equal(language(), 'en');
  assert.deepEqual([...languages()], [['en', 'en']]);
});

test('a page has the language that the server has named', () => {
  reads('pt', []);
  assert.equal(language(), 'pt');
  assert.deepEqual(
    [...languages()],
    [
      ['en', 'English'],
      ['fr', 'Français'],
      ['pt', 'Português'],
    ],
  );
});

test("dates and numbers follow the reader's variant of the page's language", () => {
  reads('pt', ['fr-CA', 'pt-BR', 'pt-PT']);
  assert.equal(locale(), 'pt-BR');
  reads('pt', ['fr-CA']);
  assert.equal(locale(), 'pt');
});

test('the choice is kept in a cookie, over https only for https', () => {
  reads('en', []);
  world.location = { protocol: 'http:' };
  keepLanguage('fr');
  assert.match(
    world.document.cookie,
    /^senda-language=fr; Path=\/; Max-Age=34560000; SameSite=Lax$/,
  );
  world.location = { protocol: 'https:' };
  keepLanguage('it');
  assert.match(world.document.cookie, /^senda-language=it; .*; Secure$/);
});

test('sentences are paired by their keys, and not those with placeholders or forms', () => {
  const before = { a: 'Rules', b: 'Hello {name}', c: { other: '{count}' }, d: 'Rules', e: 'Only' };
  const after = { a: 'Règles', b: 'Bonjour {name}', c: { other: '{count}' }, d: 'Lois' };
  assert.deepEqual([...counterparts(before, after)], [['Rules', 'Règles']]);
});
