/**
 * Names of people within sentences: a program that translates pages must leave them as they are, and would make roses of
 * Rose. Pages say whose names they show; these are marked wherever they are drawn.
 */

/** Names that are known at once, of an evening's room; the oldest is forgotten first. */
const MOST = 200;

/** @type {Set<string>} */
const known = new Set();
/** What finds them; `null` while it has to be made anew. @type {RegExp | null} */
let pattern = null;

/** @param {string} name */
export function knowName(name) {
  if (name === '' || known.has(name)) return;
  known.add(name);
  const [oldest = ''] = known;
  if (known.size > MOST) known.delete(oldest);
  pattern = null;
}

/** Finds whole names, the longest first, each behind what stands before it. */
function makePattern() {
  const names = [...known].sort((a, b) => b.length - a.length);
  const written = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(^|[^\\p{L}\\p{N}])(${written.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/**
 * The parts of a text, every second one of which is a name; one part where there is none.
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
