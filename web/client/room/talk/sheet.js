/**
 * The sheet with the log and the chat: on screens without space for them beside the board, and
 * before a game on every screen. It can be opened and closed, and leaves the board visible.
 */
import { isDrawn, part, set } from '../../lib/dom.js';
import { openLayer } from '../../lib/layer.js';

/** The minimum height of the sheet in pixels, even in a low window. */
const LEAST = 160;
/** The share of the window that the sheet takes where there is no board. */
const SHARE = 0.6;

/**
 * @typedef {ReturnType<typeof createSheet>} Sheet
 */

/** @param {() => void} opened called when the sheet is open and can be read */
export function createSheet(opened) {
  const sheet = part('talk');
  const button = part('open-talk');
  const isOpen = () => sheet.hasAttribute('data-open');

  /** Makes the sheet as high as the space below the board. */
  function fit() {
    const board = document.querySelector('.board-square')?.getBoundingClientRect();
    const below = board?.height ? innerHeight - Math.max(0, board.bottom) : innerHeight * SHARE;
    sheet.style.setProperty('--sheet', `${Math.max(LEAST, Math.floor(below) - 4)}px`);
  }

  /** Reports that the sheet was closed. */
  let closed = async () => {};

  function show() {
    set(sheet, { 'data-open': true });
    set(button, { 'aria-expanded': 'true' });
    closed = openLayer(close);
    fit();
    opened();
  }

  function close() {
    const within = sheet.contains(document.activeElement);
    set(sheet, { 'data-open': false });
    set(button, { 'aria-expanded': 'false' });
    void closed();
    if (within) button.focus();
  }

  /** Moves the focus to the open tab. */
  function focusTab() {
    for (const tab of sheet.querySelectorAll('[role="tab"][aria-selected="true"]'))
      if (tab instanceof HTMLElement) tab.focus();
  }

  button.addEventListener('click', () => {
    if (isOpen()) {
      close();
      return;
    }
    // Beside the board the log and the chat are always visible.
    if (isDrawn(sheet)) opened();
    else show();
    focusTab();
  });
  part('close-talk').addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isOpen()) return;
    // The key closes the dialog over the sheet first.
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    close();
  });
  addEventListener('resize', () => {
    if (isOpen()) fit();
  });
  return {
    /** Opens the sheet where the log and the chat are not visible. */
    open() {
      if (!isOpen() && !isDrawn(sheet)) show();
    },

    /** Closes the sheet, for example because the board takes its place. */
    close() {
      if (isOpen()) close();
    },
  };
}
