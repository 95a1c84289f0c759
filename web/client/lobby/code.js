/**
 * The field on the front page for the code or the link of a room.
 *
 * @import {Text} from '../lib/text.js'
 */
import { part, write } from '../lib/dom.js';
import { roomPathOf } from '../lib/room-code.js';

/** @param {Text} text */
export function watchCode(text) {
  const field = /** @type {HTMLInputElement} */ (part('code-field'));
  const refused = part('code-refused');
  part('code').addEventListener('submit', (event) => {
    event.preventDefault();
    const path = roomPathOf(field.value);
    if (path !== null) {
      location.assign(path);
      return;
    }
    write(refused, text('code.refused'));
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    field.select();
  });
  field.addEventListener('input', () => {
    write(refused, '');
    field.removeAttribute('aria-invalid');
  });
}
