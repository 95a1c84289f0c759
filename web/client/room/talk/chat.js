/**
 * The chat of a room: messages, emotes, and the reader's preferences.
 *
 * @import {ChatLine} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { confirm, inform } from '../../lib/dialog.js';
import { html, paint, part, write } from '../../lib/dom.js';
import { showBubble } from './bubbles.js';
import { ChatWishes } from './chat-wishes.js';
import { createEmotes } from './emotes.js';
import { createChatLines } from './log.js';

/**
 * @typedef {ReturnType<typeof createChat>} Chat
 */

/**
 * Creates the chat of the room page.
 *
 * @param {RoomContext} context
 * @param {() => void} unsent called when a message can't be sent for lack of a connection
 */
export function createChat(context, unsent) {
  const { text, say } = context;
  const form = /** @type {HTMLFormElement} */ (part('chat-form'));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const wishes = new ChatWishes(context.world.storage, context.room);
  const isOwn = (/** @type {ChatLine} */ { person }) => person === context.state.you?.person;
  const showLines = createChatLines(part('chat-lines'), text, { isOwn, mute });
  let last = '';
  /** All chat lines, including hidden ones. @type {ChatLine[]} */
  let all = [];

  const emotes = createEmotes(text, (emote) => {
    if (!say({ type: 'emote', emote })) unsent();
  });
  emotes.hidden = true;
  form.before(emotes);
  const opener = part('open-emotes');
  opener.addEventListener('click', () => {
    emotes.hidden = !emotes.hidden;
    opener.setAttribute('aria-expanded', String(!emotes.hidden));
  });
  part('chat-wishes').addEventListener('click', () => void askWishes());

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const said = field.value.trim();
    if (said === '') return;
    if (!say({ type: 'chat', text: said })) {
      unsent();
      return;
    }
    last = said;
    field.value = '';
  });

  function show() {
    showLines(wishes.wanted(all));
    part('chat-lines').hidden = wishes.hidden;
    // The button for the preferences stays, because it can show the chat again.
    for (const one of form.elements) {
      if (one !== part('chat-wishes')) /** @type {HTMLElement} */ (one).hidden = wishes.hidden;
    }
    if (wishes.hidden) emotes.hidden = true;
    follow();
  }

  /** Enables or disables the input, depending on whether the reader may write now. */
  function follow() {
    const { you, view } = context.state;
    const mayTalk = !view?.hushed || you?.host === true || you?.seat != null;
    // A message in the field stays until the reader may write again.
    for (const one of [field, opener, part('chat-send'), ...emotes.children]) {
      /** @type {HTMLButtonElement} */ (one).disabled = !mayTalk;
    }
    const quiet = mayTalk ? '' : text('problem.hushed');
    write(part('chat-note'), wishes.hidden ? text('chat.hidden') : quiet);
  }

  /** @param {ChatLine} line */
  async function mute({ person, name }) {
    if (!(await confirm(text, 'mute', { name }))) return;
    wishes.mute({ person, name });
    show();
  }

  /**
   * Shows the dialog for the reader's preferences and, for the host, the switch that restricts the
   * chat to players.
   */
  async function askWishes() {
    const place = html('div', { class: 'chat-wishes' });
    const draw = () => paint(place, switches(), mutedOnes(draw));
    draw();
    await inform(text, text('chat.wishes'), [place], null);
    show();
  }

  function switches() {
    const { you, view } = context.state;
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
        one(
          'hush',
          view?.hushed === true,
          (hushed) => void context.issue({ type: 'hush', hushed }),
        ),
    ];
  }

  /** @param {() => void} changed */
  function mutedOnes(changed) {
    return wishes.muted.map(({ person, name }) =>
      html(
        'p',
        { key: person, class: 'muted-one' },
        html('span', { dir: 'auto', translate: 'no' }, name),
        html(
          'button',
          {
            type: 'button',
            onclick: () => {
              wishes.unmute(person);
              changed();
            },
          },
          text('mute.undo'),
        ),
      ),
    );
  }

  return {
    /**
     * @param {ChatLine[]} lines all known lines
     * @param {ChatLine[]} fresh the lines that are new
     * @returns {number} the number of new lines that the reader wants to see
     */
    show(lines, fresh) {
      all = lines;
      show();
      const heard = wishes.wanted(fresh);
      for (const line of heard) if (line.emote) showBubble(line, line.emote, context.state.view);
      const words = heard.filter((line) => !isOwn(line)).map((line) => sayLine(line, text));
      if (words.length > 0) context.announce(words.join(' '));
      return heard.length;
    },

    /** Restores the last message after it was rejected, unless another one has been started. */
    refused() {
      if (field.value === '') field.value = last;
    },

    follow,
  };
}

/**
 * Returns the sentence that reads a chat line aloud.
 *
 * @param {ChatLine} line
 * @param {RoomContext['text']} text
 */
function sayLine({ name, text: said, emote }, text) {
  const what = emote === undefined ? (said ?? '') : text(`emote.${emote}`);
  return text('chat.heard', { name, what });
}
