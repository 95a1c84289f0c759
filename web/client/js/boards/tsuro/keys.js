/**
 * The keys that work anywhere on the page, as long as nobody is writing.
 */

/**
 * @typedef {object} KeyEvents each says whether the key was of use
 * @property {(index: number) => boolean} choose a tile of the hand, from 0
 * @property {(by: 1 | -1) => boolean} turn
 * @property {() => boolean} fork sets out by the other path
 * @property {(fresh: boolean) => boolean} confirm `fresh` says whether it may begin a decision too
 * @property {() => boolean} undo
 * @property {() => boolean} help shows which keys there are
 */

/**
 * Listens to the keys of the board.
 *
 * @param {HTMLElement} board
 * @param {KeyEvents} on
 * @returns {() => void} stops listening
 */
export function listenToKeys(board, on) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, [contenteditable], dialog')) return;
    if (take(event, on, place(board, target))) event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/**
 * What Enter on that element means for the board: nothing where it would press something else; on
 * a square other than the one to be filled it only ends what has been begun.
 *
 * @param {HTMLElement} board
 * @param {Element | null} target
 * @returns {'elsewhere' | 'square' | 'target'}
 */
function place(board, target) {
  if (!target || target === document.body) return 'square';
  if (!board.contains(target) || target.closest('button, a, summary')) return 'elsewhere';
  return target.matches('.cell.target') ? 'target' : 'square';
}

/**
 * @param {KeyboardEvent} event
 * @param {KeyEvents} on
 * @param {'elsewhere' | 'square' | 'target'} where
 * @returns {boolean} whether the key was of use
 */
function take(event, on, where) {
  switch (event.key) {
    case '1':
    case '2':
    case '3':
      return on.choose(Number(event.key) - 1);
    case 'r':
    case 'R':
      return on.turn(event.shiftKey ? -1 : 1);
    case 'p':
    case 'P':
      return on.fork();
    case 'Escape':
      return on.undo();
    case '?':
      return on.help();
    case 'Enter':
      return where !== 'elsewhere' && !event.repeat && on.confirm(where === 'target');
    default:
      return false;
  }
}
