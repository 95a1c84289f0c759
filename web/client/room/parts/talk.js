/**
 * The log and the chat, in tabs beside the board or in a sheet over the page.
 *
 * @import {Refusals} from './refusals.js'
 * @import {RoomContext} from '../context.js'
 */
import { part } from '../../lib/dom.js';
import { Chat } from '../talk/chat.js';
import { createLastLine } from '../talk/last-line.js';
import { createLog } from '../talk/log.js';
import { createReactions } from '../talk/reactions.js';
import { createSheet } from '../talk/sheet.js';
import { createTabs } from '../talk/tabs.js';

/**
 * @typedef {ReturnType<typeof createTalk>} Talk
 */

/**
 * @param {RoomContext} context
 * @param {Refusals} refusals
 */
export function createTalk(context, { complain }) {
  const { text } = context;
  const log = createLog(part('log'), text);
  const unsent = () => complain(text('chat.unsent'));
  const tabs = createTabs(part('talk'), part('open-talk'));
  const sheet = createSheet(() => {
    lastLine.hide();
    tabs.shown();
  });
  const lastLine = createLastLine(() => {
    sheet.open();
    tabs.open('panel-chat');
  });
  const chat = new Chat(context, { unsent, lastLine });
  const showReactions = createReactions(context, unsent);
  return {
    log,
    chat,
    tabs,
    sheet,
    showReactions,

    /**
     * Opens what matters in a game that begins: the chat, or the log if the reader plays alone.
     *
     * @param {boolean} alone
     */
    begin(alone) {
      document.body.classList.toggle('alone', alone);
      part('tab-log').before(part('tab-chat'));
      tabs.open(alone ? 'panel-log' : 'panel-chat');
    },
  };
}
