/**
 * The page that only shows a game: a room on a television (`/r/ID/tv`) or in a frame
 * (`/embed/r/ID`), and the liveliest public game (`/tv`). It has no controls, and comes back by
 * itself whatever happens.
 *
 * @import {Connection} from '../lib/connection.js'
 * @import {GameKind, SeatView} from '../protocol.js'
 * @import {OpenHand} from '../games/index.js'
 * @import {LobbyMessage} from '../lobby/page.js'
 * @import {RoomState} from '../room/state.js'
 */
import { ABOUT, gameOf } from '../games/index.js';
import { boardOf } from '../games/modules.js';
import { createConnection } from '../lib/connection.js';
import { browserWorld, watchDevice } from '../lib/device.js';
import { part } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { inquire } from '../lib/inquiry.js';
import { hasPublicLobby } from '../lib/public-lobby.js';
import { drawCode } from '../lib/qr-picture.js';
import { fillText, loadText, shownName } from '../lib/text.js';
import { resultOf } from '../room/after/finish.js';
import { eventsOf } from '../room/state.js';
import { Chronicle } from '../room/talk/chronicle.js';
import { Channel } from './channel.js';
import { applyLook, lookOf } from './look.js';
import { watchRoom } from './room-watch.js';
import { paintPlayers, say } from './side.js';
import { Stage } from './stage.js';

/** The socket of the list of public rooms. */
const LIST = '/api/lobby/socket';
/** The interval in milliseconds between two choices of a public game. */
const CHOOSE_MS = 2_000;
/** The time in milliseconds after which a page that shows nothing any more is loaded again. */
const RELOAD_MS = 60_000;

const look = lookOf(location);
applyLook(document.documentElement, location.search);
const text = await loadText('text/*.table.json', 'screen/text/*.json', ...ABOUT);
fillText(document, text);
document.body.classList.toggle('framed', look.isFramed);

const stage = new Stage(part('board'), text);
/** The connection to the shown room. @type {ReturnType<typeof watchRoom> | null} */
let watched = null;
/** The state that was shown last. @type {RoomState | null} */
let shown = null;
let chronicle = createChronicle();
const channel = look.room === null ? new Channel() : null;

addEventListener('error', () => setTimeout(() => location.reload(), RELOAD_MS));

function createChronicle() {
  return new Chronicle(text, boardOf, (seat) => {
    const owner = shown?.view?.seats[seat];
    return {
      name: owner?.name ?? text('seats.number', { number: seat + 1 }),
      bot: owner?.bot ?? null,
    };
  });
}

/** @param {RoomState} state */
function show(state) {
  const { view, happenings } = state;
  if (!view) return;
  const isOther = shown === null || shown.view?.round !== view.round;
  shown = state;
  channel?.changes(Date.now(), view.phase !== 'playing');
  chronicle.tell(happenings, state.continued && !isOther);
  const { game, seats, settings, phase } = view;
  document.body.dataset['phase'] = phase;
  document.body.dataset['round'] = String(view.round);
  const isPlaying = phase === 'playing';
  const acting = isPlaying && game ? game.acting : null;
  // After a game people join and leave seats, but the board still shows those who played.
  const players = isPlaying || !game ? seats : keptSeats(seats);
  kept = players;
  stage.show(game, players, eventsOf(happenings), isOther);
  const followed = look.follow;
  stage.follow(followed === null ? null : players[followed]?.colour);
  const hands = isPlaying && settings.hands_after ? openHandOf(settings.options.game) : null;
  paintPlayers(game, players, { text, acting, followed, hands });
  const name = (/** @type {number} */ seat) => shownName(players[seat]?.name ?? '');
  say({
    title: text('screen.title', {
      game: text(`game.${settings.options.game}`),
      name: shownName(view.host.name),
    }),
    ...wordsOf(state, acting, name),
    note: noteOf(state),
  });
  document.title = `${text(`game.${settings.options.game}`)} - ${text('senda')}`;
  showCode(phase === 'lobby' && !look.isFramed ? prefixed(`/r/${watchedRoom}`) : null);
}

/** The drawings of hands that have been fetched, by game. @type {Map<string, OpenHand>} */
const openHands = new Map();

/**
 * Returns the drawings of a game's hands, once they have been fetched.
 *
 * @param {GameKind} kind
 * @returns {OpenHand | null}
 */
function openHandOf(kind) {
  const known = openHands.get(kind);
  if (known) return known;
  gameOf(kind)
    .openHand?.()
    .then((hands) => openHands.set(kind, hands))
    // The next step tries again.
    .catch(() => {});
  return null;
}

/** The players of the game that is shown. @type {(SeatView | null)[]} */
let kept = [];
/** The id of the watched room. */
let watchedRoom = '';

