/**
 * Replaces the room by the reason why the page will not reconnect.
 *
 * @import {Ending} from '../../lib/connection.js'
 * @import {RoomContext} from '../context.js'
 */
import { html, paint, part } from '../../lib/dom.js';
import { prefixed } from '../../lib/files.js';
import { inTime } from '../../lib/wait.js';
import { endings } from './later.js';

/** The maximum time in milliseconds for which the page is empty while the reason is fetched. */
const REASON_MS = 5_000;

/**
 * @param {RoomContext} context
 * @param {Ending} ending
 */
export async function showEnding(context, ending) {
  part('room').hidden = true;
  // Without a game there are no rules and no sounds to control.
  part('tools').hidden = true;
  part('name').hidden = true;
  try {
    if (endings.module === null) await inTime(endings.fetch(), REASON_MS);
    endings.module?.paintEnding(context, ending);
  } catch {
    paintUnexplained(context);
  }
  part('ending').hidden = false;
  part('ending').focus();
}

/**
 * Paints an ending whose reason could not be fetched. A reload gets the reason from the server.
 *
 * @param {Pick<RoomContext, 'text'>} context
 */
function paintUnexplained({ text }) {
  const again = { type: 'button', class: 'primary', onclick: () => location.reload() };
  paint(
    part('ending'),
    html('h1', {}, text('ending.other.title')),
    html('p', {}, text('ending.other.body')),
    html(
      'div',
      { class: 'actions' },
      html('button', again, text('ending.again')),
      html('a', { class: 'button', href: prefixed('/') }, text('ending.lobby')),
    ),
  );
}
