/**
 * The texts of the pages. Every sentence is in a folder `text`, in a file per language, under a
 * key. The code names only keys.
 */

import { fileAt } from './files.js';
import { fillIcons } from './icons.js';
import { keepLanguage, language } from './language.js';
import { whenIdle } from './later.js';
import { FORGOTTEN } from './names.js';
import { lazily } from './once.js';
import { fetchInTime, TooLate } from './wait.js';

/** The keys of refusals, and the sentence for any of them. */
const [PROBLEM, UNKNOWN] = ['problem.', 'problem.unknown'];
/** The maximum number of attempts to fetch a file that times out. */
const TRIES = 3;

/**
 * @typedef {Record<string, string | number>} Values the values of the placeholders of a sentence;
 *   `count` also selects the plural form, and a number as `place` the ordinal form: 1st, 2nd, 3rd
 * @typedef {(key: string, values?: Values) => string} Text returns the sentence of a key
 * @typedef {Record<string, string | Record<string, string>>} Sentences a sentence for each key, or
 *   one for each plural form that the language needs
 */

/**
 * Matches letters that are written from right to left, and direction control characters. Within a
 * sentence they would reorder the text around them.
 */
const OTHER_DIRECTION =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/**
 * The Unicode isolate characters. The direction of the text between them does not affect the text
 * outside.
 */
const [ISOLATED, OVER] = ['\u2068', '\u2069'];

/** The variants in which sentences are written, where a language alone stands for another one. */
const VARIANTS = new Map([['pt', 'pt-PT']]);

/**
 * Returns the rules and formats of a language.
 *
 * @param {string} speech
 */
function rulesOf(speech) {
  const variant = VARIANTS.get(speech) ?? speech;
  // Each of them takes a slow phone tens of milliseconds.
  return {
    speech,
    plural: lazily(() => new Intl.PluralRules(variant)),
    ordinal: lazily(() => new Intl.PluralRules(variant, { type: 'ordinal' })),
    number: lazily(() => new Intl.NumberFormat(variant)),
    list: lazily(() => new Intl.ListFormat(variant, { type: 'conjunction' })),
  };
}

/** The languages whose usual digits are not 0 to 9. */
const OWN_DIGITS = new Set(['ar', 'as', 'bn', 'fa', 'ks', 'mr', 'my', 'ne', 'ps', 'sd', 'ur']);

/**
 * Whether a number is written as its digits in a language. Then it needs no format, which takes a
 * slow phone 70 ms to create.
 *
 * @param {number} value
 * @param {string} speech
 */
function isPlain(value, speech) {
  const isShort = Number.isInteger(value) && value >= 0 && value < 1000;
  return isShort && !OWN_DIGITS.has(speech.split('-')[0] ?? '');
}

/** The rules of the language that was used last. @type {ReturnType<typeof rulesOf> | null} */
let rules = null;

/** Returns the rules of the page's language. */
function rulesNow() {
  if (rules?.speech !== language()) rules = rulesOf(language());
  return rules;
}

/**
 * Creates a text function from loaded sentences.
 *
 * @param {Sentences} sentences
 * @param {string} [speech] the language of the sentences, if it is not that of the page
 * @returns {Text}
 */
export function createText(sentences, speech) {
  const own = speech === undefined ? null : rulesOf(speech);

  return (key, values = {}) => {
    const { plural, ordinal, number } = own ?? rulesNow();
    /** @param {Values} values */
    const formFor = ({ count, place }) =>
      typeof place === 'number' ? ordinal().select(place) : plural().select(Number(count));
    // A refusal whose sentence has not arrived yet is at least said to be one.
    const forms = sentences[key] ?? (key.startsWith(PROBLEM) ? sentences[UNKNOWN] : undefined);
    const sentence = typeof forms === 'object' ? (forms[formFor(values)] ?? forms['other']) : forms;
    if (sentence === undefined) {
      console.error(`no text for ${key}`);
      return key;
    }
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === 'number'
        ? isPlain(value, speech ?? language())
          ? String(value)
          : number().format(value)
        : isolate(shownName(value, sentences));
    });
  };
}

/**
 * Isolates user-written text for use within a sentence, so that its writing direction does not
 * reorder the rest.
 *
 * @param {string} written
 */
export function isolate(written) {
  return OTHER_DIRECTION.test(written) ? `${ISOLATED}${written}${OVER}` : written;
}

