/**
 * The page with the ratings of people who show them, `/ratings`, and with the reader's own. The
 * address holds the game and the number of seats.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {RatingWithCourse} from './rating-list.js'
 */
import { ABOUT } from '../games/index.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { watchLanguage } from '../lib/language-switch.js';
import { knowName } from '../lib/names.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { hasPublicLobby } from '../lib/public-lobby.js';
import { request, requestAsSelf } from '../lib/session.js';
import { fillText, loadText, shownName } from '../lib/text.js';
import { personPath } from './game-list.js';
import { sayRating, showRatings } from './rating-list.js';

/** @typedef {{ game: GameKind, seats: number }} Kind a game with a number of seats */
/**
 * @typedef {object} RatedPerson a person in the table, as the server sends it
 * @property {number} number
 * @property {string} name
 * @property {string} page
 * @property {number} points
 * @property {number} uncertainty
 * @property {number} games
 * @property {boolean} provisional
 */
/** @typedef {{ kinds: Kind[], shown: Kind | null, people: RatedPerson[], next?: string }} Table */

const text = await loadText(PROBLEMS, 'history/text/*.json', ...ABOUT);
fillText(document, text);
document.title = text('title.ratings');
watchAppearance(text);
watchLanguage();

/** @type {HTMLSelectElement} */
const kinds = part('kind');

/** @param {Kind} kind */
const wordOf = ({ game, seats }) => `${game} ${seats}`;
/** @param {Kind} kind */
const nameOf = ({ game, seats }) =>
  text('ratings.kind', { game: text(`game.${game}`), count: seats });
/**
 * @param {Kind} kind
 * @param {string} [after]
 */
const queryOf = ({ game, seats }, after) =>
  `?game=${game}&seats=${seats}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`;

/** @param {Table} table */
function showTable({ kinds: offered, shown, people, next }) {
  const isPlayed = shown !== null;
  part('filter').hidden = offered.length === 0;
  part('none').hidden = isPlayed && people.length > 0;
  write(part('none'), text(isPlayed ? 'ratings.none_shown' : 'ratings.none'));
  paint(
    kinds,
    offered.map((kind) => html('option', { value: wordOf(kind) }, nameOf(kind))),
  );
  if (shown) kinds.value = wordOf(shown);
  const isStart = !new URLSearchParams(location.search).has('after');
  paint(
    part('pages'),
    !isStart && shown && html('a', { class: 'button', href: queryOf(shown) }, text('ratings.top')),
    next !== undefined &&
      shown &&
      html('a', { class: 'button', href: queryOf(shown, next) }, text('ratings.more')),
  );
  part('table').hidden = people.length === 0;
  paint(
    part('people'),
    people.map((person) => {
      knowName(person.name);
      const name = html('a', { href: personPath(person.page) }, shownName(person.name));
      return html(
        'tr',
        { key: person.page },
        html('td', { class: 'rating-rank' }, text('history.rank', { place: person.number })),
        html('th', { scope: 'row', dir: 'auto', translate: 'no' }, name),
        html('td', { class: 'rating-points' }, sayRating(person, text)),
        html('td', {}, text('history.number', { number: person.games })),
      );
    }),
  );
}

async function begin() {
  const refused = part('refused');
  try {
    /** @type {Table} */
    const table = await request('GET', `/api/ratings${location.search}`);
    refused.hidden = true;
    showTable(table);
  } catch (error) {
    write(refused, sayError(error, text));
    refused.hidden = false;
  }
}

/** Shows the reader's own ratings, if the reader has been here before. */
async function showOwn() {
  try {
    /** @type {{ ratings: RatingWithCourse[] }} */
    const { ratings } = await requestAsSelf('GET', '/api/session/ratings');
    showRatings(part('own-ratings'), ratings, text, text('ratings.none_own'));
  } catch (error) {
    paint(part('own-ratings'), html('p', { class: 'soft' }, sayError(error, text)));
  }
}

part('to-own').setAttribute('href', prefixed('/games'));
part('to-latest').setAttribute('href', prefixed('/games/latest'));
part('to-latest').hidden = !hasPublicLobby();
part('to-ratings').setAttribute('href', prefixed('/ratings'));
kinds.addEventListener('change', () => {
  const [game, seats] = kinds.value.split(' ');
  history.pushState(null, '', `${location.pathname}?game=${game}&seats=${seats}`);
  void begin();
});
addEventListener('popstate', () => void begin());
document.addEventListener('languagechange', () => {
  void begin();
  void showOwn();
});
await Promise.all([begin(), showOwn()]);
// Both at once, so that neither moves the other.
for (const id of ['own-part', 'table-part']) part(id).hidden = false;
