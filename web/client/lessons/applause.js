/**
 * The applause at the end of a lesson: pieces in the colours of the players that fly up from the
 * explanation and fall.
 *
 * @import {Colour} from '../protocol.js'
 */
import { html } from '../lib/dom.js';

/** The duration in milliseconds. */
const LASTS = 1_500;
/** The highest flight of a piece, and the farthest fall below its start, in pixels. */
const [RISE, FALL] = [130, 170];

/**
 * Applauds at an element, unless the reader prefers reduced motion or the page is hidden.
 *
 * @param {Element} at
 * @param {readonly Colour[]} colours
 * @param {number} pieces
 */
export function applaud(at, colours, pieces) {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, width, bottom } = at.getBoundingClientRect();
  const layer = html('div', { class: 'applause', 'aria-hidden': 'true' });
  document.body.append(layer);
  for (let number = 0; number < pieces; number += 1) {
    const piece = html('i', { class: `applause-piece ink-${colours[number % colours.length]}` });
    piece.style.setProperty('--from', `${left + (width * (number + 0.5)) / pieces}px`);
    piece.style.setProperty('--top', `${bottom}px`);
    layer.append(piece);
    fly(piece, number / pieces - 0.5, 0.5 + Math.random() / 2);
  }
  setTimeout(() => layer.remove(), LASTS);
}

/**
 * @param {HTMLElement} piece
 * @param {number} aside the direction, from -0.5 to the left to 0.5 to the right
 * @param {number} far the share of the greatest height
 */
function fly(piece, aside, far) {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ turns) =>
    `translate(${160 * aside * x}px, ${y}px) rotate(${turns}turn)`;
  const turns = (Math.random() - 0.5) * 4;
  piece.animate(
    [
      { transform: at(0, 0, 0), opacity: 1, easing: 'cubic-bezier(0.1, 0.7, 0.4, 1)' },
      { transform: at(1, -RISE * far, turns / 2), opacity: 1, offset: 0.4, easing: 'ease-in' },
      { transform: at(1.6, FALL * far, turns), opacity: 0 },
    ],
    { duration: LASTS * (0.7 + 0.3 * far), fill: 'forwards' },
  );
}
