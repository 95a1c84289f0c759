/**
 * The page of a person, `/p/ID`: their figures, and their games in public rooms, as far as they
 * allow it.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {GameList} from './game-list.js'
 * @import {RatingWithCourse} from './rating-list.js'
 */
import { ABOUT } from '../games/index.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { watchLanguage } from '../lib/language-switch.js';
import { knowName } from '../lib/names.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { Refused, request } from '../lib/session.js';
import { fillText, loadText, shownName } from '../lib/text.js';
import { showList } from './game-list.js';
import { showRatings } from './rating-list.js';

/**
 * @typedef {object} PersonPage the page of a person, as the server sends it
 * @property {string} name
 * @property {boolean} [own] whether it is the reader's own page
 * @property {{ game: GameKind, seats: number, games: number, won: number }[]} figures
 * @property {RatingWithCourse[]} [ratings] the ratings, if the person shows them or is the reader
 * @property {boolean} [ratings_shown] whether the person shows them to others
 * @property {GameList} [list] the games in public rooms, if the person lists them
 */

const text = await loadText(PROBLEMS, 'history/text/*.json', ...ABOUT);
fillText(document, text);
watchAppearance(text);
watchLanguage();

const id = decodeURIComponent(/\/p\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const after = new URLSearchParams(location.search).get('after');

/** @param {PersonPage} page */
function show({ name, own = false, figures, ratings, ratings_shown: isShown, list }) {
  knowName(name);
  write(part('person'), shownName(name));
  document.title = text('title.person', { name });
  part('own').hidden = !own;
  part('figures-part').hidden = false;
  const heading = (/** @type {string} */ key) => html('th', { scope: 'col' }, text(key));
  const number = (/** @type {number} */ count) =>
    html('td', {}, text('history.number', { number: count }));
  paint(
    part('figures'),
    figures.length === 0
      ? html('p', { class: 'soft' }, text('person.none'))
      : html(
          'table',
          { class: 'history-table' },
          html(
            'thead',
            {},
            html(
              'tr',
              {},
              ['game', 'count_seats', 'count', 'count_won'].map((key) => heading(`history.${key}`)),
            ),
          ),
          html(
            'tbody',
            {},
            figures.map(({ game, seats, games, won }) =>
              html(
                'tr',
                {},
                html('th', { scope: 'row' }, text(`game.${game}`)),
                number(seats),
                number(games),
                number(won),
              ),
            ),
          ),
        ),
  );
  part('ratings-part').hidden = !ratings || ratings.length === 0;
  part('ratings-hidden').hidden = isShown === true;
  if (ratings) showRatings(part('ratings'), ratings, text, text('person.none'));
  part('list-part').hidden = !list;
  if (list) showList(list, text, { isOwn: false, none: text('person.none') });
}

async function begin() {
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}`;
  try {
    /** @type {PersonPage} */
    const page = await request('GET', `/api/people/${encodeURIComponent(id)}${query}`);
    show(page);
  } catch (error) {
    if (error instanceof Refused && error.code === 'no_such_person') {
      write(part('person'), text('person.missing_title'));
      document.title = text('title.person', { name: text('person.missing_title') });
      part('missing').hidden = false;
      return;
    }
    write(part('refused'), sayError(error, text));
    part('refused').hidden = false;
  }
}

document.addEventListener('languagechange', () => void begin());
await begin();
