/**
 * The players beside a replay: each with what the selected viewer sees of their hand.
 *
 * @import {OpenHand} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 * @import {Viewer} from './address.js'
 * @import {Film} from './film.js'
 */
import { factsOf } from '../games/index.js';
import { html, paint } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { list, shownName } from '../lib/text.js';

/**
 * @param {Element} parent
 * @param {Film} film
 * @param {object} at
 * @param {number} at.step
 * @param {Viewer} at.viewer
 * @param {OpenHand | null} at.hands draws hands, if the game has a drawing of them
 * @param {Set<number>} at.rows the seats whose hands have a row, which stays when a hand is empty
 * @param {Text} text
 */
export function paintPlayers(parent, film, { step, viewer, hands, rows }, text) {
  const view = film.position(step);
  const seats = film.seats(step);
  const decided = film.seat(step);
  paint(
    parent,
    seats.map(({ name, colour, bot }, seat) => {
      const { score, held, out } = factsOf(view, seat);
      const tiles = hands?.tilesOf(view, seat, text) ?? [];
      const names = tiles.map((tile) => tile.words);
      const isOpen = viewer === 'all' || viewer === seat;
      // At the end of the game, every hand is open.
      const isSeen = tiles.length > 0;
      if (hands !== null && (isOpen || (isSeen && step < film.end))) rows.add(seat);
      const hand =
        rows.has(seat) || isSeen
          ? html(
              'span',
              {
                class: 'open-hand',
                role: 'img',
                'aria-label': text('film.hand', { name: shownName(name), tiles: list(names) }),
              },
              tiles.map(({ picture }) => picture),
            )
          : null;
      const notes = [
        score !== null && text(score.key, { count: score.count }),
        out && text('players.out'),
        bot && text('bot.note', { level: text(`bot.${bot}`) }),
        held !== null && text(held.key, { count: held.count }),
      ].filter((note) => note !== false && note !== null);
      return html(
        'li',
        {
          key: seat,
          class: ['film-player', out && 'out', seat === decided && 'moved']
            .filter(Boolean)
            .join(' '),
        },
        glyph(colour),
        html(
          'span',
          { class: 'who' },
          html('strong', { dir: 'auto', translate: 'no' }, shownName(name)),
          html('small', {}, notes.join(' · ')),
        ),
        hand,
      );
    }),
  );
}
