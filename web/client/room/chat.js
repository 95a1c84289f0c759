/**
 * What one says to the room, with words or without, and whom one wants to hear.
 *
 * @import {ChatLine} from '../protocol.js'
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
 * @param {() => void} unsent called when there is no connection to say something with
 */
export function createChat(table, unsent) {
  const { text, say } = table;
  const form = /** @type {HTMLFormElement} */ (part('chat-form'));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'));
  const wishes = new ChatWishes(() => localStorage, table.room);
  const isOwn = (/** @type {ChatLine} */ { person }) => person === table.state.you?.person;
  const showLines = createChatLines(part('chat-lines'), text, { isOwn, mute });
  let last = '';
  /** All that was said. @type {ChatLine[]} */
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
    // The way back stays.
    for (const one of form.elements) {
      if (one !== part('chat-wishes')) /** @type {HTMLElement} */ (one).hidden = wishes.hidden;
    }
    if (wishes.hidden) emotes.hidden = true;
    follow();
  }

  /** Says who may talk now. */
  function follow() {
    const { you, view } = table.state;
    const mayTalk = !view?.hushed || you?.host === true || you?.seat != null;
    // What has been written stays, for when they may again.
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
     * @param {ChatLine[]} lines all that are known
     * @param {ChatLine[]} fresh those that have just been said
     * @returns {number} how many of them the reader wants to hear
     */
    show(lines, fresh) {
      all = lines;
      show();
      const heard = wishes.wanted(fresh);
      for (const line of heard) if (line.emote) showBubble(line, line.emote, table.state.view);
      const words = heard.filter((line) => !isOwn(line)).map((line) => sayLine(line, text));
      if (words.length > 0) table.announce(words.join(' '));
      return heard.length;
    },

    /** The last message was refused: it comes back, unless another has been begun. */
    refused() {
      if (field.value === '') field.value = last;
    },

    follow,
  };
}

/**
 * What somebody has said, for those who only hear it.
 *
 * @param {ChatLine} line
 * @param {Table['text']} text
 */
function sayLine({ name, text: said, emote }, text) {
  const what = emote === undefined ? (said ?? '') : text(`emote.${emote}`);
  return text('chat.heard', { name, what });
}
