import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gameOf, KINDS } from '../../../client/games/index.js';
import { createText } from '../../../client/lib/text.js';
import {
  describeRules,
  differing,
  sayRule,
  sayRules,
  usualOptions,
} from '../../../client/settings/options.js';

const client = new URL('../../../client/', import.meta.url);
/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(path, client), 'utf8'));
const sentences = Object.assign(
  read('text/en.json'),
  ...KINDS.map((kind) => read(`games/${kind}/text/en.json`)),
);
const text = createText(sentences, 'en');

test('a rulebook does not differ from itself, and is described by its name alone', () => {
  for (const kind of KINDS) {
    const rules = gameOf(kind).rules;
    for (const preset of Object.values(rules.presets))
      assert.deepEqual(differing(rules, preset), []);
  }
  assert.equal(sayRules(usualOptions('tsuro'), text), '2020 edition');
});

test('deviations are described rule by rule', () => {
  const options = { ...usualOptions('tsuro'), open_hands: true, edge: 8 };
  const { rulebook, rules } = describeRules(options, text);
  assert.equal(rulebook, '2020 edition');
  assert.equal(rules.length, Object.keys(gameOf('tsuro').rules.values).length);
  assert.ok(rules.some(({ words, differs }) => words === 'no self-elimination' && !differs));
  assert.deepEqual(
    rules.filter(({ differs }) => differs).map(({ words }) => words),
    ['open hands', 'a board of 8 by 8 squares'],
  );
  assert.equal(
    sayRules(options, text),
    '2020 edition, but: open hands and a board of 8 by 8 squares',
  );
});

test('the values of a rulebook are named by it, even if the rules name none', () => {
  const { presets } = gameOf('tortus').rules;
  assert.equal(sayRules(usualOptions('tortus'), text), 'Usual rules');
  const strict = /** @type {import('../../../client/protocol.js').AnyOptions} */ ({
    game: 'tortus',
    ...presets['manual'],
  });
  assert.equal(sayRules(strict, text), 'As in the manual');
});

test('every rulebook, rule and value has a text', (context) => {
  const missing = context.mock.method(console, 'error', () => {});
  for (const kind of KINDS) {
    const { presets, values } = gameOf(kind).rules;
    for (const preset of Object.keys(presets)) {
      text(`${kind}.preset.${preset}.name`);
      text(`${kind}.preset.${preset}.changes`);
    }
    for (const [name, each] of Object.entries(values)) {
      text(`${kind}.option.${name}.name`);
      text(`${kind}.option.${name}.changes`);
      const words = each.map((value) => sayRule(kind, name, value, text));
      assert.equal(new Set(words).size, each.length, `${name}: ${words}`);
    }
  }
  assert.deepEqual(
    missing.mock.calls.map((call) => call.arguments[0]),
    [],
  );
});
