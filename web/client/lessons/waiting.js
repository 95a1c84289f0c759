/**
 * The strip above a lesson for a player who waits in a room: it says when the game has started, and
 * leads back to the table.
 *
 * @import {Table} from '../lib/table-call.js'
 * @import {Text} from '../lib/text.js'
 */
import { part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { knowName } from '../lib/names.js';
import { browserSound, Sound } from '../lib/sound.js';
import { CHANNEL, followTable } from '../lib/table-call.js';

/** The time in milliseconds after which the page has not closed and leads to the room itself. */
const CLOSE_MS = 300;

/**
 * Shows the strip if the lesson was opened from a room.
 *
 * @param {Text} text
 * @param {(sentence: string) => void} announce
 */
export function showWaiting(text, announce) {
  const room = new URLSearchParams(location.search).get('room');
  if (room === null || room === '') return;
  const sound = new Sound(browserSound());
  const go = part('waiting-go');
  const path = prefixed(`/r/${encodeURIComponent(room)}`);
  const title = document.title;
  let words = '';
  let isOpen = false;
  part('waiting').hidden = false;
  go.setAttribute('href', path);
  go.addEventListener('click', (event) => {
    // The room is in another tab. Closing this one leads back to it.
    if (!isOpen) return;
    event.preventDefault();
    window.opener?.focus();
    window.close();
    setTimeout(() => location.assign(path), CLOSE_MS);
  });

  followTable(new BroadcastChannel(CHANNEL), room, (table) => {
    isOpen = table !== null;
    if (table) knowName(table.host);
    const next = sayTable(table, text);
    if (next === words) return;
    const isFirst = words === '';
    words = next;
    const started = table?.phase === 'playing';
    part('waiting').dataset['state'] = table?.phase ?? 'closed';
    write(part('waiting-words'), words);
    go.classList.toggle('primary', started || table === null);
    document.title = started ? words : title;
    if (!isFirst || started) announce(words);
    if (started) sound.play('turn');
  });
}

/**
 * @param {Table | null} table
 * @param {Text} text
 */
function sayTable(table, text) {
  if (table === null) return text('learn.room.closed');
  const { host, own, phase } = table;
  const key = phase === 'playing' ? 'started' : 'waiting';
  return own ? text(`learn.room.${key}_own`) : text(`learn.room.${key}`, { name: host });
}
