/**
 * Makes an element inert or active again: nothing in it can be pressed, and nothing in it takes the focus. Safari has the
 * attribute since version 15.5, Chrome since 102 and Firefox since 112; in a browser before them the style sheet stops
 * the pointer, and this module the focus.
 */
import { set } from './dom.js';

let watched = false;

/**
 * @param {Element} element
 * @param {boolean} inert
 */
export function setInert(element, inert) {
  set(element, { inert });
  if (watched || 'inert' in HTMLElement.prototype) return;
  watched = true;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('[inert]'))
      /** @type {HTMLElement | SVGElement} */ (target).blur();
  });
}
