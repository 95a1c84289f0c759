/**
 * Draws lists of finished games.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { missedPath } from '../games/puzzle-path.js';
import { html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { locale } from '../lib/language.js';
import { knowName } from '../lib/names.js';
import { shownName } from '../lib/text.js';

/**
 * @typedef {object} GameEntryPlayer a player of a game, as the server lists it
 * @property {number} seat
 * @property {string | null} name the name at the end of the game; `null` if the player had left
 * @property {number} place
 * @property {boolean} [own] whether it is the person whose list it is
 * @property {string} [page] the id of the person's page
 */
/**
 * @typedef {object} GameEntry a finished game, as the server lists it
 * @property {string} [id] the id of its replay; absent if the reader was removed from its room
 * @property {GameKind} game
 * @property {number} ended_at milliseconds since 1970
 * @property {number} [round] the number of the game in its room
 * @property {string} [room] the room, if the reader has it
 * @property {'deal' | 'position'} [start] the part of another finished game that it started from
 * @property {GameEntryPlayer[]} players the players by place
 */
/** @typedef {{ games: GameEntry[], next?: string }} GameList a page of a list */

/**
 * Formats the time of the end of a game, with the year unless it is the current one.
 *
 * @param {number} at milliseconds since 1970
 * @param {number} [now]
 */
export function sayEnd(at, now = Date.now()) {
  const year = (/** @type {number} */ time) => new Date(time).getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  }).format(at);
}

/**
 * Returns the address of a person's page.
 *
 * @param {string} page
 */
export const personPath = (page) => prefixed(`/p/${page}`);

/**
 * Creates the name of a player. It leads to the page of the person, if they want one.
 *
 * @param {Pick<GameEntryPlayer, 'name' | 'own' | 'page'>} player
 * @param {Text} text
 */
export function personLink({ name, own, page }, text) {
  if (name === null) return html('span', { class: 'soft' }, text('history.left'));
  knowName(name);
  const shown = html(own ? 'strong' : 'span', { dir: 'auto', translate: 'no' }, shownName(name));
  if (page) return html('a', { href: personPath(page) }, shown);
  return shown;
}

/**
 * Returns the result of the person whose list it is, or `null` in other lists.
 *
 * @param {GameEntry} game
 * @param {Text} text
 */
function resultOf({ players }, text) {
  const own = players.find((player) => player.own);
  if (!own) return null;
  const { place } = own;
  const words = place === 1 ? text('history.own_won') : text('history.own_place', { place });
  return html('span', { class: place === 1 ? 'history-result won' : 'history-result' }, words);
}

/**
 * Creates the entry of a game.
 *
 * @param {GameEntry} game
 * @param {Text} text
 * @param {boolean} isOwn whether the list is the reader's own
 */
export function gameItem(game, text, isOwn) {
  const { id, ended_at, round, room, players } = game;
  const kind = text(`game.${game.game}`);
  const own = isOwn && players.find((player) => player.own);
  const date = sayEnd(ended_at);
  const title =
    round === undefined ? kind : text('history.game_of_room', { game: kind, round: round });
  return html(
    'li',
    { key: id ?? `${ended_at}` },
    html(
      'div',
      { class: 'history-game' },
      html(
        'p',
        { class: 'history-head' },
        html('strong', {}, title),
        html('time', { class: 'soft', datetime: new Date(ended_at).toISOString() }, date),
        isOwn && resultOf(game, text),
      ),
      html(
        'ol',
        { class: 'history-players', 'aria-label': text('history.players') },
        players.map((player) =>
          html(
            'li',
            { class: player.place === 1 ? 'first' : null },
            html('span', { class: 'history-rank' }, text('history.rank', { place: player.place })),
            personLink(player, text),
            isOwn && player.own && html('small', { class: 'soft' }, text('history.you')),
          ),
        ),
      ),
      game.start && html('p', { class: 'soft' }, text(`history.start.${game.start}`)),
      id === undefined && html('p', { class: 'soft' }, text('history.removed')),
    ),
    html(
      'p',
      { class: 'history-links' },
      room &&
        html(
          'a',
          {
            class: 'button quiet',
            href: prefixed(`/r/${room}`),
            'aria-label': text('history.room_named', { game: kind, date }),
          },
          text('history.room'),
        ),
      id &&
        own &&
        html(
          'a',
          {
            class: 'button quiet',
            href: missedPath(game.game, id, { seat: own.seat }),
            'aria-label': text('history.missed_named', { game: title, date }),
          },
          text('history.missed'),
        ),
      id &&
        html(
          'a',
          {
            class: 'button',
            href: prefixed(`/g/${id}`),
            'aria-label': text('history.replay_named', { game: title, date }),
          },
          text('history.replay'),
        ),
    ),
  );
}

/**
 * Shows a page of a list, with links to the pages before and after it.
 *
 * @param {GameList} list
 * @param {Text} text
 * @param {{ isOwn: boolean, none: string }} how whether the list is the reader's own, and the
 *   sentence for an empty one
 */
export function showList({ games, next }, text, { isOwn, none }) {
  const query = new URLSearchParams(location.search);
  const isFirst = !query.has('after');
  query.delete('after');
  const newest = `${location.pathname}${query.size > 0 ? `?${query}` : ''}`;
  if (next) query.set('after', next);
  paint(
    part('games'),
    games.map((game) => gameItem(game, text, isOwn)),
  );
  const empty = part('none');
  write(empty, none);
  empty.hidden = games.length > 0;
  paint(
    part('pages'),
    !isFirst && html('a', { class: 'button quiet', href: newest }, text('history.newest')),
    next && html('a', { class: 'button', rel: 'next', href: `?${query}` }, text('history.older')),
  );
}
