/**
 * The dialog with all finished games of a room. It is fetched when a reader asks for it.
 *
 * @import {RoomContext} from '../room/context.js'
 * @import {GameList} from './game-list.js'
 */
import { ABOUT } from '../games/index.js';
import { ask } from '../lib/dialog.js';
import { createButton, html } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { request } from '../lib/session.js';
import { loadStyle } from '../lib/styles.js';
import { loadPart } from '../lib/text.js';
import { gameItem } from './game-list.js';

/**
 * Shows the games of the room.
 *
 * @param {RoomContext} context
 */
export async function openRoomGames({ room, text }) {
  const path = `/api/rooms/${encodeURIComponent(room)}/games`;
  /** @param {string | undefined} after */
  const fetchPage = (after) =>
    /** @type {Promise<GameList>} */ (
      request('GET', after === undefined ? path : `${path}?after=${encodeURIComponent(after)}`)
    );
  const [first] = await Promise.all([
    fetchPage(undefined),
    // A room may have played several games.
    ...['history/text/*.json', ...ABOUT].map(loadPart),
    loadStyle('history/history.css'),
  ]);
  const games = html('ol', { class: 'history-games' });
  const more = createButton({ class: 'quiet' }, text('history.older'));
  /** @param {GameList} page */
  const add = ({ games: listed, next }) => {
    games.append(...listed.map((game) => gameItem(game, text, false)));
    more.hidden = next === undefined;
    more.onclick = async () => {
      more.disabled = true;
      try {
        add(await fetchPage(next));
      } finally {
        more.disabled = false;
      }
    };
  };
  add(first);
  await ask(
    text('history.of_room'),
    () => [
      games,
      html(
        'p',
        { class: 'history-links' },
        more,
        html('a', { class: 'button quiet', href: prefixed('/games') }, text('history.own')),
      ),
    ],
    { close: text('close') },
  );
}
