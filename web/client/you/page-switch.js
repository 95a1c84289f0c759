/**
 * The switches for the page that others see of the reader.
 *
 * @import {Text} from '../lib/text.js'
 */
import { part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { requestAsSelf } from '../lib/session.js';

/** @typedef {{ id: string | null, games: boolean, ratings: boolean }} OwnPage the reader's page; without an id, none */

const PATH = '/api/session/page';

/**
 * Starts the section with the switches.
 *
 * @param {Text} text
 * @param {object} page
 * @param {(sentence: string) => void} page.announce
 * @param {(act: () => Promise<void>) => Promise<void>} page.attempt runs an action, and shows the
 *   error if it fails
 */
export async function watchPage(text, { announce, attempt }) {
  /** @type {HTMLInputElement} */
  const on = part('page-on');
  /** @type {HTMLInputElement} */
  const games = part('page-games');
  /** @type {HTMLInputElement} */
  const ratings = part('page-ratings');
  /** The choice that the server has stored. @type {OwnPage} */
  let own = { id: null, games: false, ratings: false };

  /** @param {OwnPage} page */
  function show(page) {
    own = page;
    const { id } = page;
    on.checked = id !== null;
    games.checked = page.games;
    ratings.checked = page.ratings;
    for (const field of [games, ratings]) field.disabled = id === null;
    const link = part('page-link');
    link.hidden = id === null;
    if (id !== null) link.setAttribute('href', prefixed(`/p/${id}`));
  }

  /** Stores the state of the switches. */
  async function change() {
    const was = own;
    try {
      if (on.checked) {
        const chosen = (/** @type {HTMLInputElement} */ field) => field.checked && !field.disabled;
        const wanted = { games: chosen(games), ratings: chosen(ratings) };
        show(await requestAsSelf('PUT', PATH, wanted));
      } else {
        await requestAsSelf('DELETE', PATH);
        show({ id: null, games: false, ratings: false });
      }
    } catch (error) {
      show(was);
      throw error;
    }
    if ((was.id === null) === (own.id === null)) return;
    const words = text(own.id === null ? 'page.is_off' : 'page.is_on');
    write(part('page-note'), words);
    announce(words);
  }

  for (const field of [on, games, ratings])
    field.addEventListener('change', () => void attempt(change));
  show(await requestAsSelf('GET', PATH));
}
