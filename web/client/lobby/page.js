/**
 * The front page, where rooms are created and found.
 *
 * @import {GameKind, Listing, ServerMessage, Settings} from '../protocol.js'
 * @import {Unfit} from '../settings/settings-form.js'
 * @import {Solo} from './start.js'
 */

import { ABOUT, dayPath, FIRST, gameOf, howPath, KINDS, learnPath } from '../games/index.js';
import { fetchWords } from '../games/modules.js';
import { puzzlesPath } from '../games/puzzle-path.js';
import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { createConnection } from '../lib/connection.js';
import { createRoom } from '../lib/create-room.js';
import { browserWorld, watchDevice } from '../lib/device.js';
import { askName } from '../lib/dialog.js';
import { html, paint, part } from '../lib/dom.js';
import { drawing } from '../lib/drawings.js';
import { takeEntered } from '../lib/entered.js';
import { prefixed } from '../lib/files.js';
import { askFriendsName } from '../lib/friends-name.js';
import { inquire } from '../lib/inquiry.js';
import { watchLanguage } from '../lib/language-switch.js';
import { knowName } from '../lib/names.js';
import { createNotices } from '../lib/notices.js';
import { watchInstallation } from '../lib/offline.js';
import { createOperator } from '../lib/operator.js';
import { isOwnName, keepName } from '../lib/own-name.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { lessonsDone } from '../lib/progress.js';
import { hasPublicLobby } from '../lib/public-lobby.js';
import { openSession, Refused, rename, whenCookieless } from '../lib/session.js';
import { signedOutQuestion, watchSignOut } from '../lib/signed-out.js';
import { soloPath } from '../lib/solo.js';
import { fillText, loadText } from '../lib/text.js';
import { watchCode } from './code.js';
import { showHero } from './hero.js';
import { showOwnRooms } from './own-rooms.js';
import { createStart } from './start.js';

/**
 * The delay in milliseconds before the next request for a session, if the server has rejected one
 * without naming a time.
 */
const ARRIVE_AGAIN_MS = 15_000;

/**
 * @typedef {{room: string} & Listing} ListedRoom
 * @typedef {{type: 'rooms', rooms: ListedRoom[]} | Extract<ServerMessage, {type: 'operator_notice'}>} LobbyMessage
 */

const [text] = await Promise.all([
  loadText(PROBLEMS, 'lobby/text/*.json', 'settings/text/*.json', ...ABOUT),
  fetchWords(FIRST),
]);
part('credit').textContent = KINDS.map((kind) => text(`${kind}.credit`)).join(' ');
part('how').setAttribute('href', howPath(FIRST));
fillText(document, text);
document.title = text('title.lobby');
watchAppearance(text);
watchLanguage();
const announce = createAnnounce(part('live'));
const notices = createNotices(part('notices'), text, 'line.lost_list');
const showOperatorNotice = createOperator({ text, notices, announce });

/** @param {unknown} error */
function complain(error) {
  const sentence = sayError(error, text);
  const againMs = error instanceof Refused ? error.againMs : null;
  notices.complain(sentence, againMs);
  const seconds = againMs === null ? 0 : Math.ceil(againMs / 1000);
  // The number of seconds is read aloud only once, because a spoken countdown would disturb.
  announce(seconds > 0 ? `${sentence} ${text('problem.again', { count: seconds })}` : sentence);
}

/**
 * @param {Settings} settings
 * @returns {Promise<Unfit | null>}
 */
async function openRoom(settings) {
  try {
    const path = await createRoom(text, settings);
    if (path !== null) location.assign(path);
  } catch (error) {
    if (error instanceof Refused && error.code === 'bad_settings') return { which: error.which };
    complain(error);
  }
  return null;
}

/** @param {Solo} solo */
async function playAlone({ settings, level, bots }) {
  try {
    const path = await createRoom(text, settings);
    if (path !== null) location.assign(soloPath(path, level, bots));
  } catch (error) {
    complain(error);
  }
}

/**
 * Creates a room for friends. A reader with a name that the server has made up is first asked for
 * their own.
 *
 * @param {Settings} settings
 * @returns {Promise<Unfit | null>}
 */
async function playWithFriends(settings) {
  const name = part('name').textContent || (await nameOfSession());
  if (name !== '' && !isOwnName(name)) {
    const given = await askFriendsName(text, name);
    if (given === null || !(await takeName(given))) return null;
  }
  return openRoom(settings);
}

/** Returns the reader's name, or an empty string if the server does not answer. */
async function nameOfSession() {
  try {
    return (await openSession()).name;
  } catch {
    return '';
  }
}

/**
 * @param {string} name
 * @returns {Promise<boolean>} whether the server accepts the name; otherwise the reason is reported
 */
