/**
 * Fields for a name. Most people start with a name that the server has made up, so their typing
 * replaces it.
 */
import { html } from './dom.js';

/** The maximum number of characters in a name. The server enforces the same limit. */
const NAME_CHARACTERS = 24;

/**
 * Creates a field for the reader's name that gets the focus when its dialog opens.
 *
 * @param {string} name the current name
 */
export function createNameField(name) {
  const field = html('input', {
    id: 'name-field',
    value: name,
    maxlength: NAME_CHARACTERS,
    required: true,
    autocomplete: 'nickname',
    enterkeyhint: 'go',
    dir: 'auto',
    translate: 'no',
    autofocus: true,
  });
  selectOnFocus(field);
  return field;
}

/**
 * Selects the content of a field whenever it gets the focus.
 *
 * @param {HTMLInputElement} field
 */
export function selectOnFocus(field) {
  let fresh = false;
  field.addEventListener('focus', () => {
    fresh = true;
    field.select();
    // WebKit places the caret after this event.
    setTimeout(() => {
      if (fresh) field.select();
    });
  });
  // The press that focused the field has placed the caret. A second press places it as usual, and a
  // drag selects.
  field.addEventListener('click', () => {
    if (fresh && field.selectionStart === field.selectionEnd) field.select();
    fresh = false;
  });
  field.addEventListener('keydown', () => {
    fresh = false;
  });
}
