/**
 * Makes an element inert or active again. In an inert element nothing can be pressed or focused.
 * Safari has the attribute since version 15.5, Chrome since 102 and Firefox since 112. In older
 * browsers the style sheet blocks the pointer, and this module blocks the focus.
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
