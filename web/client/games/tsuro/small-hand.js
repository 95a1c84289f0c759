/**
 * Draws a hand that the reader can see small beside its player's name.
 *
 * @import {TsuroView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 */
import { html } from '../../lib/dom.js';
import { pictureOf } from './tile.js';
import { list, pathWords } from './words.js';

/**
 * @param {TsuroView} view
 * @param {number} seat
 * @param {Words} words
 * @param {number | null} own the reader's seat
 * @returns {HTMLElement | null} the hand; `null` where hands are hidden or this one is empty
 */
export function handOf(view, seat, { text, name }, own) {
  const tiles = view.hands[seat]?.tiles ?? [];
  // The board shows the reader's own hand, and the hands that are offered for a swap.
  const isBeside = own === null || (seat !== own && view.phase !== 'bonus');
  const isShown = view.options.open_hands || isBeside;
  if (!isShown || view.phase === 'over' || tiles.length === 0) return null;
  const words = tiles.map((face) =>
    text('tsuro.open_hand.tile', { paths: pathWords(face, 0, text) }),
  );
  return html(
    'span',
    {
      class: 'open-hand',
      role: 'img',
      'aria-label': text('tsuro.open_hand', { name: name(seat), tiles: list(words, text) }),
    },
    ...tiles.map((face) => pictureOf(face, 0)),
  );
}
