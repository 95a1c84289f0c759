/**
 * Describes the rules of a room: the rulebook and the deviations from it.
 *
 * @import {AnyOptions, GameKind} from '../protocol.js'
 * @import {Choosable, Chosen, Value} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf } from '../games/index.js';
import { list } from '../lib/text.js';

/**
 * Returns the rules of a new room of a game.
 *
 * @param {GameKind} kind
 * @returns {AnyOptions}
 */
export function usualOptions(kind) {
  const { presets, usual } = gameOf(kind).rules;
  return /** @type {AnyOptions} */ (/** @type {unknown} */ ({ game: kind, ...presets[usual] }));
}

/**
 * Returns the value of a rule. One that is off may be absent.
 *
 * @param {Chosen | undefined} chosen
 * @param {string} name
 * @returns {Value}
 */
export function chosenValue(chosen, name) {
  return chosen?.[name] ?? false;
}

/**
 * Returns the chosen rulebook. If the rules name none, it returns the rulebook with exactly these
 * values, or else the usual one.
 *
 * @param {Choosable} rules
 * @param {Chosen} chosen
 */
export function bookOf({ presets, usual, values }, chosen) {
  const same = Object.keys(presets).find((book) =>
    Object.keys(values).every(
      (rule) => chosenValue(presets[book], rule) === chosenValue(chosen, rule),
    ),
  );
  return String(chosen['preset'] ?? same ?? usual);
}

/**
 * Returns the rules that differ from the rulebook.
 *
 * @param {Choosable} rules
 * @param {Chosen} chosen
 * @returns {string[]} the names of the rules
 */
export function differing(rules, chosen) {
  const usual = rules.presets[bookOf(rules, chosen)];
  return Object.keys(rules.values).filter(
    (name) => chosenValue(usual, name) !== chosenValue(chosen, name),
  );
}

/**
 * Describes a rule in a few words: "open hands", "board of 8 by 8 squares".
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
 * Returns the last part of the text key of a value. Numbers share one sentence.
 *
 * @param {string} name
 * @param {Value} value
 */
export function keyOf(name, value) {
  if (typeof value === 'number') return name;
  return `${name}.${value === true ? 'yes' : value === false ? 'no' : value}`;
}

/**
 * Describes the rules of a room one by one.
 *
 * @param {AnyOptions} options
 * @param {Text} text
 * @returns {{ rulebook: string, summary: string, rules: { words: string, differs: boolean }[] }}
 *   the name of the rulebook, a sentence about it, and every rule with its value
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
      words: sayRule(game, name, chosenValue(chosen, name), text),
      differs: different.includes(name),
    })),
  };
}

/**
 * Describes the rulebook of a room and the deviations from it in one sentence.
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
