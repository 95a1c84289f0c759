/**
 * The host's questions about people at the door of a locked room.
 *
 * @import {Question} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 */

/**
 * @param {RoomContext} context
 * @returns {Question[]} one question for each person who asks to come in
 */
export function entryQuestions({ state: { you, presence }, text, issue, say }) {
  if (you?.host !== true) return [];
  return (presence.entry_requests ?? []).map(({ person, name }) => ({
    key: `entry-${person}`,
    words: text('entry.asks', { name }),
    choices: [
      { label: text('entry.admit'), chosen: () => void issue({ type: 'admit', person }) },
      { label: text('entry.turn_away'), chosen: () => void say({ type: 'turn_away', person }) },
    ],
  }));
}
