/**
 * The panel that hides the page while the device goes from one player to another.
 *
 * @import {RoomContext} from '../context.js'
 */
import { createButton, html, paint, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';

/**
 * @param {RoomContext} context
 * @param {(seat: number) => void} take called when the player of the seat has the device
 */
export function createPanel(context, take) {
  const { text } = context;
  const sign = html('div', { class: 'pass-sign', 'aria-hidden': 'true' });
  const title = html('h2', { id: 'pass-title', tabindex: '-1' });
  const body = html('p', { id: 'pass-body' });
  const actions = html('div', { class: 'pass-actions' });
  const dialog = html(
    'dialog',
    { class: 'pass-panel', 'aria-labelledby': 'pass-title', 'aria-describedby': 'pass-body' },
    html('div', { class: 'pass-words' }, sign, title, body, actions),
  );
  // Only a player who says who they are opens the page again.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.preventDefault();
  });

  return {
    get isOpen() {
      return dialog.open;
    },

    /**
     * Hides the page and asks for the player of a seat.
     *
     * @param {number} seat
     * @param {number | null} other the seat of a player who may keep the device instead
     */
    show(seat, other) {
      const name = context.name(seat);
      const colour = context.state.view?.seats[seat]?.colour;
      paint(sign, colour && glyph(colour));
      write(title, text('guests.pass', { name }));
      write(body, text('guests.pass_body', { name }));
      const button = (/** @type {number} */ of, /** @type {string} */ look) =>
        createButton(
          { key: of, class: look, onclick: () => take(of) },
          html('span', {}, text('guests.take', { name: context.name(of) })),
        );
      paint(
        actions,
        button(seat, 'primary'),
        other !== null && other !== seat && button(other, 'quiet'),
      );
      if (dialog.open) return;
      document.body.append(dialog);
      dialog.showModal();
      actions.querySelector('button')?.focus();
    },

    hide() {
      if (!dialog.open) return;
      dialog.close();
      dialog.remove();
    },
  };
}
