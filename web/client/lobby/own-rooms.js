/**
 * The list of the reader's games on the front page, with those that wait for the reader first.
 *
 * @import {GameKind, Phase} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */

import { html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { knowName } from '../lib/names.js';
import { requestAsSelf } from '../lib/session.js';
import { list } from '../lib/text.js';
import { sayLeft } from '../lib/time.js';

/** The interval in milliseconds between two requests while the page is visible. */
const EVERY_MS = 20_000;
/**
 * The interval while the page is hidden, for the badges of the tab and the installed app. Browsers
 * run timers of hidden pages once a minute.
 */
const HIDDEN_EVERY_MS = 55_000;
/** The interval in milliseconds between two updates of the remaining times. */
const COUNT_MS = 1_000;
/**
 * The key of the last list in the local storage. The next page shows that list at once, so that
 * nothing moves when the new one arrives.
 */
const LAST = 'senda.own-rooms';

/**
 * @typedef {object} OwnRoom a room as the server lists it for one of its members
 * @property {string} room
 * @property {GameKind} game
 * @property {Phase} phase
 * @property {boolean} seated whether the reader has a seat there now
 * @property {string[]} others the names of the other players, those of the last game once it is over
 * @property {boolean} your_turn
 * @property {boolean} [asked] whether the reader is asked to agree to something
 * @property {string[]} awaited the names of the other players that the game waits for
 * @property {number} [left_ms] the milliseconds until the time of the turn is up
 * @property {boolean} [paused]
 * @property {number} [place] the reader's place in the last game that they played to its end
 * @property {number} [finished] the number of games that the reader has played to their end there
 */

/**
 * Returns the state of a room as a sentence for one of its members.
 *
 * @param {OwnRoom} room
 * @param {Text} text
 */
export function sayState(room, text) {
  const { phase, your_turn, asked, awaited, paused, place, left_ms, finished = 0 } = room;
  if (phase === 'lobby') return text('own.lobby');
  if (phase === 'over') {
    if (place === undefined) return text('own.over');
    const last = text(finished > 1 ? 'own.last_place' : 'own.place', { place });
    return finished > 1 ? `${text('own.games', { count: finished })}, ${last}` : last;
  }
  if (paused) return text('own.paused');
  const left = left_ms === undefined ? [] : [text('own.left', { time: sayLeft(left_ms, text) })];
  const question = asked ? [text('own.asked')] : [];
  if (your_turn) return [...question, text('own.your_turn'), ...left].join(', ');
  if (awaited.length === 0) return [...question, text('own.running')].join(', ');
  return [...question, text('own.waiting', { names: list(awaited) }), ...left].join(', ');
}

/**
 * @param {OwnRoom} own
 * @param {Text} text
 */
function item(own, text) {
  const { room, game, others, your_turn, asked } = own;
  for (const other of others) knowName(other);
  const waits = your_turn || asked;
  const name = text(`game.${game}`);
  const title = others.length === 0 ? name : text('own.with', { game: name, names: list(others) });
  return html(
    'li',
    { key: room, class: waits ? 'listed mine' : 'listed' },
    html(
      'span',
      { class: 'who' },
      html('strong', {}, title),
      html('small', {}, sayState(own, text)),
    ),
    html(
      'a',
      {
        class: waits ? 'button primary' : 'button',
        href: prefixed(`/r/${room}`),
        'aria-label': text(your_turn ? 'own.play_named' : 'own.open_named', { title }),
      },
      text(your_turn ? 'own.play' : 'own.open'),
    ),
  );
}

/**
 * @param {OwnRoom[]} rooms
 * @param {Text} text
 */
function show(rooms, text) {
  const [over, now] = [true, false].map((ended) =>
    rooms.filter(({ phase }) => (phase === 'over') === ended),
  );
  part('own').hidden = rooms.length === 0;
  paint(part('own-rooms'), now?.map((room) => item(room, text)) ?? []);
  const earlier = over ?? [];
  part('own-earlier').hidden = earlier.length === 0;
  const count = earlier.reduce((sum, { finished = 0 }) => sum + Math.max(1, finished), 0);
  write(part('own-earlier-title'), text('own.earlier', { count }));
  paint(
    part('own-earlier-rooms'),
    earlier.map((room) => item(room, text)),
  );
}

/** @returns {OwnRoom[]} */
function lastKept() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {OwnRoom[]} rooms */
function keep(rooms) {
  // The remaining times can't be known when the list is used again.
  const lasting = rooms.map(({ left_ms: _, ...room }) => room);
  try {
    localStorage.setItem(LAST, JSON.stringify(lasting));
  } catch {
    // Without storage the page waits for the list from the server.
  }
}

/**
 * Returns the rooms with the remaining times reduced by the elapsed time.
 *
 * @param {OwnRoom[]} rooms
 * @param {number} ms the milliseconds since the request was sent; the answer may have taken long
 * @returns {OwnRoom[]}
 */
export function later(rooms, ms) {
  return rooms.map((room) =>
    room.left_ms === undefined || room.paused
      ? room
      : { ...room, left_ms: Math.max(0, room.left_ms - ms) },
  );
}

/**
 * Shows the number of games that wait for the reader, in the title of the tab and on the icon of
 * the installed app.
 *
 * @param {number} count
 * @param {string} title the title of the page
 * @param {Text} text
 */
function badge(count, title, text) {
  document.title = count === 0 ? title : text('title.count', { count, title });
  // Only installed apps have a badge, and not on every platform.
  const done = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  done?.catch(() => {});
}

/**
 * Keeps the list up to date, at longer intervals while the page is hidden.
 *
 * @param {Text} text
 * @returns {() => Promise<void>} requests the list now; call it once the server knows the session
 */
export function showOwnRooms(text) {
  const title = document.title;
  let known = false;
  /**
   * The time of the last request, and the time of the request whose answer is shown, by
   * `performance.now()`.
   */
  let last = 0;
  let shownOf = 0;
  /** @type {OwnRoom[]} */
  let shown = lastKept();
  async function look() {
    if (!known) return;
    const asked = performance.now();
    last = asked;
    try {
      /** @type {{rooms: OwnRoom[], waiting: number}} */
      const { rooms, waiting } = await requestAsSelf('GET', '/api/session/rooms');
      keep(rooms);
      [shown, shownOf] = [rooms, asked];
      show(later(shown, performance.now() - shownOf), text);
      badge(waiting, title, text);
    } catch {
      // The list stays as it is. The connection notice already reports that the server can't be
      // reached.
    }
  }
  show(shown, text);
  // The order of the page is decided before it is visible, so that nothing moves later.
  const isPlaying = shown.some(({ phase }) => phase === 'playing');
  part('main').classList.toggle('returning', isPlaying);
  setInterval(() => {
    const counts = !document.hidden && shown.some(({ left_ms }) => left_ms !== undefined);
    if (counts) show(later(shown, performance.now() - shownOf), text);
  }, COUNT_MS);
  setInterval(() => {
    if (!document.hidden || performance.now() - last >= HIDDEN_EVERY_MS) void look();
  }, EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void look();
  });
  addEventListener('online', () => void look());
  // The browser has restored the page from its back-forward cache.
  addEventListener('pageshow', ({ persisted }) => void (persisted && look()));
  return () => {
    known = true;
    return look();
  };
}
