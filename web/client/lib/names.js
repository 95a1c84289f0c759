/**
 * Marks the names of people within sentences. A translation program must leave them unchanged, and
 * would otherwise translate the name Rose as the flower. Pages register the names that they show,
 * and each text that is drawn marks them.
 */

/**
 * Matches the name that the server stores for each person whose data was deleted, before the number
 * that distinguishes several of them in a room. Texts replace it by the reader's word.
 */
export const FORGOTTEN = /^Someone(?=$| \(\d+\)$)/;

/**
 * The maximum number of known names, enough for an evening in one room. The oldest is dropped
 * first.
 */
const MOST = 200;

/** @type {Set<string>} */
const known = new Set();
/**
 * The pattern that finds the known names, or `null` after the names have changed.
 *
 * @type {RegExp | null}
 */
let pattern = null;

/** Registers a name, so that later texts mark it. @param {string} name */
export function knowName(name) {
  if (name === '' || known.has(name) || FORGOTTEN.test(name)) return;
  known.add(name);
  const [oldest = ''] = known;
  if (known.size > MOST) known.delete(oldest);
  pattern = null;
}

/**
 * Builds a pattern that finds whole names, the longest first, together with the character before
 * each.
 */
function makePattern() {
  const names = [...known].sort((a, b) => b.length - a.length);
  const written = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(^|[^\\p{L}\\p{N}])(${written.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/**
 * Splits a text at the known names. Every second part is a name; a text without names is a single
 * part.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function splitAtNames(text) {
  if (known.size === 0) return [text];
  pattern ??= makePattern();
  const parts = [];
  let end = 0;
  for (const { index = 0, 1: before = '', 2: name = '' } of text.matchAll(pattern)) {
    parts.push(text.slice(end, index + before.length), name);
    end = index + before.length + name.length;
  }
  return [...parts, text.slice(end)];
}
