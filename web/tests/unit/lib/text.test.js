import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { KINDS } from '../../../client/games/index.js';
import { createText, list, shownName } from '../../../client/lib/text.js';

const client = new URL('../../../client/', import.meta.url);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, client), 'utf8');

/** @type {Record<string, string | Record<string, string>>} */
const sentences = {};
const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
for (const file of files.filter((path) => /(^|\/)text\/en\..*json$/.test(path))) {
  for (const [key, sentence] of Object.entries(JSON.parse(read(file)))) {
    assert.ok(!(key in sentences), `${key} is there twice`);
    sentences[key] = sentence;
  }
}

/** The sources of the server that write texts into the head of a page. */
const OF_THE_SERVER = ['preview', 'edition'].map(
  (name) => `../../server/app/src/assets/${name}.rs`,
);

/** Returns all modules and pages of the client in one string, with the texts of the server. */
function sources() {
  const own = files.filter((path) => /\.(js|html)$/.test(path));
  return [...own, ...OF_THE_SERVER].map(read).join('\n');
}

test('a placeholder is replaced by its value, and a number is formatted for the language', () => {
  const text = createText({ greeting: 'Hello {name}, {points} points' }, 'en');
  assert.equal(text('greeting', { name: 'Ana', points: 1234 }), 'Hello Ana, 1,234 points');
});

test('right-to-left text is isolated in a sentence, and other text is unchanged', () => {
  const text = createText({ sat: '{name} (1) sits down', begins: 'Game 1: {names}' }, 'en');
  assert.equal(text('sat', { name: 'שרה' }), '\u2068שרה\u2069 (1) sits down');
  assert.equal(text('sat', { name: 'Ana' }), 'Ana (1) sits down');
  assert.equal(
    text('begins', { names: list(['Ana', 'שרה']) }),
    'Game 1: \u2068Ana and \u2068שרה\u2069\u2069',
  );
  // The isolate also ends a direction override within the name.
  assert.equal(text('sat', { name: 'A\u202en' }), '\u2068A\u202en\u2069 (1) sits down');
});

test('a person whose data was deleted has a name in the language of the reader', () => {
  const french = { left: '{name} part', 'name.forgotten': 'Quelqu’un' };
  const text = createText(french, 'fr');
  assert.equal(text('left', { name: 'Someone' }), 'Quelqu’un part');
  assert.equal(shownName('Someone (2)', french), 'Quelqu’un (2)');
  for (const name of ['Someone else', 'Someone (x)', 'A Someone'])
    assert.equal(shownName(name, french), name);
});

test('a placeholder in a value stays as it is', () => {
  const text = createText({ greeting: 'Hello {name}{other}' }, 'en');
  assert.equal(text('greeting', { name: '{other}', other: '!' }), 'Hello {other}!');
});

test('the plural form follows the count', () => {
  const text = createText({ tiles: { one: 'one tile', other: '{count} tiles' } }, 'en');
  assert.equal(text('tiles', { count: 1 }), 'one tile');
  assert.equal(text('tiles', { count: 0 }), '0 tiles');
  assert.equal(text('tiles', { count: 7 }), '7 tiles');
});

test('the plural form follows the language', () => {
  const text = createText({ tiles: { one: 'une', other: 'plusieurs' } }, 'fr');
  assert.equal(text('tiles', { count: 0 }), 'une');
});

test('a place selects the ordinal form', () => {
  const text = createText(
    { place: { one: '{place}st', two: '{place}nd', few: '{place}rd', other: '{place}th' } },
    'en',
  );
  assert.deepEqual(
    [1, 2, 3, 4, 11, 22].map((place) => text('place', { place })),
    ['1st', '2nd', '3rd', '4th', '11th', '22nd'],
  );
});

test('a missing plural form is replaced by the general one', () => {
  const text = createText({ tiles: { one: 'uno', other: '{count}' } }, 'pt');
  assert.equal(text('tiles', { count: 1_000_000 }), '1\u00a0000\u00a0000');
});

