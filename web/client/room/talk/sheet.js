/**
 * The sheet with the log and the chat on screens without space for them beside the board. It can be
 * opened and closed, and leaves the board visible.
 */
import { isDrawn, part, set } from '../../lib/dom.js';
import { openLayer } from '../../lib/layer.js';

/** The minimum height of the sheet in pixels, even in a low window. */
const LEAST = 160;

/**
 * @typedef {ReturnType<typeof createSheet>} Sheet
 */

/** @param {() => void} opened called when the sheet is open and can be read */
export function createSheet(opened) {
  const sheet = part('talk');
  const button = part('open-talk');

  /** Makes the sheet as high as the space below the board. */
  function fit() {
    const board = document.querySelector('.board-square')?.getBoundingClientRect();
    const below = innerHeight - Math.max(0, board?.bottom ?? 0);
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
    /** Opens the sheet on screens that have one. */
    open() {
      if (isDrawn(button) && !sheet.hasAttribute('data-open')) show();
    },
  };
}
