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
 * Shows the name in a field. A reader who is already in the field replaces it by typing.
 *
 * @param {HTMLInputElement} field
 * @param {string} name
 */
export function showName(field, name) {
  field.value = name;
  if (document.activeElement === field) field.select();
}

/**
 * Selects the content of a field whenever it gets the focus.
 *
 * @param {HTMLInputElement} field
 */
export function selectOnFocus(field) {
  let fresh = false;
  // Whether the browser may place the caret after the event that gave the focus.
  let unsettled = false;
  const settle = () => {
    if (!unsettled) return;
    unsettled = false;
    if (field.selectionStart === field.selectionEnd) field.select();
  };
  const unsettle = () => {
    unsettled = true;
    // On a busy device a key may come before the timer, and settles as well.
    setTimeout(settle);
  };
  field.addEventListener('focus', () => {
    fresh = true;
    field.select();
    // WebKit places the caret after this event.
    unsettle();
  });
  // The first press in the field has placed the caret. A second press places it as usual, and a
  // drag selects.
  field.addEventListener('click', () => {
    if (!fresh) return;
    fresh = false;
    // Chrome places the caret after this event where the press was on selected text.
    unsettle();
  });
  field.addEventListener('keydown', () => {
    fresh = false;
    settle();
  });
}
