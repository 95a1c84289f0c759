/**
 * The chat of a room: messages, emotes, and the reader's preferences.
 *
 * @import {ChatLine} from '../../protocol.js'
 * @import {LastLine} from './last-line.js'
 * @import {RoomContext} from '../context.js'
 */
import { confirmOr } from '../../lib/dialog.js';
import { isDrawn, part, write } from '../../lib/dom.js';
import { drawing } from '../../lib/drawings.js';
import { showBubble } from './bubbles.js';
import { ChatForm } from './chat-form.js';
import { askPreferences } from './chat-preferences.js';
import { ChatWishes } from './chat-wishes.js';
import { createChatLines } from './log.js';
import { openReport } from './open-report.js';
import { mayTalk } from './reactions.js';

export class Chat {
  #wishes;
  #showLines;
  #form;
  /** All chat lines, including hidden ones. @type {ChatLine[]} */
  #all = [];

  /**
   * @param {RoomContext} context
   * @param {object} use
   * @param {() => void} use.unsent called when a message can't be sent for lack of a connection
   * @param {Pick<LastLine, 'show' | 'hide'>} use.lastLine
   */
  constructor(context, { unsent, lastLine }) {
    this.context = context;
    this.lastLine = lastLine;
    this.#wishes = new ChatWishes(context.world.storage, context.room);
    this.#showLines = createChatLines(part('chat-lines'), context.text, {
      isOwn: (line) => this.#isOwn(line),
      mute: (line) => this.#mute(line),
    });
    this.#form = new ChatForm(context, unsent);
    const empty = part('chat-empty');
    empty.insertBefore(drawing('chat'), empty.firstChild);
    part('chat-wishes').addEventListener('click', async () => {
      await askPreferences(context, this.#wishes);
      this.#show();
    });
  }

  /**
   * @param {ChatLine[]} lines all known lines
   * @param {ChatLine[]} fresh the lines that are new
   * @returns {number} the number of new lines that the reader wants to see
   */
  show(lines, fresh) {
    const { state, text, announce } = this.context;
    this.#all = lines;
    this.#show();
    const heard = this.#wishes.wanted(fresh);
    const others = heard.filter((line) => !this.#isOwn(line));
    const seen = heard.filter((line) => line.emote && showBubble(line, line.emote, state.view));
    const last = others.at(-1);
    const isVisible = isDrawn(part('panel-chat'));
    if (isVisible) this.lastLine.hide();
    else if (last && !seen.includes(last)) this.lastLine.show(last);
    const words = others.map((line) => sayLine(line, text));
    if (words.length > 0) announce(words.join(' '));
    return heard.length;
  }

  /** Enables or disables the input, depending on whether the reader may write now. */
  follow() {
    const { text } = this.context;
    const isAllowed = mayTalk(this.context);
    this.#form.enable(isAllowed);
    const quiet = isAllowed ? '' : text('problem.hushed');
    write(part('chat-note'), this.#wishes.hidden ? text('chat.hidden') : quiet);
  }

  /** Restores the last message after it was rejected, unless another one has been started. */
  refused() {
    this.#form.restore();
  }

  #show() {
    const { hidden } = this.#wishes;
    const wanted = this.#wishes.wanted(this.#all);
    this.#showLines(wanted);
    part('chat-empty').hidden = hidden || wanted.length > 0;
    part('chat-lines').hidden = hidden || wanted.length === 0;
    this.#form.hide(hidden);
    this.follow();
  }

  /** @param {ChatLine} line */
  #isOwn({ person }) {
    return person === this.context.state.you?.person;
  }

  /** @param {ChatLine} line */
  async #mute(line) {
    const { person, name } = line;
    const { text } = this.context;
    const chosen = await confirmOr(text, 'mute', { name }, text('host.report'));
    if (chosen === 'other') await openReport(this.context, { person, name }, line);
    if (chosen !== 'yes') return;
    this.#wishes.mute({ person, name });
    this.#show();
  }
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
