/**
 * The keys of a replay. While it is open, the board of the game does not take any. They work
 * everywhere on the page except in text fields and open dialogs.
 */

/** The keys with which the reader moves on the page or presses a focused button. */
const OF_THE_PAGE = ['Tab', 'Shift', 'PageUp', 'PageDown', 'F5'];

/**
 * @param {object} on
 * @param {(by: 1 | -1) => void} on.step
 * @param {() => void} on.skip
 * @returns {() => void} a function that removes the listener
 */
export function listenToReplayKeys({ step, skip }) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key, target } = event;
    const at = target instanceof Element ? target : null;
    if (at?.closest('dialog[open], input, textarea, select, [role="tab"], [contenteditable]'))
      return;
    // Whatever the key means to the board, it does not mean it to a position of the past.
    event.stopPropagation();
    const presses = key === 'Enter' || key === ' ';
    if (OF_THE_PAGE.includes(key) || (presses && at?.closest('button, a, summary'))) return;
    if (key === 'ArrowLeft') step(-1);
    else if (key === 'ArrowRight') step(1);
    else if (key === 'Escape' || presses) skip();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', listener, { capture: true });
  return () => removeEventListener('keydown', listener, { capture: true });
}
