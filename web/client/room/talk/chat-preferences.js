/**
 * The dialog for the reader's preferences about the chat. For the host it contains the switch that
 * restricts the chat to players.
 *
 * @import {ChatWishes} from './chat-wishes.js'
 * @import {RoomContext} from '../context.js'
 */
import { inform } from '../../lib/dialog.js';
import { createButton, html, paint } from '../../lib/dom.js';

/**
 * Shows the dialog until it is closed.
 *
 * @param {RoomContext} context
 * @param {ChatWishes} wishes
 */
export async function askPreferences(context, wishes) {
  const { text } = context;
  const place = html('div', { class: 'chat-wishes' });
  const draw = () => paint(place, drawSwitches(context, wishes), drawMuted(text, wishes, draw));
  draw();
  await inform(text, text('chat.wishes'), [place], null);
}

/**
 * @param {RoomContext} context
 * @param {ChatWishes} wishes
 */
function drawSwitches({ text, issue, state: { you, view } }, wishes) {
  const one = (
    /** @type {string} */ id,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ change,
  ) =>
    html(
      'p',
      { key: id, class: 'switch' },
      html('input', {
        type: 'checkbox',
        id: `chat-${id}`,
        checked,
        onchange: (/** @type {Event} */ event) =>
          change(/** @type {HTMLInputElement} */ (event.target).checked),
      }),
      html('label', { for: `chat-${id}` }, text(`chat.${id}`)),
    );
  return [
    one('hide', wishes.hidden, (on) => wishes.hide(on)),
    you?.host === true &&
      one('hush', view?.hushed === true, (hushed) => void issue({ type: 'hush', hushed })),
  ];
}

/**
 * @param {RoomContext['text']} text
 * @param {ChatWishes} wishes
 * @param {() => void} changed called when a person is no longer muted
 */
function drawMuted(text, wishes, changed) {
  const undo = (/** @type {string} */ person) => () => {
    wishes.unmute(person);
    changed();
  };
  return wishes.muted.map(({ person, name }) =>
    html(
      'p',
      { key: person, class: 'muted-one' },
      html('span', { dir: 'auto', translate: 'no' }, name),
      createButton({ onclick: undo(person) }, text('mute.undo')),
    ),
  );
}
