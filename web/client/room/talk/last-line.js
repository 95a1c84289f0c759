/**
 * Shows the last line of the chat for some seconds below the button that opens the chat, to a
 * reader who doesn't see the chat.
 *
 * @import {ChatLine} from '../../protocol.js'
 */
import { html } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { drawEmote } from './emotes.js';

/** The time in milliseconds that a line is visible. */
const SEEN_MS = 5_000;

/** @typedef {ReturnType<typeof createLastLine>} LastLine */

/**
 * @param {() => void} chosen called when the reader presses the line
 */
export function createLastLine(chosen) {
  let shown = /** @type {HTMLElement | null} */ (null);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;

  function hide() {
    clearTimeout(fading);
    shown?.remove();
    shown = null;
  }

  return {
    hide,

    /**
     * Shows a line in place of the previous one. It is not exposed to screen readers, which have
     * read the line already; the button above it opens the chat as well.
     *
     * @param {ChatLine} line
     */
    show({ name, colour, text: said, emote }) {
      hide();
      shown = html(
        'div',
        {
          class: 'last-line',
          'aria-hidden': 'true',
          onclick: () => {
            hide();
            chosen();
          },
        },
        colour !== null && html('span', { class: 'seat-sign' }, glyph(colour)),
        html(
          'p',
          {},
          html('strong', { dir: 'auto', translate: 'no' }, name),
          ' ',
          said !== undefined && html('span', { dir: 'auto' }, said),
          emote && drawEmote(emote),
        ),
      );
      document.body.append(shown);
      fading = setTimeout(hide, SEEN_MS);
    },
  };
}
