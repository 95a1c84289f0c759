/**
 * The keys of an open review. They work everywhere on the page except in text fields and open
 * dialogs.
 */

/**
 * @param {object} on
 * @param {(by: 1 | -1) => void} on.step
 * @param {(by: 1 | -1) => void} on.costly
 * @param {() => void} on.close
 * @returns {() => void} a function that removes the listener
 */
export function listenToReviewKeys({ step, costly, close }) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('dialog[open], textarea, select, [role="tab"], [contenteditable]')) return;
    const slides = target?.matches('input[type="range"]') ?? false;
    if (target?.matches('input') && !slides) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const by = event.key === 'ArrowRight' ? 1 : -1;
      if (event.shiftKey) costly(by);
      // The slider takes the arrow keys itself.
      else if (slides) return;
      else step(by);
    } else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
