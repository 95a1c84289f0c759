/** Turns the chosen tile with a mouse wheel. */

/** The distance that the wheel must turn before the tile turns by one step, in pixels. */
const STEP = 40;

/**
 * Listens to the wheel over an element.
 *
 * @param {HTMLElement} element
 * @param {object} on
 * @param {(over: Element) => boolean} on.takes returns whether the wheel turns a tile there;
 *   elsewhere it scrolls the page
 * @param {(by: 1 | -1) => void} on.turn
 */
export function listenToWheel(element, on) {
  let turned = 0;
  element.addEventListener(
    'wheel',
    (event) => {
      // With Ctrl the wheel zooms the page.
      if (event.ctrlKey || event.deltaY === 0) return;
      if (!(event.target instanceof Element) || !on.takes(event.target)) return;
      event.preventDefault();
      turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : STEP);
      if (Math.abs(turned) < STEP) return;
      on.turn(turned > 0 ? 1 : -1);
      turned = 0;
    },
    { passive: false },
  );
}
