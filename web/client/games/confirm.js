/**
 * The sign on a board by which a finger or a mouse confirms what is put together there.
 */
import { svg } from '../lib/dom.js';

/**
 * @param {() => void} press
 * @returns {SVGGElement} around the origin
 */
export function drawCheck(press) {
  const check = svg(
    'g',
    { class: 'confirm' },
    svg('circle', { class: 'confirm-reach', r: 27 }),
    svg('circle', { class: 'confirm-face', r: 18 }),
    svg('path', { class: 'confirm-tick', d: 'M-8 0.5L-2.5 6.5L8.5 -6' }),
  );
  check.addEventListener('click', (event) => {
    event.stopPropagation();
    press();
  });
  return check;
}
