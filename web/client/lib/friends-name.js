/**
 * The dialog for the reader's own name, before friends see one that the server has made up.
 *
 * @import {Text} from './text.js'
 */
import { ask, fieldForm } from './dialog.js';
import { createButton, html } from './dom.js';
import { createNameField } from './name-field.js';

/**
 * Asks a reader with a name that the server has made up for their own, before friends see it.
 *
 * @param {Text} text
 * @param {string} name the current name
 * @returns {Promise<string | null>} the name, which may still be the current one, or `null` if the
 *   reader has closed the dialog
 */
export function askFriendsName(text, name) {
  return ask(text('name.friends'), (end) => [
    fieldForm(
      text('name.label'),
      createNameField(name),
      (given) => end(given === '' ? name : given),
      [
        createButton({ class: 'quiet', onclick: () => end(name) }, text('name.skip')),
        html('button', { type: 'submit', class: 'primary' }, text('name.go_on')),
      ],
    ),
  ]);
}
