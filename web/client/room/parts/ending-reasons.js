/**
 * Paints the reason why the page will not reconnect, and the possible next steps. `ending.js` shows
 * it in place of the room.
 *
 * @import {Ending} from '../../lib/connection.js'
 * @import {EntryState} from './entry-request.js'
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createButton, html, paint, part } from '../../lib/dom.js';
import { prefixed } from '../../lib/files.js';
import { youPath } from '../../lib/you-path.js';
import { requestEntry } from './entry-request.js';

/** The text keys for the close codes that forbid a reconnection. */
const ENDINGS = new Map([
  [4500, 'flood'],
  [4501, 'bad_frame'],
  [4502, 'removed'],
  [4503, 'too_many_tabs'],
  [4504, 'full'],
  [4505, 'locked'],
  [4506, 'outdated'],
  [4507, 'no_spectators'],
  [4510, 'banned'],
  [4511, 'room_closed'],
]);

/** The problems found before a socket was opened that have texts of their own. */
const PROBLEMS = new Set([
  ...['no_such_room', 'banned', 'room_closed', 'corrupt', 'newer'],
  ...['signed_out', 'other_person', 'no_cookies'],
]);
/** The labels of the reload button, for reasons where a reload is more than a retry. */
const AGAIN = new Map([
  ['outdated', 'fault.reload'],
  ['signed_out', 'signed_out.stay'],
  ['other_person', 'fault.reload'],
  ['no_cookies', 'fault.reload'],
]);

/**
 * @param {RoomContext} context
 * @param {Ending} ending
 */
export function paintEnding(context, ending) {
  if (reasonOf(ending) === 'locked') paintDoor(context, null);
  else paintReason(part('ending'), ending, context.text, context.room);
}

/**
 * Shows the door of a locked room, where the reader can ask the host to be let in.
 *
 * @param {RoomContext} context
 * @param {EntryState | null} state the state of the reader's request, or `null` before it
 * @param {() => void} [withdraw] withdraws the request
 */
function paintDoor(context, state, withdraw) {
  const { text, announce } = context;
  const ask = () => {
    const end = requestEntry(context, {
      changed: (next) => {
        paintDoor(context, next, () => end());
        announce(text(`entry.${next}`));
      },
      admitted: () => location.reload(),
      ended: (ending) => {
        paintEnding(context, ending);
        part('ending').focus();
      },
    });
    part('ending').focus();
  };
  const stop = () => {
    withdraw?.();
    paintDoor(context, null);
    part('ending').focus();
  };
  const asks = state === 'asking';
  paint(
    part('ending'),
    html('h1', {}, text('ending.locked.title')),
    html('p', {}, text(state === null ? 'ending.locked.body' : `entry.${state}`)),
    html(
      'div',
      { class: 'actions' },
      state === null &&
        createButton({ key: 'ask', class: 'primary', onclick: ask }, text('entry.ask')),
      asks && createButton({ key: 'stop', onclick: stop }, text('entry.stop')),
      html('a', { key: 'lobby', class: 'button', href: prefixed('/') }, text('ending.lobby')),
    ),
  );
}

/**
 * @param {Ending} ending
 * @returns {string} the part of the text keys that stands for the reason
 */
function reasonOf(ending) {
  if ('code' in ending) return ENDINGS.get(ending.code) ?? 'other';
  return PROBLEMS.has(ending.problem) ? ending.problem : 'other';
}

/**
 * @param {HTMLElement} parent
 * @param {Ending} ending
 * @param {Text} text
 * @param {string} room
 */
function paintReason(parent, ending, text, room) {
  const reason = reasonOf(ending);
  const again = reason !== 'no_such_room' && reason !== 'removed';
  const back = reason === 'signed_out' && youPath('code');
  paint(
    parent,
    html('h1', {}, text(`ending.${reason}.title`)),
    html('p', {}, text(`ending.${reason}.body`, { room })),
    html(
      'div',
      { class: 'actions' },
      back && html('a', { class: 'button primary', href: back }, text('signed_out.come_back')),
      again &&
        createButton(
          { class: back ? '' : 'primary', onclick: () => location.reload() },
          text(AGAIN.get(reason) ?? 'ending.again'),
        ),
      html(
        'a',
        { class: again ? 'button' : 'button primary', href: prefixed('/') },
        text('ending.lobby'),
      ),
    ),
  );
}
