/**
 * The connection of a page that only shows a room, and the state of that room. It needs no session.
 *
 * @import {Connection, Ending, Line} from '../lib/connection.js'
 * @import {ServerMessage} from '../protocol.js'
 * @import {RoomState} from '../room/state.js'
 */
import { createConnection } from '../lib/connection.js';
import { browserWorld } from '../lib/device.js';
import { findingOf, inquire } from '../lib/inquiry.js';
import { lastIndexWhere } from '../lib/last.js';
import { ProtocolError } from '../lib/packed.js';
import { request } from '../lib/session.js';
import { createGameLoader } from '../room/link/game-loader.js';
import { fold, resumption, UNKNOWN } from '../room/state.js';

/**
 * @typedef {object} Events
 * @property {(state: RoomState) => void} shown called after each change of the room
 * @property {(line: Line) => void} line called after each change of the connection
 * @property {(ending: Ending) => void} ended called when the page will not reconnect
 */

/**
 * Watches a room.
 *
 * @param {string} room
 * @param {Events} on
 * @returns {Connection & { state: () => RoomState, sync: () => unknown }}
 */
export function watchRoom(room, on) {
  let state = UNKNOWN;
  let isEnded = false;
  const path = `/api/rooms/${encodeURIComponent(room)}`;

  /** @param {ServerMessage} down */
  function take(down) {
    if (isEnded) return;
    if (down.type === 'closing') connection.expectClose(down.again_ms);
    if (!['you', 'update', 'step', 'presence'].includes(down.type)) return;
    try {
      state = trimmed(fold(state, down));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      state = { ...state, known: null };
      connection.drop(error);
      return;
    }
    if (state.view) on.shown(state);
  }

  const connection = createConnection(
    browserWorld(() => `${path}/screen${resumption(state)}`, {
      prepare: async () => {
        try {
          await request('GET', path);
        } catch (error) {
          const finding = findingOf(error);
          if (finding === null || finding === 'prepare') throw error;
          return finding;
        }
        return null;
      },
      matters: () => !document.hidden,
      inquire: () => inquire(`${path}/screen`),
    }),
    {
      heard: createGameLoader({ take, failed: () => {} }),
      changed(line, ending) {
        if (isEnded) return;
        on.line(line);
        if (ending) on.ended(ending);
      },
    },
  );
  return {
    ...connection,
    end(ending) {
      isEnded = true;
      connection.end(ending);
    },
    state: () => state,
    sync: () => ({ type: 'sync', since: state.at }),
  };
}

/**
 * Returns the state without the events of earlier games, which would grow from game to game.
 *
 * @param {RoomState} state
 * @returns {RoomState}
 */
function trimmed(state) {
  const { happenings } = state;
  const started = lastIndexWhere(happenings, ({ happening }) => happening.type === 'started');
  if (started < 1) return state;
  return { ...state, happenings: happenings.slice(started), continued: false };
}
