/**
 * Fields for a name. Most people come with a name that the server has made up: what they type replaces it.
 */

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
  // The press that gave it the focus has put the caret somewhere. A second one does so, and a drag selects.
  field.addEventListener('click', () => {
    if (fresh && field.selectionStart === field.selectionEnd) field.select();
    fresh = false;
  });
  field.addEventListener('keydown', () => {
    fresh = false;
  });
}
