/**
 * Replaces the sentences on a page by those of another language. The parts of a page that depend on
 * its state draw themselves anew; this is for the labels that were written once.
 *
 * @import {Sentences} from './text.js'
 */

/** The attributes that contain sentences. */
const ATTRIBUTES = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'placeholder',
  'title',
];

/** Matches a placeholder of a sentence. */
const PLACEHOLDER = /\{\w+\}/;

/**
 * Returns the sentences without placeholders, each with its counterpart in the other language. If
 * one sentence has several counterparts, the first is used.
 *
 * @param {Sentences} before
 * @param {Sentences} after
 * @returns {Map<string, string>}
 */
export function counterparts(before, after) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [key, sentence] of Object.entries(before)) {
    const other = after[key];
    if (typeof sentence !== 'string' || typeof other !== 'string') continue;
    if (!PLACEHOLDER.test(sentence) && !found.has(sentence)) found.set(sentence, other);
  }
  return found;
}

/**
 * Replaces the sentences under an element. Names and lines of chat, which are marked as not to be
 * translated, stay as they were written.
 *
 * @param {Element} root
 * @param {Map<string, string>} pairs
 */
export function reword(root, pairs) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, {
    acceptNode: (node) =>
      node instanceof Element && node.getAttribute('translate') === 'no'
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  });
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) rewordAttributes(node, pairs);
    else if (node instanceof Text) rewordText(node, pairs);
  }
}

/**
 * @param {Element} element
 * @param {Map<string, string>} pairs
 */
function rewordAttributes(element, pairs) {
  for (const name of ATTRIBUTES) {
    const other = pairs.get(element.getAttribute(name) ?? '');
    if (other !== undefined) element.setAttribute(name, other);
  }
}

/**
 * @param {Text} node
 * @param {Map<string, string>} pairs
 */
function rewordText(node, pairs) {
  const written = node.data.trim();
  const other = written === '' ? undefined : pairs.get(written);
  if (other !== undefined) node.data = node.data.replace(written, () => other);
}
