/**
 * Draws the ratings of one person: a table of the ratings, and the course of each as a graph with a
 * table in its place for readers who can't see it.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { html, paint, svg } from '../lib/dom.js';
import { locale } from '../lib/language.js';

/**
 * @typedef {object} RatingWithCourse a rating, as the server sends it
 * @property {GameKind} game
 * @property {number} seats
 * @property {number} points
 * @property {number} uncertainty
 * @property {number} games
 * @property {boolean} provisional
 * @property {{ at: number, points: number }[]} course the ratings after the last games
 */

/** The size of a graph, in units of its drawing, and the space around its line. */
const [WIDTH, HEIGHT, SPACE] = [320, 96, 8];
/** The points that a graph shows at least, so that small changes look small. */
const LEAST_RANGE = 200;
/** The number of games below which there is no line to draw. */
const LEAST_GAMES = 2;

/**
 * Describes a rating in one line.
 *
 * @param {Pick<RatingWithCourse, 'points' | 'uncertainty' | 'provisional'>} rating
 * @param {Text} text
 */
export function sayRating({ points, uncertainty, provisional }, text) {
  const key = provisional ? 'ratings.value_provisional' : 'ratings.value';
  return text(key, { points, uncertainty });
}

/**
 * Shows the ratings of a person.
 *
 * @param {Element} parent
 * @param {RatingWithCourse[]} ratings
 * @param {Text} text
 * @param {string} none the sentence without ratings
 */
export function showRatings(parent, ratings, text, none) {
  if (ratings.length === 0) {
    paint(parent, html('p', { class: 'soft' }, none));
    return;
  }
  paint(
    parent,
    html(
      'ul',
      { class: 'rating-list' },
      ratings.map((rating) => ratingItem(rating, text)),
    ),
  );
}

/**
 * @param {RatingWithCourse} rating
 * @param {Text} text
 */
function ratingItem(rating, text) {
  const { game, seats, games, course } = rating;
  const name = text('ratings.kind', { game: text(`game.${game}`), count: seats });
  return html(
    'li',
    { key: `${game} ${seats}` },
    html(
      'p',
      { class: 'rating-head' },
      html('strong', {}, name),
      html('span', { class: 'rating-points' }, sayRating(rating, text)),
      html('small', { class: 'soft' }, text('ratings.games', { count: games })),
    ),
    course.length >= LEAST_GAMES && graph(course, name, text),
    course.length >= LEAST_GAMES && courseTable(course, name, text),
  );
}

/**
 * Draws the course of a rating.
 *
 * @param {RatingWithCourse['course']} course
 * @param {string} name
 * @param {Text} text
 */
function graph(course, name, text) {
  const all = course.map(({ points }) => points);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const middle = (low + high) / 2;
  const range = Math.max(high - low, LEAST_RANGE);
  const x = (/** @type {number} */ at) =>
    SPACE + (at * (WIDTH - 2 * SPACE)) / Math.max(course.length - 1, 1);
  const y = (/** @type {number} */ points) =>
    HEIGHT / 2 - ((points - middle) * (HEIGHT - 2 * SPACE)) / range;
  const line = all.map((points, at) => `${x(at).toFixed(1)},${y(points).toFixed(1)}`);
  const values = { name, first: all[0] ?? 0, last: all.at(-1) ?? 0, low, high, count: all.length };
  return svg(
    'svg',
    {
      class: 'rating-graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': text('ratings.graph', values),
    },
    svg('polyline', { points: line.join(' ') }),
    svg('circle', { cx: x(all.length - 1), cy: y(all.at(-1) ?? 0), r: 4 }),
  );
}

/**
 * Creates the table of the course, which opens on demand.
 *
 * @param {RatingWithCourse['course']} course
 * @param {string} name
 * @param {Text} text
 */
function courseTable(course, name, text) {
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  return html(
    'details',
    {},
    html('summary', {}, text('ratings.course')),
    html(
      'table',
      { class: 'history-table', 'aria-label': text('ratings.course_of', { name }) },
      html(
        'thead',
        {},
        html(
          'tr',
          {},
          html('th', { scope: 'col' }, text('ratings.game_end')),
          html('th', { scope: 'col' }, text('ratings.rating')),
        ),
      ),
      html(
        'tbody',
        {},
        [...course]
          .reverse()
          .map(({ at, points }) =>
            html(
              'tr',
              {},
              html('th', { scope: 'row' }, day.format(at)),
              html('td', {}, text('history.number', { number: points })),
            ),
          ),
      ),
    ),
  );
}
