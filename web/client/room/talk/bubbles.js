/**
 * Shows a player's emote for a moment beside their name.
 *
 * @import {ChatLine, Emote, RoomView} from '../../protocol.js'
 */
import { html, isDrawn } from '../../lib/dom.js';
import { drawEmote } from './emotes.js';

/** The time in milliseconds that an emote is visible. */
const SEEN_MS = 2_600;

/**
 * Shows the emote of a chat line at the player's seat.
 *
 * @param {ChatLine} line
 * @param {Emote} emote
 * @param {RoomView | null} view
 * @returns {boolean} whether the seat is visible, so that the emote is shown
 */
export function showBubble({ colour }, emote, view) {
  const seat = view?.seats.findIndex((one) => one !== null && one.colour === colour) ?? -1;
  const places = [...document.querySelectorAll(`[data-seat="${seat}"]`)];
  const drawn = places.find(isDrawn);
  const place = (drawn?.querySelector('.token') ?? drawn)?.getBoundingClientRect();
  if (colour === null || !place) return false;
  // A new emote replaces the player's previous one.
  document.querySelector(`[data-bubble="${seat}"]`)?.remove();
  const bubble = html(
    'div',
    { class: 'bubble', 'data-bubble': seat, 'aria-hidden': 'true' },
    drawEmote(emote),
  );
  bubble.style.setProperty('--x', `${Math.round(place.left + Math.min(place.width, 260) / 2)}px`);
  bubble.style.setProperty('--y', `${Math.round(place.top + place.height / 2)}px`);
  document.body.append(bubble);
  setTimeout(() => bubble.remove(), SEEN_MS);
  return true;
}
