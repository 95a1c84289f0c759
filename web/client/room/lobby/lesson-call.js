/**
 * Keeps the lesson that a waiting player has opened from the room up to date about the table.
 *
 * @import {RoomContext} from '../context.js'
 */
import { answerForTable } from '../../lib/table-call.js';

/**
 * @param {RoomContext} context
 * @returns {() => void} call this after every change
 */
export function createLessonCall(context) {
  const { world, room } = context;
  const answers = answerForTable(world.tables(), room, () => {
    const { you, view } = context.state;
    return you && view ? { host: view.host.name, own: you.host, phase: view.phase } : null;
  });
  addEventListener('pagehide', answers.closed);
  return answers.changed;
}
