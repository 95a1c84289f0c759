/**
 * The keys that work anywhere on the page, as long as nobody is writing.
 */

/**
 * @typedef {'elsewhere' | 'square' | 'target'} Place where Enter is pressed: on something of its own, on a square, or
 *   on a square that can be chosen now
 */

/**
 * Listens to the keys of a board.
 *
 * @param {HTMLElement} board
 * @param {(event: KeyboardEvent, where: Place) => boolean} take says whether the key was of use
 * @returns {() => void} stops listening
 */
export function listenToKeys(board, take) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, [contenteditable], dialog')) return;
    if (take(event, placeOf(board, target))) event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/**
 * What Enter on that element means for the board: nothing where it would press something else; on
 * a square other than one to be chosen it only ends what has been begun.
 *
 * @param {HTMLElement} board
 * @param {Element | null} target
 * @returns {Place}
 */
function placeOf(board, target) {
  if (!target || target === document.body) return 'square';
  if (!board.contains(target) || target.closest('button, a, summary')) return 'elsewhere';
  return target.matches('.cell.target') ? 'target' : 'square';
}
