/**
 * The language of the page's texts. The server delivers each page in the language of its reader,
 * and names those that there are.
 */

import { prefixed } from './files.js';

/** The language of the pages' source, for scripts that run without a page. */
const SOURCE = 'en';
/** The cookie with the reader's choice, which the server reads. */
const COOKIE = 'senda-language';
/** The lifetime of the cookie in seconds: the longest that browsers allow. */
const COOKIE_AGE = 400 * 24 * 3600;

const root = () => globalThis.document?.documentElement;

/** Returns the language of the page's texts. */
export const language = () => root()?.lang || SOURCE;

/**
 * Returns the languages that the reader can choose, each with its name in that language itself.
 *
 * @returns {Map<string, string>}
 */
export function languages() {
  const named = root()?.dataset['languages']?.split(';') ?? [language()];
  return new Map(
    named.map((one) => {
      const [code = '', name = code] = one.split('=');
      return [code, name];
    }),
  );
}

/**
 * Returns the locale for dates and numbers: the reader's own variant of the language, such as
 * `pt-BR`, if the browser names one.
 */
export function locale() {
  const now = language();
  const own = globalThis.navigator?.languages ?? [];
  return own.find((tag) => tag === now || tag.startsWith(`${now}-`)) ?? now;
}

/**
 * Keeps the reader's choice for the next pages on this device.
 *
 * @param {string} code
 */
export function keepLanguage(code) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads the choice from the cookie, and not every supported browser has the Cookie Store API.
  document.cookie = `${COOKIE}=${code}; Path=${prefixed('/')}; Max-Age=${COOKIE_AGE}; SameSite=Lax${secure}`;
}
