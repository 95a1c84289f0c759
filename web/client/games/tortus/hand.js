/**
 * Draws the tiles of hands: the viewer's own hand, and the hand of any seat, small beside its
 * player's name.
 *
 * @import {TortusTile, TortusView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 */

import { html, svg } from '../../lib/dom.js';
import { list } from '../../lib/text.js';
import { pictureOf } from './tile.js';
import { kindWords } from './words.js';

/**
 * @typedef {{ tile: TortusTile | null, known: boolean }} Face a tile of a hand, and whether it is
 *   public
 */

/**
 * Returns a tile of a hand as a picture, with a sign if the tile is public.
 *
 * @param {Face} face
 * @param {number} rotation
 */
export function pictureOfFace({ tile, known }, rotation) {
  const picture = pictureOf(tile === null ? null : { tile, rotation });
  if (known) picture.append(drawEye());
  return picture;
}

/** Draws the sign of a tile that all players know. */
function drawEye() {
  return svg(
    'g',
    { class: 'known-sign', transform: 'translate(66 66)' },
    svg('circle', { class: 'known-ground', cx: 12, cy: 12, r: 15 }),
    svg('path', { d: 'M2 12C6 5.500 18 5.500 22 12C18 18.500 6 18.500 2 12Z' }),
    svg('circle', { cx: 12, cy: 12, r: 3.4 }),
  );
}

/**
 * Draws the hand of a seat: its public tiles, and the backs of the others.
 *
 * @param {TortusView} view
 * @param {number} seat
 * @param {Words} words
 * @param {number | null} own the viewer's seat
 * @returns {HTMLElement | null} the hand; `null` for the viewer's own, which lies beside the board,
 *   and when the game is over
 */
export function handOf(view, seat, { text, name }, own) {
  const hand = view.hands[seat] ?? [];
  if (seat === own || view.phase.type === 'over' || hand.length === 0) return null;
  const known = hand.flatMap(({ tile }) => (tile === null ? [] : [tile]));
  const hidden = hand.length - known.length;
  const tiles = [
    ...known.map((tile) => kindWords(tile, text)),
    ...(hidden > 0 ? [text('tortus.hand.more', { count: hidden })] : []),
  ];
  return html(
    'span',
    {
      class: 'open-hand',
      role: 'img',
      'aria-label': text('tortus.hand.of', { name: name(seat), tiles: list(tiles) }),
    },
    ...known.map((tile) => pictureOf({ tile, rotation: 0 })),
    ...Array.from({ length: hidden }, () => pictureOf(null)),
  );
}
