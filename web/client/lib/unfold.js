/**
 * Scrolls a details element into view when the reader opens it.
 */

/** Starts to watch all details elements of the page, including later ones. */
export function watchUnfolding() {
  /** The details element whose summary was clicked last. @type {Element | null} */
  let pressed = null;
  document.addEventListener('click', ({ target }) => {
    pressed = target instanceof Element ? (target.closest('summary')?.parentElement ?? null) : null;
  });
  // Toggle events do not bubble, so the listener uses the capture phase.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      // An element that the page opens itself does not scroll.
      const asked = target === pressed || target.contains(document.activeElement);
      if (asked) target.scrollIntoView({ block: 'nearest' });
    },
    true,
  );
}
