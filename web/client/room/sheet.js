/**
 * Log and chat where there is no place for them beside the board: a sheet that is opened and closed, and leaves the
 * board in sight.
 */
import { part, set } from '../lib/dom.js';

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

  /** @param {boolean} open */
  function show(open) {
    set(sheet, { 'data-open': open });
    set(button, { 'aria-expanded': String(open) });
    if (!open) return;
    fit();
    opened();
  }

  function close() {
    const within = sheet.contains(document.activeElement);
    show(false);
    if (within) button.focus();
  }

  button.addEventListener('click', () => {
    if (sheet.hasAttribute('data-open')) {
      close();
      return;
    }
    show(true);
    for (const tab of sheet.querySelectorAll('[role="tab"][aria-selected="true"]'))
      if (tab instanceof HTMLElement) tab.focus();
  });
  part('close-talk').addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const opened = sheet.hasAttribute('data-open') && button.checkVisibility();
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
      if (button.checkVisibility() && !sheet.hasAttribute('data-open')) show(true);
    },
  };
}
