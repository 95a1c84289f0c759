/**
 * The form of the chat: the field for messages, and the emotes.
 *
 * @import {RoomContext} from '../context.js'
 */
import { part } from '../../lib/dom.js';
import { createEmotes } from './emotes.js';

export class ChatForm {
  #form = /** @type {HTMLFormElement} */ (part('chat-form'));
  #field = /** @type {HTMLInputElement} */ (this.#form.elements.namedItem('text'));
  #opener = part('open-emotes');
  #emotes;
  /** The last message that was sent. */
  #last = '';

  /**
   * @param {RoomContext} context
   * @param {() => void} unsent called when a message can't be sent for lack of a connection
   */
  constructor({ text, say }, unsent) {
    this.#emotes = createEmotes(text, (emote) => {
      if (!say({ type: 'emote', emote })) unsent();
    });
    this.#emotes.hidden = true;
    this.#form.before(this.#emotes);
    this.#opener.addEventListener('click', () => {
      this.#emotes.hidden = !this.#emotes.hidden;
      this.#opener.setAttribute('aria-expanded', String(!this.#emotes.hidden));
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const said = this.#field.value.trim();
      if (said === '') return;
      if (!say({ type: 'chat', text: said })) {
        unsent();
        return;
      }
      this.#last = said;
      this.#field.value = '';
    });
  }

  /**
   * Hides or shows the form. The button for the preferences stays, because it can show the chat
   * again.
   *
   * @param {boolean} hidden
   */
  hide(hidden) {
    for (const one of this.#form.elements) {
      if (one !== part('chat-wishes')) /** @type {HTMLElement} */ (one).hidden = hidden;
    }
    if (hidden) this.#emotes.hidden = true;
  }

  /**
   * Enables or disables the input. A message in the field stays until the reader may write again.
   *
   * @param {boolean} mayTalk
   */
  enable(mayTalk) {
    for (const one of [this.#field, this.#opener, part('chat-send'), ...this.#emotes.children]) {
      /** @type {HTMLButtonElement} */ (one).disabled = !mayTalk;
    }
  }

  /** Restores the last message, unless another one has been started. */
  restore() {
    if (this.#field.value === '') this.#field.value = this.#last;
  }
}
