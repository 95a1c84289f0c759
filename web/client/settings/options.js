/**
 * The rules that a room plays by, in words: the rulebook, and what differs from it.
 *
 * @import {AnyOptions, GameKind} from '../protocol.js'
 * @import {Choosable, Chosen, Value} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf } from '../games/index.js';
import { list } from '../lib/text.js';

/**
 * What a new room of a game plays by.
 *
 * @param {GameKind} kind
 * @returns {AnyOptions}
 */
export function usualOptions(kind) {
  const { presets, usual } = gameOf(kind).rules;
  return /** @type {AnyOptions} */ (/** @type {unknown} */ ({ game: kind, ...presets[usual] }));
}

/**
 * The rulebook that is chosen; where the rules name none, the one that says just that, or else the usual one.
 *
 * @param {Choosable} rules
 * @param {Chosen} chosen
 */
export function bookOf({ presets, usual, values }, chosen) {
  const same = Object.keys(presets).find((book) =>
    Object.keys(values).every((rule) => presets[book]?.[rule] === chosen[rule]),
  );
  return String(chosen['preset'] ?? same ?? usual);
}

/**
 * The rules that are not those of the rulebook.
 *
 * @param {Choosable} rules
 * @param {Chosen} chosen
 * @returns {string[]} their names
 */
export function differing(rules, chosen) {
  const usual = rules.presets[bookOf(rules, chosen)];
  return Object.keys(rules.values).filter((name) => usual?.[name] !== chosen[name]);
}

/**
 * A rule in words: "open hands", "board of 8 by 8 squares".
 *
 * @param {GameKind} kind
 * @param {string} name
 * @param {Value} value
 * @param {Text} text
 */
export function sayRule(kind, name, value, text) {
  return text(`${kind}.rule.${keyOf(name, value)}`, { value: Number(value) });
}

/**
 * The last part of the key of a value's words: numbers share one sentence.
 *
 * @param {string} name
 * @param {Value} value
 */
export function keyOf(name, value) {
  if (typeof value === 'number') return name;
  return `${name}.${value === true ? 'yes' : value === false ? 'no' : value}`;
}

/**
 * The rules of a room, one by one.
 *
 * @param {AnyOptions} options
 * @param {Text} text
 * @returns {{ rulebook: string, summary: string, rules: { words: string, differs: boolean }[] }} the rulebook, what it
 *   is in a sentence, and every rule as it is set
 */
export function describeRules(options, text) {
  const { game } = options;
  const rules = gameOf(game).rules;
  const chosen = /** @type {Chosen} */ (/** @type {unknown} */ (options));
  const book = bookOf(rules, chosen);
  const different = differing(rules, chosen);
  return {
    rulebook: text(`${game}.preset.${book}.name`),
    summary: text(`${game}.preset.${book}.changes`),
    rules: Object.keys(rules.values).map((name) => ({
      words: sayRule(game, name, chosen[name] ?? false, text),
      differs: different.includes(name),
    })),
  };
}

/**
 * The rulebook of a room, and what differs from it, in one sentence.
 *
 * @param {AnyOptions} options
 * @param {Text} text
 */
export function sayRules(options, text) {
  const { rulebook, rules } = describeRules(options, text);
  const differences = rules.filter(({ differs }) => differs).map(({ words }) => words);
  return differences.length === 0
    ? rulebook
    : text('rules.but', { rulebook, differences: list(differences) });
}
