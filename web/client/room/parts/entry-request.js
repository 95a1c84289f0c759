/**
 * The request of a visitor at the door of a locked room to be let in. A socket of its own waits for
 * the host's answer, which is its close code.
 *
 * @import {Ending} from '../../lib/connection.js'
 * @import {RoomContext} from '../context.js'
 */
import { findingOf, inquire } from '../../lib/inquiry.js';
import { openSession } from '../../lib/session.js';

/** The close codes that answer the request. */
const LOCKED = 4505;
const TURNED_AWAY = 4508;
const ADMITTED = 4509;

/** @typedef {'asking' | 'turned_away' | 'busy'} EntryState */

/**
 * Asks the host to be let in.
 *
 * @param {Pick<RoomContext, 'world' | 'room'>} context
 * @param {object} use
 * @param {(state: EntryState) => void} use.changed
 * @param {() => void} use.admitted called when the reader may join the room
 * @param {(ending: Ending) => void} use.ended called when the reader can't come in for another reason
 * @returns {() => void} withdraws the request
 */
export function requestEntry({ world, room }, { changed, admitted, ended }) {
  let isOver = false;
  const path = `/api/rooms/${encodeURIComponent(room)}/entry`;
  const connection = world.connect(
    () => path,
    {
      prepare,
      // The host may answer while the page is hidden.
      matters: () => true,
      inquire: () => inquire(path),
    },
    {
      // The server sends nothing but the close code.
      heard: () => {},
      changed: (line, ending) => {
        if (isOver) return;
        if (line === 'open') changed('asking');
        if (!ending) return;
        if (!('code' in ending)) ended(ending);
        else if (ending.code === ADMITTED) admitted();
        else if (ending.code === TURNED_AWAY) changed('turned_away');
        else if (ending.code === LOCKED) changed('busy');
        else ended(ending);
      },
    },
  );
  changed('asking');
  connection.start();
  return () => {
    isOver = true;
    connection.end({ code: LOCKED });
  };
}

/** Makes sure that the server knows the session. */
async function prepare() {
  try {
    await openSession();
  } catch (error) {
    const found = findingOf(error);
    if (found !== null && found !== 'prepare') return found;
    throw error;
  }
  return null;
}
