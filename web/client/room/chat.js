/**
 * What one says to the room, with words or without, and whom one wants to hear.
 *
 * @import {ChatLine, Emote} from '../protocol.js'
 * @import {Table} from './page.js'
 */
import { confirm, inform } from '../lib/dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { showBubble } from './bubbles.js';
import { ChatWishes } from './chat-wishes.js';
import { createEmotes } from './emotes.js';
import { createChatLines } from './log.js';

/**
 * @typedef {ReturnType<typeof createChat>} Chat
 */

/**
 * @param {Table} table
 * @param {object} way
 * @param {(said: string) => boolean} way.say whether it could be sent
 * @param {(emote: Emote) => boolean} way.emote the same without words
 * @param {() => void} way.unsent called when there is no connection to send it with
 */
export function createChat(table, { say, emote, unsent }) {
  const { text } = table;
  const form = /** @type {HTMLFormElement} */ (part('chat-form'));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const wishes = new ChatWishes(() => localStorage, table.room);
  const showLines = createChatLines(part('chat-lines'), text, (line) => void mute(line));
  let last = '';
  /** All that was said. @type {ChatLine[]} */
  let all = [];

  const emotes = createEmotes(text, (one) => {
    if (!emote(one)) unsent();
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
    if (!say(said)) {
      unsent();
      return;
    }
    last = said;
    field.value = '';
  });

  function show() {
    showLines(wishes.wanted(all));
    part('chat-lines').hidden = wishes.hidden;
    // The way back stays.
    for (const one of form.elements) {
      if (one !== part('chat-wishes')) /** @type {HTMLElement} */ (one).hidden = wishes.hidden;
    }
    if (wishes.hidden) emotes.hidden = true;
    write(part('chat-note'), note());
  }

  /** Why there is nothing to read, or nothing to write. */
  function note() {
    const { you, view } = table.state;
    if (wishes.hidden) return text('chat.hidden');
    const mayTalk = !view?.hushed || you?.host === true || you?.seat != null;
    return mayTalk ? '' : text('problem.hushed');
  }

  /** @param {ChatLine} line */
  async function mute({ person, name }) {
    if (person === table.state.you?.person || !(await confirm(text, 'mute', { name }))) return;
    wishes.mute({ person, name });
    show();
  }

  /** Asks whom the reader wants to hear, and the host who may talk. */
  async function askWishes() {
    const place = html('div', { class: 'chat-wishes' });
    const draw = () => paint(place, switches(), mutedOnes(draw));
    draw();
    await inform(text, text('chat.wishes'), [place], null);
    show();
  }

  function switches() {
    const { you, view } = table.state;
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
        one('hush', view?.hushed === true, (hushed) => void table.issue({ type: 'hush', hushed })),
    ];
  }

  /** @param {() => void} changed */
  function mutedOnes(changed) {
    return wishes.muted.map(({ person, name }) =>
      html(
        'p',
        { key: person, class: 'muted-one' },
        html('span', { dir: 'auto' }, name),
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
     * @param {ChatLine[]} lines all that are known
     * @param {ChatLine[]} fresh those that have just been said
     * @returns {number} how many of them the reader wants to hear
     */
    show(lines, fresh) {
      all = lines;
      show();
      const heard = wishes.wanted(fresh);
      for (const line of heard) if (line.emote) showBubble(line, line.emote, table.state.view);
      return heard.length;
    },

    /** The last message was refused: it comes back, unless another has been begun. */
    refused() {
      if (field.value === '') field.value = last;
    },

    /** Says who may talk now. */
    follow() {
      write(part('chat-note'), note());
    },
  };
}