/** @param {typeof kept} seats */
const keptSeats = (seats) => (kept.length > 0 ? kept : seats);

/**
 * Describes in a sentence whose turn it is, and the last move; or how the game ended.
 *
 * @param {RoomState} state
 * @param {number | null} acting
 * @param {(seat: number) => string} name
 * @returns {{ status: string, last: string }}
 */
function wordsOf(state, acting, name) {
  const { view } = state;
  if (!view || view.phase === 'lobby') {
    return { status: text('screen.lobby'), last: look.isFramed ? '' : text('screen.scan') };
  }
  if (view.phase === 'over') {
    const players = kept.flatMap((seat) => seat ?? []);
    const result = resultOf({ text, state }, players, null);
    return { status: result?.verdict ?? text('screen.over'), last: result?.why ?? '' };
  }
  const last = chronicle.entries.at(-1)?.sentences.join(' ') ?? '';
  if (view.paused) return { status: text('screen.paused'), last };
  return { status: acting === null ? '' : text('screen.turn', { name: name(acting) }), last };
}

/** @param {RoomState} state */
function noteOf({ view }) {
  const count = view?.phase === 'playing' ? view.settings.hands_after : undefined;
  return count ? text('screen.late', { count }) : '';
}

/** Shows the address of a page as a code for the camera of a phone. @param {string | null} path */
function showCode(path) {
  const place = part('code');
  const url = path === null ? '' : new URL(path, location.href).href;
  if (place.dataset['url'] === url) return;
  place.dataset['url'] = url;
  const code = url === '' ? null : drawCode(url, text('screen.code'));
  place.replaceChildren(...(code ? [code] : []));
}

/**
 * Shows a room instead of the one before.
 *
 * @param {string | null} room
 */
function watch(room) {
  if (room === watchedRoom) return;
  watched?.end({ code: 0 });
  watched = null;
  watchedRoom = room ?? '';
  shown = null;
  kept = [];
  chronicle = createChronicle();
  if (room === null) return;
  watched = watchRoom(room, {
    shown: show,
    line: (line) => {
      document.body.dataset['line'] = line;
    },
    ended: () => {
      if (channel) {
        channel.leave(Date.now());
        watch(channel.choose(Date.now()));
        if (channel.room === null) showNothing();
        return;
      }
      stage.show(null, [], [], true);
      paintPlayers(null, [], { text, acting: null, followed: null });
      say({ title: text('senda'), status: text('screen.gone'), last: '', note: '' });
      showCode(null);
      // The room may be open again later, or the server may have a new version.
      setTimeout(() => location.reload(), RELOAD_MS);
    },
  });
  watched.start();
}

/** Shows what to do while there is no public game. */
function showNothing() {
  document.body.dataset['phase'] = 'none';
  stage.show(null, [], [], true);
  paintPlayers(null, [], { text, acting: null, followed: null });
  const [waiting] = channel?.open ?? [];
  const path = waiting ? prefixed(`/r/${waiting.room}`) : prefixed('/');
  const url = new URL(path, location.href);
  const words = waiting
    ? text('screen.waiting', { name: waiting.host, game: text(`game.${waiting.game}`) })
    : text('screen.none');
  const status = hasPublicLobby() ? words : text('screen.no_lobby');
  say({ title: text('senda'), status, last: url.host + url.pathname.replace(/\/$/, ''), note: '' });
  showCode(path);
}

/** Follows the list of public rooms. @param {Channel} of */
function followList(of) {
  const choose = () => {
    watch(of.choose(Date.now()));
    if (of.room === null) showNothing();
  };
  const list = createConnection(
    browserWorld(() => LIST, {
      prepare: async () => null,
      matters: () => !document.hidden,
      inquire: () => inquire(LIST),
    }),
    {
      heard: (/** @type {LobbyMessage} */ message) => {
        if (message.type !== 'rooms') return;
        of.list(hasPublicLobby() ? message.rooms : []);
        choose();
      },
      changed: (_line, ending) => {
        if (ending) setTimeout(() => location.reload(), RELOAD_MS);
      },
    },
  );
  watchDevice(list);
  list.start();
  setInterval(choose, CHOOSE_MS);
}

/** The connection to whichever room is shown, for a device that sleeps and wakes up. */
const whichever = /** @type {Connection} */ ({
  hurry: () => watched?.hurry(),
  ask: () => watched?.ask(),
  probe: (question) => watched?.probe(question),
  doubt: (question) => watched?.doubt(question),
  renew: () => watched?.renew(),
});
watchDevice(whichever, () => watched?.sync());
if (channel) followList(channel);
else watch(look.room);
