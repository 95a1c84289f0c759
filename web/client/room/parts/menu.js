/**
 * The menu of the game: everything that concerns the room and its people while a game runs.
 */
import { part } from '../../lib/dom.js';
import { showChoices } from '../../lib/layer.js';

/** Connects the button in the bar with the menu, which closes after each choice. */
export function createMenu() {
  /** @type {HTMLDialogElement} */
  const dialog = part('menu-dialog');
  part('open-menu').addEventListener('click', () => {
    part('menu-items').after(part('shuffle-fold'));
    showChoices(dialog, part('menu-items'));
  });
  part('menu-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // After the game the shuffle is explained on the page.
  dialog.addEventListener('close', () => part('aftermath').append(part('shuffle-fold')));
}
