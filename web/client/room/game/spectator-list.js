/**
 * The dialog with the spectators of a room.
 *
 * @import {RoomContext} from '../context.js'
 */
import { inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { paintWatchers, sayWatchers } from '../lobby/spectators.js';

/**
 * Shows the spectators in a dialog.
 *
 * @param {RoomContext} context
 */
export async function showSpectators(context) {
  const place = html('div', {});
  paintWatchers(place, context);
  await inform(context.text, sayWatchers(context), [place], null);
}
