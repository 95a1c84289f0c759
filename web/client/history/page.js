/**
 * The page with the reader's finished games, `/games`, and with the latest games of public rooms,
 * `/games/latest`. The address holds the choice, so that it can be bookmarked.
 *
 * @import {GameList} from './game-list.js'
 * @import {OpponentFigures} from './opponents.js'
 */
import { ABOUT, KINDS } from '../games/index.js';
import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { watchLanguage } from '../lib/language-switch.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { hasPublicLobby } from '../lib/public-lobby.js';
import { openSession, request, requestAsSelf } from '../lib/session.js';
import { fillText, list, loadText } from '../lib/text.js';
import { showList } from './game-list.js';
import { watchFiles } from './opened-file.js';
import { showOpponents } from './opponents.js';

const text = await loadText(PROBLEMS, 'history/text/*.json', ...ABOUT);
fillText(document, text);
document.title = text('title.games');
watchAppearance(text);
watchLanguage();
const announce = createAnnounce(part('live'));

/** Whether the page shows the latest games of public rooms instead of the reader's own. */
const isLatest = location.pathname.endsWith('/latest');
/** @type {HTMLSelectElement} */
const game = part('filter-game');
/** @type {HTMLInputElement} */
const won = part('filter-won');

/** Returns the choice in the address. */
function choice() {
  const query = new URLSearchParams(location.search);
  const kind = KINDS.find((one) => one === query.get('game')) ?? '';
  const chosen = (query.get('with') ?? '').split(',').filter((word) => /^[0-9a-f]+$/.test(word));
  return { kind, won: query.get('won') === 'true', chosen, after: query.get('after') };
}

/**
 * Writes the choice into the address. The list begins at its newest game then.
 *
 * @param {{ kind: string, won: boolean, chosen: string[] }} choice
 */
function setChoice({ kind, won: isWon, chosen }) {
  const query = new URLSearchParams();
  if (kind !== '') query.set('game', kind);
  if (isWon) query.set('won', 'true');
  const people = chosen.length > 0 ? `with=${chosen.join(',')}` : '';
  const whole = [query.toString(), people].filter(Boolean).join('&');
  history.replaceState(history.state, '', `${location.pathname}${whole && `?${whole}`}`);
  void show();
}

/** Shows the choice in the form. */
function showChoice() {
  const { kind, won: isWon } = choice();
  paint(
    game,
    html('option', { value: '' }, text('history.all')),
    KINDS.map((one) => html('option', { value: one }, text(`game.${one}`))),
  );
  game.value = kind;
  won.checked = isWon;
}

/** The number of requests so far, so that a slow answer does not replace a later one. */
let asked = 0;
/** The people whom the reader has played with. @type {OpponentFigures[]} */
let people = [];

/**
 * Adds a person to the choice, or removes them from it.
 *
 * @param {string} word
 * @param {boolean} isOn
 */
function choose(word, isOn) {
  const now = choice();
  const others = now.chosen.filter((one) => one !== word);
  setChoice({ ...now, chosen: isOn ? [...others, word] : others });
}

/** Whether the lists are shown. */
let isShown = false;

function showPeople() {
  const { chosen } = choice();
  showOpponents(people, chosen, text, choose);
  const names = people.filter((one) => chosen.includes(one.with)).map(({ name }) => name);
  if (isShown) part('people-part').hidden = people.length === 0;
  part('with-part').hidden = chosen.length === 0;
  write(part('with-names'), names.length > 0 ? text('history.with', { names: list(names) }) : '');
}

/** Requests the list and shows it. */
async function show() {
  asked += 1;
  const number = asked;
  const { kind, won: isWon, chosen, after } = choice();
  const query = new URLSearchParams();
  if (kind !== '') query.set('game', kind);
  if (after !== null) query.set('after', after);
  if (isWon && !isLatest) query.set('won', 'true');
  if (chosen.length > 0 && !isLatest) query.set('with', chosen.join(','));
  const path = isLatest ? '/api/games' : '/api/session/games';
  showPeople();
  const refused = part('refused');
  try {
    const asking = isLatest ? request : requestAsSelf;
    /** @type {GameList} */
    const found = await asking('GET', `${path}${query.size > 0 ? `?${query}` : ''}`);
    if (number !== asked) return;
    refused.hidden = true;
    const isAll = kind === '' && !isWon && chosen.length === 0 && after === null;
    const own = isAll ? 'history.none' : 'history.none_fits';
    const none = text(isLatest && isAll ? 'history.none_latest' : own);
    showList(found, text, { isOwn: !isLatest, none });
  } catch (error) {
    if (number !== asked) return;
    write(refused, sayError(error, text));
    refused.hidden = false;
  }
}

/** Shows the people whom the reader has played with, beside their games. */
async function fetchPeople() {
  try {
    /** @type {{ people: OpponentFigures[] }} */
    const answer = await requestAsSelf('GET', '/api/session/opponents');
    people = answer.people;
    showPeople();
  } catch {
    // The list of games reports what is wrong.
  }
}

const [own, latest] = [part('to-own'), part('to-latest')];
own.setAttribute('href', prefixed('/games'));
latest.setAttribute('href', prefixed('/games/latest'));
(isLatest ? latest : own).setAttribute('aria-current', 'page');
latest.hidden = !hasPublicLobby();
part('to-ratings').setAttribute('href', prefixed('/ratings'));
part('won-part').hidden = isLatest;
part('with-nobody').setAttribute('href', prefixed('/games'));
part('with-nobody').addEventListener('click', (event) => {
  event.preventDefault();
  setChoice({ ...choice(), chosen: [] });
  part('list-title').focus();
});
showChoice();
for (const field of [game, won])
  field.addEventListener('change', () =>
    setChoice({ ...choice(), kind: game.value, won: won.checked }),
  );
part('filter').addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('languagechange', () => {
  showChoice();
  void show();
});
watchFiles(text, announce);
if (!isLatest) {
  try {
    await openSession();
  } catch {
    // The request for the list reports what is wrong.
  }
}
await Promise.all([show(), isLatest ? null : fetchPeople()]);
// All parts appear together, so that none moves another one.
for (const id of ['list-part', 'file-part']) part(id).hidden = false;
part('people-part').hidden = people.length === 0;
isShown = true;
