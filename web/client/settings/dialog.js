/**
 * The dialog with the settings of a room, on the front page and in a room.
 *
 * @import {Unfit} from './settings-form.js'
 */
import { part } from '../lib/dom.js';
import { showDialog } from '../lib/layer.js';
import { createSettingsForm } from './settings-form.js';

/**
 * Opens the dialog. It closes when the settings are accepted.
 *
 * @param {Parameters<typeof createSettingsForm>[0]} asked
 * @param {Unfit} [unfit] a setting that the server has rejected
 */
export function openSettings(asked, unfit) {
  const dialog = /** @type {HTMLDialogElement} */ (part('settings-dialog'));
  if (dialog.open) return;
  const form = createSettingsForm({
    ...asked,
    chosen: async (settings) => {
      const refused = await asked.chosen(settings);
      if (refused === null) dialog.close();
      return refused;
    },
  });
  part('settings-form').replaceChildren(form.element);
  part('settings-close').onclick = () => dialog.close();
  showDialog(dialog);
  if (unfit) form.complain(unfit);
}
