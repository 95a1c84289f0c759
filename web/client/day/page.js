/**
 * The page with the deal of the day, `/today`, and for each game `/today/GAME`. `?day=` in the
 * address selects an earlier day.
 *
 * @import {GameKind} from '../protocol.js'
 */
import { ABOUT, dayPath, FIRST, KINDS } from '../games/index.js';
import { personLink } from '../history/game-list.js';
import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { createCopyField } from '../lib/copy-field.js';
import { openRoom } from '../lib/create-room.js';
import { createButton, html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { askFriendsName } from '../lib/friends-name.js';
import { locale } from '../lib/language.js';
import { watchLanguage } from '../lib/language-switch.js';
import { isOwnName, keepName } from '../lib/own-name.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { openSession, Refused, rename, requestAsSelf } from '../lib/session.js';
import { fillText, loadText, shownName } from '../lib/text.js';
import { sayLeft } from '../lib/time.js';

/**
 * @typedef {object} DayResult the result of a person, as the server sends it
 * @property {string} name
 * @property {number} place
 * @property {boolean} [own]
 * @property {string} [game] the id of the game, unless the reader may still play the deal
 * @property {string} [page] the id of the person's page
 */
/**
 * @typedef {object} DayDeal the deal of a day, as the server sends it
 * @property {string} day
 * @property {GameKind} game
 * @property {number} seats
 * @property {number} ends_at the end of the present day in milliseconds since 1970
 * @property {string} commitment
 * @property {string} [secret] present once the day is over
 * @property {{ path: string, place?: number, game?: string }} [own] the reader's own game
 * @property {number} players the number of people who have finished
 * @property {DayResult[]} results
 */

const DAY_MS = 86_400_000;
/** A mark for each opponent: those that were beaten, and the others. */
const MARKS = { beaten: '🟩', ahead: '⬜' };

const text = await loadText(PROBLEMS, 'day/text/*.json', ...ABOUT);
fillText(document, text);
watchAppearance(text);
watchLanguage();
const announce = createAnnounce(part('live'));

const named = /\/today\/([a-z-]+)$/.exec(location.pathname)?.[1]?.replaceAll('-', '_');
const kind = KINDS.find((one) => one === named) ?? FIRST;
const asked = new URLSearchParams(location.search).get('day');

/**
 * @param {string} day
 * @param {'short' | 'long'} month
 */
function sayDay(day, month) {
  const format = new Intl.DateTimeFormat(locale(), { day: 'numeric', month, timeZone: 'UTC' });
  return format.format(new Date(day));
}

/** @param {unknown} error */
function complain(error) {
  const refused = part('refused');
  write(refused, sayError(error, text));
  refused.hidden = false;
}

/**
 * Asks a reader with a name that the server has made up for their own, which the results will show.
 *
 * @returns {Promise<boolean>} whether the reader wants to play
 */
async function askName() {
  const { name } = await openSession();
  if (isOwnName(name)) return true;
  const given = await askFriendsName(text, name);
  if (given === null) return false;
  if (given === name) keepName(name);
  else await rename(given);
  return true;
}

/** Opens the reader's room and goes there. */
async function play() {
  part('refused').hidden = true;
  try {
    if (!(await askName())) return;
    const path = await openRoom(text, `/api/days/${kind}`, {});
    if (path !== null) location.assign(path);
  } catch (error) {
    complain(error);
  }
}

/**
 * Paints the reader's own game: the button that begins it, or its result.
 *
 * @param {DayDeal} deal
 */
function paintOwn({ day, seats, ends_at, secret, own }) {
  const isOver = secret !== undefined;
  const next = text('today.next', { time: sayLeft(ends_at - Date.now(), text) });
  const place = own?.place;
  if (!own || place === undefined) {
    paint(
      part('play'),
      html(
        'div',
        { class: 'today-play' },
        own
          ? [
              html('a', { class: 'button primary', href: own.path }, text('today.go_on')),
              html('span', { class: 'soft' }, text('today.begun')),
            ]
          : isOver
            ? html('span', { class: 'soft' }, text('today.not_begun'))
            : createButton({ class: 'primary large', onclick: play }, text('today.play')),
      ),
      !isOver && html('p', { class: 'soft' }, next),
    );
    return;
  }
  const words = place === 1 ? text('today.won') : text('today.place', { place, seats });
  const marks = MARKS.beaten.repeat(seats - place) + MARKS.ahead.repeat(place - 1);
  const line = text('today.line', {
    ...{ game: text(`game.${kind}`), date: sayDay(day, 'short'), place, seats },
  });
  const address = new URL(dayPath(kind), location.href).href;
  const value = `${line} ${marks} ${address}`;
  const { field, copy, byHand } = createCopyField({
    ...{ text, id: 'share-line', value, label: text('today.share'), announce },
    keys: { copy: 'today.copy', byHand: 'today.select' },
  });
  const send = () => navigator.share({ text: value }).catch(() => {});
  paint(
    part('play'),
    html(
      'div',
      { class: 'today-play' },
      html('strong', { class: 'today-result' }, words),
      own.game &&
        html('a', { class: 'button', href: prefixed(`/g/${own.game}`) }, text('today.replay')),
    ),
    html(
      'div',
      { class: 'today-share' },
      html('div', { class: 'field' }, field),
      copy,
      typeof navigator.share === 'function' && createButton({ onclick: send }, text('today.send')),
    ),
    byHand,
    !isOver && html('p', { class: 'soft' }, next),
  );
}

/** @param {DayDeal} deal */
function paintResults({ secret, players, results }) {
  const isOver = secret !== undefined;
  const title = players === 0 ? 'today.results_none' : 'today.results';
  write(part('results-title'), text(title, { count: players }));
  paint(
    part('results'),
    results.map((result) =>
      html(
        'li',
        { class: result.own ? 'own' : null },
        html('span', {}, text('today.rank', { place: result.place })),
        html(
          'span',
          {},
          personLink(result, text),
          result.own && html('small', { class: 'soft' }, ` ${text('today.you')}`),
        ),
        result.game &&
          html(
            'a',
            {
              class: 'button quiet',
              href: prefixed(`/g/${result.game}`),
              'aria-label': text('today.replay_of', { name: shownName(result.name) }),
            },
            text('today.replay'),
          ),
      ),
    ),
  );
  const none = part('none');
  write(none, text(isOver ? 'today.none_then' : 'today.none'));
  none.hidden = results.length > 0;
}

/** @param {DayDeal} deal */
function paintCheck({ commitment, secret }) {
  write(part('check-body'), text(secret === undefined ? 'today.check_now' : 'today.check_then'));
  const row = (/** @type {string} */ key, /** @type {string} */ value) =>
    html('div', {}, html('dt', {}, text(key)), html('dd', {}, html('code', {}, value)));
  paint(
    part('check'),
    row('today.commitment', commitment),
    secret !== undefined && row('today.secret', secret),
  );
}

/** @param {DayDeal} deal */
function show(deal) {
  const { day, seats, secret } = deal;
  const isOver = secret !== undefined;
  const title = isOver
    ? text('today.title_of', { date: sayDay(day, 'long') })
    : text('today.title');
  write(part('title'), title);
  document.title = isOver ? `${title} - Senda` : text('title.today');
  write(part('play-title'), `${text(`game.${kind}`)}, ${sayDay(day, 'long')}`);
  write(part('conditions'), text('today.conditions', { count: seats - 1 }));
  paintOwn(deal);
  paintResults(deal);
  paintCheck(deal);
  const other = /** @type {HTMLAnchorElement} */ (part('other-day'));
  const before = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
  other.href = isOver ? dayPath(kind) : `${dayPath(kind)}?day=${before}`;
  write(other, text(isOver ? 'today.today' : 'today.before'));
}

async function fetchDeal() {
  const path = `/api/days/${kind}${asked === null ? '' : `?day=${encodeURIComponent(asked)}`}`;
  try {
    show(await requestAsSelf('GET', path));
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not_found' || asked === null) {
      complain(error);
      return;
    }
    // The address names no day that has begun.
    location.replace(dayPath(kind));
  }
}

paint(
  part('kinds'),
  KINDS.map((one) =>
    html(
      'a',
      { href: dayPath(one), 'aria-current': one === kind ? 'page' : null },
      text(`game.${one}`),
    ),
  ),
);
write(part('title'), text('today.title'));
await fetchDeal();
