/**
 * What one says to the room.
 *
 * @import {ChatLine} from '../protocol.js'
 */
import { createChatLines } from './log.js';

/**
 * @typedef {ReturnType<typeof createChat>} Chat
 */

/**
 * @param {object} parts
 * @param {HTMLElement} parts.list
 * @param {HTMLFormElement} parts.form with a field named `text`
 * @param {(said: string) => boolean} parts.say whether it could be sent
 * @param {() => void} parts.unsent called when there is no connection to send it with
 */
export function createChat({ list, form, say, unsent }) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const show = createChatLines(list);
  let last = '';

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const said = field.value.trim();
    if (said === '') return;
    if (!say(said)) {
      unsent();
      return;
    }
    last = said;
    field.value = '';
  });

  return {
    /** @param {ChatLine[]} lines */
    show: (lines) => show(lines),

    /** The last message was refused: it comes back, unless another has been begun. */
    refused() {
      if (field.value === '') field.value = last;
    },
  };
}