/**
 * Returns a name as the page shows it: that of a person whose data was deleted is in the reader's
 * language.
 *
 * @param {string} name
 * @param {Sentences} [sentences]
 */
export function shownName(name, sentences = known) {
  return name.replace(FORGOTTEN, (stored) => String(sentences['name.forgotten'] ?? stored));
}

/**
 * Joins names as the language lists them.
 *
 * @param {string[]} names
 */
export function list(names) {
  const shown = names.map((name) => isolate(shownName(name)));
  return shown.length === 1 ? String(shown[0]) : rulesNow().list().format(shown);
}

/** The sentences that this page has loaded. @type {Sentences} */
const known = {};
/** The requested files. @type {Map<string, Promise<void>>} */
const parts = new Map();
/**
 * The files that the server delivers together with the page, by path.
 *
 * @type {Promise<Record<string, Sentences>> | null}
 */
let together = null;

/**
 * Loads the text of a page.
 *
 * @param {string[]} more the files in addition to the one that every page needs: those of games, or
 *   of the page itself
 * @returns {Promise<Text>}
 */
export async function loadText(...more) {
  await Promise.all(['text/*.json', ...more].map(loadPart));
  return createText(known);
}

/**
 * Changes the language of the page at once. All loaded texts are fetched in the other language, and
 * the labels on the page are replaced. Parts of the page that depend on its state follow the event
 * `languagechange` of the document.
 *
 * @param {string} other
 */
export async function translatePage(other) {
  const element = document.documentElement;
  const now = language();
  if (other === now) return;
  const path = element.dataset['texts']?.replace(`.${now}.json`, `.${other}.json`);
  const bundle = path === undefined ? {} : await fetchJson(path);
  const files = [...parts.keys()].map((part) => part.replace('*', other));
  const [{ counterparts, reword }, ...texts] = await Promise.all([
    // Fetched here, because hardly any visit changes the language.
    import('./reword.js'),
    ...files.map((file) => bundle[file] ?? fetchJson(fileAt(file))),
  ]);
  /** @type {Sentences} */
  const translated = Object.assign({}, ...texts);
  const pairs = counterparts(known, translated);
  Object.assign(known, translated);
  together = Promise.resolve(bundle);
  element.lang = other;
  if (path !== undefined) element.dataset['texts'] = path;
  keepLanguage(other);
  reword(element, pairs);
  fillWords(document, createText(known));
  document.dispatchEvent(new Event('languagechange'));
}

/**
 * Fetches another text file once. Text functions that were created before can use it as well.
 *
 * @param {string} part the path of the file, with a star in place of the language
 * @returns {Promise<void>}
 */
export function loadPart(part) {
  let loading = parts.get(part);
  if (!loading) {
    loading = fetchPart(part);
    parts.set(part, loading);
    // A file that failed to load can be requested again.
    loading.catch(() => parts.delete(part));
  }
  return loading;
}

/** @param {string} part */
async function fetchPart(part) {
  const path = part.replace('*', language());
  together ??= fetchTogether();
  Object.assign(known, (await together)[path] ?? (await fetchJson(fileAt(path))));
}

/**
 * Fetches the texts that the server has bundled for this page. Files that are missing there are
 * fetched one by one.
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
 * Fills in the sentences that the markup names, and draws its icons. A page becomes visible only
 * once it has its texts, so that the layout does not shift. Its textures and small signs follow
 * once the browser has nothing else to do, because a slow phone takes a while to load them.
 *
 * @param {ParentNode} root
 * @param {Text} text
 */
export function fillText(root, text) {
  fillWords(root, text);
  fillIcons(root);
  if (!(root instanceof Document)) return;
  root.body.classList.add('worded');
  whenIdle(() => root.documentElement.classList.add('dressed'));
}

/**
 * Fills in the sentences that the markup names: `data-text` for the content, `data-label` for the
 * accessible name and `data-hint` for a placeholder.
 *
 * @param {ParentNode} root
 * @param {Text} text
 */
function fillWords(root, text) {
  for (const element of root.querySelectorAll('[data-text]')) {
    element.textContent = text(element.getAttribute('data-text') ?? '');
  }
  for (const element of root.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(element.getAttribute('data-label') ?? ''));
  }
  for (const element of root.querySelectorAll('[data-hint]')) {
    element.setAttribute('placeholder', text(element.getAttribute('data-hint') ?? ''));
  }
}
