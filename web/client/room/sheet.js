/**
 * Log and chat where there is no place for them beside the board: a sheet that is opened and closed, and leaves the
 * board in sight.
 */
import { isDrawn, part, set } from '../lib/dom.js';
import { openLayer } from '../lib/layer.js';

/** Pixels that a sheet has at least, however low the window. */
const LEAST = 160;

/**
 * @typedef {ReturnType<typeof createSheet>} Sheet
 */

/**
 * @param {() => void} opened the sheet is open, and can be read
 */
export function createSheet(opened) {
  const sheet = part('talk');
  const button = part('open-talk');

  /** Makes the sheet as high as what is below the board. */
  function fit() {
    const board = document.querySelector('.board-square')?.getBoundingClientRect();
    const below = innerHeight - Math.max(0, board?.bottom ?? 0);
    sheet.style.setProperty('--sheet', `${Math.max(LEAST, Math.floor(below) - 4)}px`);
  }

  /** Says that it has been closed. */
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

  button.addEventListener('click', () => {
    if (sheet.hasAttribute('data-open')) {
      close();
      return;
    }
    show();
    for (const tab of sheet.querySelectorAll('[role="tab"][aria-selected="true"]'))
      if (tab instanceof HTMLElement) tab.focus();
  });
  part('close-talk').addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const opened = sheet.hasAttribute('data-open') && isDrawn(button);
    if (event.key !== 'Escape' || event.defaultPrevented || !opened) return;
    event.preventDefault();
    close();
  });
  addEventListener('resize', () => {
    if (sheet.hasAttribute('data-open')) fit();
  });
  return {
    /** Opens it where it is one. */
    open() {
      if (isDrawn(button) && !sheet.hasAttribute('data-open')) show();
    },
  };
}
