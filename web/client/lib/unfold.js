/**
 * What somebody unfolds comes into sight, wherever on the page its beginning stands.
 */

/** Begins to listen, for whatever is on the page now or later. */
export function watchUnfolding() {
  /** What was pressed last. @type {Element | null} */
  let pressed = null;
  document.addEventListener('click', ({ target }) => {
    pressed = target instanceof Element ? (target.closest('summary')?.parentElement ?? null) : null;
  });
  // It tells only those who listen on the way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      // What the page unfolds by itself moves nothing.
      const asked = target === pressed || target.contains(document.activeElement);
      if (asked) target.scrollIntoView({ block: 'nearest' });
    },
    true,
  );
}
