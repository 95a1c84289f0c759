/**
 * The list of languages in the header of a page. The choice is stored with the reader, for their
 * other devices as well.
 */
import { html, part } from './dom.js';
import { keepLanguage, language, languages } from './language.js';
import { request, whenWelcome } from './session.js';

/** The parameter of an address that names a language. */
const PARAMETER = 'lang';

/**
 * Fills the list, and changes the language of the page when the reader chooses another one, here or
 * on another device.
 *
 * @param {(code: string) => Promise<void> | void} [change] shows the page in the other language
 */
export function watchLanguage(change = reloadIn) {
  /** @type {HTMLSelectElement} */
  const list = part('language');
  list.parentElement?.toggleAttribute('hidden', languages().size < 2);
  list.replaceChildren(...languageOptions(language()));
  list.addEventListener('change', async () => {
    keepLanguage(list.value);
    // Without a session the server can't store the choice, and the cookie is enough.
    await request('PUT', '/api/session', { language: list.value }).catch(() => {});
    await change(list.value);
  });
  whenWelcome(async ({ language: own }) => {
    const isNamed = new URLSearchParams(location.search).has(PARAMETER);
    if (isNamed || own === undefined || own === language() || !languages().has(own)) return;
    keepLanguage(own);
    await change(own);
    list.value = own;
  });
}

/**
 * Returns the options of a list of all languages, each with its own name.
 *
 * @param {string} chosen the language that is selected
 */
export function languageOptions(chosen) {
  return Array.from(languages(), ([code, name]) =>
    html('option', { value: code, lang: code, selected: code === chosen }, name),
  );
}

/** Reloads the page, whose server reads the choice from a cookie. */
function reloadIn() {
  const address = new URL(location.href);
  address.searchParams.delete(PARAMETER);
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
