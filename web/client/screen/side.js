/**
 * The words beside the board of a page that only shows a game: its players, whose turn it is, and
 * the last move.
 *
 * @import {AnyView, SeatView} from '../protocol.js'
 * @import {OpenHand} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 */
import { factsOf } from '../games/index.js';
import { html, paint, part, write } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { list, shownName } from '../lib/text.js';

/**
 * Shows the players of a game.
 *
 * @param {AnyView | null} view
 * @param {(SeatView | null)[]} seats
 * @param {object} more
 * @param {Text} more.text
 * @param {number | null} more.acting the seat that decides next
 * @param {number | null} more.followed the seat whose player stands out
 * @param {OpenHand | null} [more.hands] draws the hands that spectators see
 */
export function paintPlayers(view, seats, { text, acting, followed, hands = null }) {
  paint(
    part('players'),
    seats.flatMap((seat, number) => {
      if (!seat) return [];
      const tiles = view !== null && hands !== null ? hands.tilesOf(view, number, text) : [];
      const isOut = view !== null && factsOf(view, number).out;
      return html(
        'li',
        {
          key: number,
          class: ['screen-player', isOut && 'out', number === followed && 'followed']
            .filter(Boolean)
            .join(' '),
          'aria-current': number === acting ? 'true' : null,
        },
        glyph(seat.colour),
        html('span', { class: 'screen-name', dir: 'auto' }, shownName(seat.name)),
        isOut && html('small', {}, text('screen.out')),
        tiles.length > 0 &&
          html(
            'span',
            {
              class: 'open-hand',
              role: 'img',
              'aria-label': text('screen.hand', {
                name: shownName(seat.name),
                tiles: list(tiles.map(({ words }) => words)),
              }),
            },
            tiles.map(({ picture }) => picture),
          ),
      );
    }),
  );
}

/**
 * Shows the sentences of the page. An empty one takes no space.
 *
 * @param {{ title?: string, status?: string, last?: string, note?: string }} words
 */
export function say(words) {
  for (const [id, sentence] of Object.entries(words)) {
    write(part(id), sentence);
    part(id).hidden = sentence === '';
  }
}
