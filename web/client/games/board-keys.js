/**
 * Listens to the keys of a board, and moves the focus to its squares after those that lead there.
 *
 * @import {Press} from '../lib/keys.js'
 */
import { pressesOf } from '../lib/keys.js';

/** Matches a mark outside the squares, of which one can be selected. */
const MARK = '[role="radio"]';

/**
 * @typedef {'elsewhere' | 'square' | 'target'} Place the place where the viewer presses Enter: on a
 *   control of its own (`elsewhere`), on a square, or on a square that can be chosen now (`target`)
 */

/**
 * @typedef {object} KeyBoard the board that the keys control
 * @property {HTMLElement} element
 * @property {HTMLElement} square
 * @property {{ scene: { cells: { focus: (cell?: string) => void } } } | null} stage
 * @property {string} boardKeys the letters whose keys lead to the squares, so that the arrow keys
 *   work after them
 * @property {boolean} decides whether the viewer has a decision to make
 * @property {() => string | null} draftedSquare returns the square that the draft concerns
 * @property {() => boolean} hasFocus
 */

/**
 * Listens to the keys of a board. They work everywhere on the page except in text fields and open
 * dialogs.
 *
 * @param {KeyBoard} board
 * @param {(press: Press, where: Place) => boolean} take handles a key; returns whether the board
 *   used it
 * @returns {() => void} a function that removes the listener
 */
export function listenToKeys(board, take) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, [contenteditable], dialog[open]')) return;
    if (board.element.closest('[inert]')) return;
    const where = placeOf(board.element, target);
    const isFree = !target || target === document.body || target.id === 'main';
    const arrives =
      isFree && event.key.startsWith('Arrow') && !event.shiftKey && enter(board, event);
    const takes = (/** @type {Press} */ press) => {
      const used = take(press, where);
      if (used) follow(board, press);
      return used;
    };
    if (arrives || pressesOf(event).some(takes)) event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/**
 * Moves the focus to the squares after one of the keys that lead there. A tile of the hand and a
 * square keep the focus, because the key concerns them. A mark passes it on to the selected mark.
 *
 * @param {KeyBoard} board
 * @param {Press} press
 */
function follow(board, { key }) {
  const now = document.activeElement;
  const leads = key.length === 1 && board.boardKeys.includes(key);
  const keeps = now?.closest('.board-picture, .board-hand, dialog') && !now.matches(MARK);
  if (leads && !keeps) focusSquares(board);
}

/**
 * Moves the focus to the marks or squares, if possible to the one that the draft concerns.
 *
 * @param {KeyBoard} board
 */
function focusSquares(board) {
  const mark = board.square.querySelector(`${MARK}[tabindex="0"]`);
  if (mark instanceof SVGElement) mark.focus({ preventScroll: true });
  else board.stage?.scene.cells.focus(board.draftedSquare() ?? undefined);
}

/**
 * Moves the focus to the squares or marks when the viewer presses an arrow key elsewhere on their
 * turn, and lets the key take effect there. Returns whether it is their turn.
 *
 * @param {KeyBoard} board
 * @param {KeyboardEvent} event
 */
function enter(board, { key }) {
  if (!board.decides) return false;
  focusSquares(board);
  if (board.hasFocus())
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  return true;
}

/**
 * Returns the meaning of Enter on an element for the board. It is `elsewhere` where Enter would
 * press another control. On a square that is not a target, Enter only commits a draft that has been
 * started.
 *
 * @param {HTMLElement} board
 * @param {Element | null} target
 * @returns {Place}
 */
function placeOf(board, target) {
  if (!target || target === document.body) return 'square';
  if (target.closest('button, a, summary')) return 'elsewhere';
  // An element that only a script can focus, such as a heading, cannot be pressed.
  if (!board.contains(target)) return target.matches('[tabindex="-1"]') ? 'square' : 'elsewhere';
  return target.matches('.cell.target') ? 'target' : 'square';
}
