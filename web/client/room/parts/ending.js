/**
 * Replaces the room by the reason why the page will not reconnect.
 *
 * @import {Ending} from '../../lib/connection.js'
 * @import {RoomContext} from '../context.js'
 */
import { part } from '../../lib/dom.js';
import { sayEnding } from '../../lib/notices.js';

/**
 * @param {RoomContext} context
 * @param {Ending} ending
 */
export function showEnding({ text, room }, ending) {
  sayEnding(part('ending'), ending, text, room);
  part('room').hidden = true;
  // Without a game there are no rules and no sounds to control.
  part('tools').hidden = true;
  part('name').hidden = true;
  part('ending').hidden = false;
  part('ending').focus();
}
