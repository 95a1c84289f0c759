/**
 * What the pages say. Every sentence is in a folder `text`, in a file for each language, under a key; code names keys only.
 */

import { fileAt } from './files.js';
import { fetchInTime, TooLate } from './wait.js';

/** How often a file is asked for that does not come. */
const TRIES = 3;

/**
 * @typedef {Record<string, string | number>} Values what the placeholders of a sentence stand for;
 *   `count` also chooses the plural form, and a number as `place` the ordinal one: 1st, 2nd, 3rd
 * @typedef {(key: string, values?: Values) => string} Text the sentence of a key
 * @typedef {Record<string, string | Record<string, string>>} Sentences a sentence for each key, or
 *   one for each plural form that the language needs
 */

/**
 * Letters that are written from right to left, and the signs that turn the direction: in a sentence they would carry
 * what stands beside them along.
 */
const OTHER_DIRECTION =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Between these the direction is that of what stands there, and changes nothing outside. */
const [ISOLATED, OVER] = ['\u2068', '\u2069'];

/** The language of the text that there is. */
export const LANGUAGE = 'en';

/**
 * @param {Sentences} sentences
 * @param {string} language
 * @returns {Text}
 */
export function createText(sentences, language) {
  const plural = new Intl.PluralRules(language);
  const ordinal = new Intl.PluralRules(language, { type: 'ordinal' });
  const number = new Intl.NumberFormat(language);

  /** @param {Values} values */
  const formFor = ({ count, place }) =>
    typeof place === 'number' ? ordinal.select(place) : plural.select(Number(count));

  return (key, values = {}) => {
    const forms = sentences[key];
    const sentence = typeof forms === 'object' ? (forms[formFor(values)] ?? forms['other']) : forms;
    if (sentence === undefined) {
      console.error(`no text for ${key}`);
      return key;
    }
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === 'number' ? number.format(value) : isolate(value);
    });
  };
}

/**
 * What somebody has written, fit to stand in a sentence: of whatever direction it is, it moves nothing else.
 *
 * @param {string} written
 */
export function isolate(written) {
  return OTHER_DIRECTION.test(written) ? `${ISOLATED}${written}${OVER}` : written;
}

/**
 * Names one after another, as the language lists them.
 *
 * @param {string[]} names
 */
export function list(names) {
  return new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }).format(names.map(isolate));
}

/** What this page can say by now. @type {Sentences} */
const known = {};
/** The files that have been asked for. @type {Map<string, Promise<void>>} */
const parts = new Map();
/** The files that come together with the page, by their paths. @type {Promise<Record<string, Sentences>> | null} */
let together = null;

/**
 * @param {string[]} more the files beside the one that every page needs: games', or a page's own
 * @returns {Promise<Text>}
 */
export async function loadText(...more) {
  await Promise.all(['text/*.json', ...more].map(loadPart));
  return createText(known, LANGUAGE);
}

/**
 * Fetches another file of text once, for whoever has been given the text before as well.
 *
 * @param {string} part its path, with a star for the language
 * @returns {Promise<void>}
 */
export function loadPart(part) {
  let loading = parts.get(part);
  if (!loading) {
    loading = fetchPart(part);
    parts.set(part, loading);
    // What did not come can be asked for again.
    loading.catch(() => parts.delete(part));
  }
  return loading;
}

/** @param {string} part */
async function fetchPart(part) {
  const path = part.replace('*', LANGUAGE);
  together ??= fetchTogether();
  Object.assign(known, (await together)[path] ?? (await fetchJson(fileAt(path))));
}

/**
 * Fetches what the server has put together for this page. Whatever is missing there is fetched by itself.
 *
 * @returns {Promise<Record<string, Sentences>>}
 */
async function fetchTogether() {
  const path = document.documentElement.dataset['texts'];
  return path === undefined ? {} : fetchJson(path).catch(() => ({}));
}

/** @param {string} path */
async function fetchJson(path) {
  const read = (/** @type {Response} */ answer) => {
    if (!answer.ok) throw new Error(`the text answers ${answer.status}`);
    return answer.json();
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetchInTime(path, {}, read);
    } catch (error) {
      if (!(error instanceof TooLate) || tries === TRIES) throw error;
    }
  }
}

/**
 * Writes the sentences that the markup asks for: `data-text` for the content, `data-label` for the
 * accessible name, `data-hint` for a placeholder. A page shows itself once it has its words, so that
 * nothing jumps.
 *
 * @param {ParentNode} root
 * @param {Text} text
 */
export function fillText(root, text) {
  for (const element of root.querySelectorAll('[data-text]')) {
    element.textContent = text(element.getAttribute('data-text') ?? '');
  }
  for (const element of root.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(element.getAttribute('data-label') ?? ''));
  }
  for (const element of root.querySelectorAll('[data-hint]')) {
    element.setAttribute('placeholder', text(element.getAttribute('data-hint') ?? ''));
  }
  if (root instanceof Document) root.body.classList.add('worded');
}