async function takeName(name) {
  try {
    if (name === part('name').textContent) keepName(name);
    else part('name').textContent = await rename(name);
    notices.settle();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

async function changeName() {
  const name = await askName(text, part('name').textContent ?? '');
  if (name !== null) await takeName(name);
}

/** @param {ListedRoom[]} rooms */
function showRooms(rooms) {
  part('no-rooms').hidden = rooms.length > 0;
  paint(part('rooms'), rooms.map(roomItem));
}

/** Empties the list and shows that it is no longer updated, instead of outdated rooms. */
function endList() {
  showRooms([]);
  part('no-rooms-words').textContent = text('ending.other.body');
}

/** @param {ListedRoom} listed */
function roomItem(listed) {
  const { room, game, state, host, seated, seats, watching, starts_from, rated } = listed;
  knowName(host);
  const joinable = state === 'open' && seated < seats;
  return html(
    'li',
    { key: room, class: 'listed' },
    html(
      'span',
      { class: 'who' },
      html('strong', {}, text('lobby.room_of', { name: host })),
      html(
        'small',
        {},
        [
          text(`game.${game}`),
          ...(starts_from ? [text(`lobby.from_${starts_from}`)] : []),
          ...(rated ? [text('rated.yes')] : []),
          text('lobby.seated', { seated, seats }),
          text(state === 'open' && !joinable ? 'lobby.full' : `lobby.${state}`),
          ...(watching > 0 ? [text('watchers.count', { count: watching })] : []),
        ].join(' · '),
      ),
    ),
    html(
      'a',
      {
        class: joinable ? 'button primary' : 'button',
        href: prefixed(`/r/${room}`),
        'aria-label': text(joinable ? 'lobby.join_named' : 'lobby.watch_named', { name: host }),
      },
      text(joinable ? 'lobby.join' : 'lobby.watch'),
    ),
  );
}

/**
 * Shows a link for each game.
 *
 * @param {string} id the id of the list
 * @param {string} key the key of the links' label
 * @param {(kind: GameKind) => string} pathOf
 */
function showLinks(id, key, pathOf) {
  const link = (/** @type {GameKind} */ kind) => {
    const game = text(`game.${kind}`);
    const label = text(key, { game });
    return html('a', { class: 'button', href: pathOf(kind), 'aria-label': label }, game);
  };
  paint(
    part(id),
    KINDS.map((kind) => html('li', {}, link(kind))),
  );
}

/** Shows the games that have lessons, and the progress of this browser in each. */
function showLessons() {
  const taught = KINDS.filter((kind) => gameOf(kind).lessons.length > 0);
  paint(
    part('learn'),
    taught.map((kind) => {
      const { lessons } = gameOf(kind);
      const known = lessonsDone(() => localStorage, kind);
      const done = lessons.filter((lesson) => known.has(lesson)).length;
      const how = done === 0 ? 'lobby.lessons' : 'lobby.lessons_done';
      return html(
        'li',
        {},
        html('a', { class: 'button', href: learnPath(kind) }, text(`game.${kind}`)),
        html('small', {}, text(how, { done, count: lessons.length })),
      );
    }),
  );
}

// The server's answers take longer than the drawing of the page, so they are asked for first.
const lookAtOwnRooms = showOwnRooms(text);

/** Whether the server knows the session, or a request for one is pending. */
let arrived = false;

/** Shows the reader's name and games. */
async function arrive() {
  if (arrived) {
    void lookAtOwnRooms();
    return;
  }
  arrived = true;
  try {
    part('name').textContent = (await openSession()).name;
    void lookAtOwnRooms();
  } catch (error) {
    arrived = false;
    // The connection reports a lost network, and calls this function again when it is back.
    if (!(error instanceof Refused)) return;
    // Missing cookies have a notice of their own, and another session would be lost as well.
    if (error.code === 'no_cookies') return;
    if (error.code === 'banned') {
      notices.showOperator(text('problem.banned'));
      announce(text('problem.banned'));
      return;
    }
    complain(error);
    setTimeout(() => void arrive(), error.againMs ?? ARRIVE_AGAIN_MS);
  }
}

whenCookieless(() => {
  const words = `${text('ending.no_cookies.title')}. ${text('ending.no_cookies.body')}`;
  const reload = { label: text('fault.reload'), chosen: () => location.reload() };
  notices.showQuestions([{ key: 'cookies', words, choices: [reload], aside: true }]);
  announce(words);
});

watchSignOut((session) => {
  part('name').textContent = session.name;
  const question = signedOutQuestion(session, text, () => notices.showQuestions([]));
  notices.showQuestions([question]);
  announce(question.words);
  void lookAtOwnRooms();
});
const LIST = '/api/lobby/socket';
/** Whether there has been a connection before. */
let wasOpen = false;
const connection = createConnection(
  browserWorld(() => LIST, {
    // The list of rooms is the same for all visitors, so it does not wait for a session.
    prepare: async () => null,
    // When the page becomes visible again, the connection is checked anyway.
    matters: () => !document.hidden,
    inquire: () => inquire(LIST),
  }),
  {
    heard: (/** @type {LobbyMessage} */ message) => {
      if (message.type === 'rooms') showRooms(message.rooms);
      else if (message.type === 'operator_notice') showOperatorNotice(message.notice);
    },
    changed: (line, ending, delay) => {
      notices.showLine(line, delay);
      if (line === 'open') {
        if (wasOpen || !arrived) void arrive();
        wasOpen = true;
      }
      if (ending) endList();
    },
  },
);
watchDevice(connection);
connection.start();
// The session is requested independently of the socket, because a proxy may block sockets.
void arrive();

const entered = takeEntered();
if (entered !== null) {
  notices.tell(text('you.entered', { name: entered }));
  announce(text('you.entered', { name: entered }));
}
watchInstallation();
part('no-rooms').prepend(drawing('rooms'));
part('public').hidden = !hasPublicLobby();
showLinks('today', 'day.of', dayPath);
showLinks('puzzles', 'lobby.puzzles_of', puzzlesPath);
showLessons();
createStart(text, {
  withFriends: playWithFriends,
  withBots: playAlone,
  failed: () => notices.complain(text('problem.unreachable'), null),
});
watchCode(text);
part('name').addEventListener('click', () => void changeName());
showHero(text);