test('a missing sentence shows its key', (context) => {
  const complaint = context.mock.method(console, 'error', () => {});
  assert.equal(createText({}, 'en')('no.such'), 'no.such');
  assert.equal(complaint.mock.callCount(), 1);
});

test('every sentence with plural forms has the general form', () => {
  for (const [key, forms] of Object.entries(sentences)) {
    if (typeof forms === 'object') assert.ok(forms['other'], key);
  }
});

test('every code of a refusal has a sentence', () => {
  const codes = [
    ...read('protocol.d.ts').matchAll(/"code": "([a-z_]+)"/g),
    ...read('../../server/app/src/http/problem.rs').matchAll(/row\(S::\w+,\s*"([a-z_]+)"/g),
  ].map(([, code]) => code);
  assert.ok(codes.length > 45, `only ${codes.length} codes found`);
  const missing = codes.filter((code) => !sentences[`problem.${code}`]);
  assert.deepEqual(missing, []);
});

test('every reason for a decision has a sentence', () => {
  const reason = /export type Reason =[\s\S]*?;\n\n/.exec(read('protocol.d.ts'))?.[0] ?? '';
  const types = [...reason.matchAll(/"type": "([a-z_]+)"/g)].map(([, type]) => type);
  assert.ok(types.length > 8, `only ${types.length} reasons found`);
  const ways = (/** @type {string | undefined} */ type) =>
    ['', ...KINDS.map((kind) => `${kind}.`)].map((game) => `${game}reason.${type}`);
  assert.deepEqual(
    types.filter((type) => !ways(type).some((key) => key in sentences)),
    [],
  );
});

test('every key that the client names is in the text', () => {
  const named = sources().matchAll(
    /(?:\btext\(\s*|data-(?:text|label|hint|title)=|submit: )['"]([a-z_.]+)['"]/g,
  );
  const keys = [...new Set([...named].map(([, key]) => key ?? ''))];
  assert.ok(keys.length > 100, `only ${keys.length} keys found`);
  assert.deepEqual(
    keys.filter((key) => !(key in sentences)),
    [],
  );
});

test('every key is used somewhere', () => {
  // A key that starts with the name of a game stands for that of any game.
  const anyGame = /`\$\{(?:kind|game)\}\.([a-z_]+)(`?)/g;
  const all = sources().replaceAll(anyGame, (_, name, end) =>
    KINDS.map((kind) => (end ? `'${kind}.${name}'` : `\`${kind}.${name}.\${`)).join(' '),
  );
  // The constant parts at the start of composed keys.
  const made = [...all.matchAll(/`([a-z_.]*)\$\{/g)]
    .map(([, start]) => start ?? '')
    .filter((start) => start.includes('.'));
  const asked = [
    'agree',
    'remove',
    'early_end',
    'give_up',
    'resign',
    'sign_out',
    'sign_out_here',
    'mute',
    'forget',
    'remove_passkey',
    'close_room',
    'delete_room',
    'forget_person',
  ].map((area) => `${area}.`);
  const unused = Object.keys(sentences).filter(
    (key) =>
      !all.includes(`'${key}'`) &&
      !all.includes(`"${key}"`) &&
      ![...made, ...asked].some((start) => key.startsWith(start)),
  );
  assert.deepEqual(unused, []);
});

test('a number is written as the format of its language writes it', () => {
  for (const speech of ['en', 'pt', 'fr', 'it', 'de-CH', 'ar-EG', 'fa', 'mr']) {
    const text = createText({ count: '{count}' }, speech);
    const format = new Intl.NumberFormat(speech === 'pt' ? 'pt-PT' : speech);
    for (const count of [0, 7, 999, 1000, 12_345, -1, 0.5])
      assert.equal(text('count', { count }), format.format(count), `${count} in ${speech}`);
  }
});
