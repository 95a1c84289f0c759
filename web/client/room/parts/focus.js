/** Keeps the focus on the page when it is redrawn. */
import { isDrawn, part } from '../../lib/dom.js';

/**
 * Redraws a part of the page, and moves the focus to the main content if the focused control has
 * disappeared. Otherwise the browser would move it to the top of the page.
 *
 * @param {() => void} draw
 */
export function keepingFocus(draw) {
  const before = document.activeElement;
  draw();
  // Nothing had the focus. Checking whether the whole page is visible would force a layout.
  if (before === null || before === document.body) return;
  const gone = !(before.isConnected && isDrawn(before));
  const now = document.activeElement;
  if (gone && (now === before || now === document.body))
    part('main').focus({ preventScroll: true });
}
