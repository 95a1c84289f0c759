/**
 * The sign over the board that names the players who have just left the game.
 *
 * @import {Colour} from '../../protocol.js'
 */
import { html } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';

/** The time in milliseconds that the sign is fully visible, and that it takes to come and to go. */
const HOLD_MS = 600;
const FADE_MS = 180;
/** The time in milliseconds that the sign is visible where nothing may move. */
const STILL_MS = 1_500;

/** The time in milliseconds after which a moving sign has gone. */
export const SEEN_MS = HOLD_MS + 2 * FADE_MS;

/**
 * Shows the sign in the middle of an element. Screen readers hear the same from the log.
 *
 * @param {Element} over
 * @param {string} words
 * @param {readonly Colour[]} colours the markers of the players
 */
export function showOut(over, words, colours) {
  const { left, top, width, height } = over.getBoundingClientRect();
  const line = html('p', {}, colours.map(glyph), html('strong', {}, words));
  const sign = html('div', { class: 'out-sign', 'aria-hidden': 'true' }, line);
  sign.style.setProperty('--x', `${Math.round(left + width / 2)}px`);
  sign.style.setProperty('--y', `${Math.round(top + height * 0.4)}px`);
  document.querySelector('.out-sign')?.remove();
  document.body.append(sign);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    setTimeout(() => sign.remove(), STILL_MS);
    return;
  }
  const part = FADE_MS / SEEN_MS;
  line.animate(
    [
      { opacity: 0, transform: 'translateY(10px) scale(0.96)' },
      { opacity: 1, transform: 'none', offset: part },
      { opacity: 1, transform: 'none', offset: 1 - part },
      { opacity: 0, transform: 'translateY(-6px)' },
    ],
    { duration: SEEN_MS, easing: 'ease-out' },
  ).onfinish = () => sign.remove();
}
