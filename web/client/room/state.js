/**
 * What this page knows of a room: the last of each kind of message. Nothing is worked out here that
 * the server has not said.
 *
 * @import {AnyEvent, AnyPrivate, ChatLine, ServerMessage, PublicEvent, Presence, RoomStep, RoomView, TimelineEntry, You} from '../protocol.js'
 */

import { lastIndexWhere } from '../lib/last.js';
import { never } from '../lib/never.js';
import { overlaid, ProtocolError, patched, reusing } from '../lib/packed.js';

/** Lines of chat kept on the page. */
const CHAT_LINES = 300;

/**
 * @typedef {object} RoomState
 * @property {You | null} you
 * @property {RoomView | null} known the room as everybody may know it
 * @property {AnyPrivate | null} own what this page knows of the game besides; `null` for nothing
 * @property {RoomView | null} view the room as this page may know it: both of them
 * @property {{epoch: number, version: number}} at which version `view` is of
 * @property {TimelineEntry[]} happenings
 * @property {boolean} continued whether the last update or step continued the happenings, or replaced them
 * @property {number} steps versions that the last update or step went on by
 * @property {Presence} presence
 * @property {ChatLine[]} chat
 */

/** @type {RoomState} */
export const UNKNOWN = {
  you: null,
  known: null,
  own: null,
  view: null,
  at: { epoch: 0, version: 0 },
  happenings: [],
  continued: false,
  steps: 0,
  presence: { seats: [], watching: 0, long_absent: [], people: [] },
  chat: [],
};

/**
 * The state after a message. What is as it was before is the very same.
 *
 * @param {RoomState} state
 * @param {ServerMessage} down
 * @returns {RoomState}
 */
export function fold(state, down) {
  switch (down.type) {
    case 'you':
      return { ...state, you: down };
    case 'update': {
      const { at } = state;
      const continued = state.view !== null && down.epoch === at.epoch && down.from > 0;
      // What came while the server answered a question is known already.
      const fresh = down.happenings.filter((told) => told.version > at.version);
      return {
        ...state,
        ...shown(state, reusing(state.known, down.view), down.own),
        at: { epoch: down.epoch, version: down.version },
        happenings: continued ? [...state.happenings, ...fresh] : down.happenings,
        continued,
        steps: down.version - at.version,
      };
    }
    case 'step': {
      const { version, change, own = state.own } = down;
      if (!state.known) throw new ProtocolError('a step from nowhere');
      return {
        ...state,
        ...shown(state, patched(state.known, change), own),
        at: { ...state.at, version },
        happenings: [...state.happenings, ...entriesOf(down)],
        continued: true,
        steps: version - state.at.version,
      };
    }
    case 'presence':
      return { ...state, presence: down };
    case 'chat':
      return {
        ...state,
        chat: (down.all
          ? recognised(down.lines, state.chat)
          : [...state.chat, ...down.lines]
        ).slice(-CHAT_LINES),
      };
    case 'ack':
    case 'nak':
    case 'hint':
    case 'closing':
    case 'pong':
      return state;
    default:
      return never(down);
  }
}

/**
 * What a step tells, in order.
 *
 * @param {RoomStep} step
 * @returns {TimelineEntry[]}
 */
export function entriesOf({ version, at, happenings, before = [] }) {
  return [...before, ...happenings.map((happening) => ({ version, at, happening }))];
}

/**
 * What everybody may know, what this page knows besides, and both of them.
 *
 * @param {RoomState} state before
 * @param {RoomView} known
 * @param {AnyPrivate | null} told what this page knows besides
 * @returns {Pick<RoomState, 'known' | 'own' | 'view'>}
 */
function shown(state, known, told) {
  const own = reusing(state.own, told);
  const same = own === state.own && known.game === state.known?.game;
  const game = same && state.view ? state.view.game : overlaid(known.game, own);
  return { known, own, view: { ...known, game } };
}

/**
 * The lines, where they are known as they were before: what has not changed is not shown anew.
 *
 * @param {ChatLine[]} lines
 * @param {ChatLine[]} known
 * @returns {ChatLine[]}
 */
function recognised(lines, known) {
  const written = known.map((line) => JSON.stringify(line));
  let from = 0;
  return lines.map((line) => {
    const at = written.indexOf(JSON.stringify(line), from);
    if (at < 0) return line;
    from = at + 1;
    return known[at] ?? line;
  });
}

/**
 * The query by which a socket continues what is shown; none where nothing is.
 *
 * @param {RoomState} state
 * @returns {string}
 */
export function resumption({ view, at }) {
  return view === null ? '' : `?epoch=${at.epoch}&version=${at.version}`;
}

/**
 * The deal and the decisions of the last game that began, as far as the happenings reach back, without those that were
 * taken back.
 *
 * @template {{ happening: PublicEvent }} T
 * @param {readonly T[]} happenings
 * @returns {T[]}
 */
export function standing(happenings) {
  const start = lastIndexWhere(happenings, ({ happening }) => happening.type === 'started');
  const stands = [];
  for (const told of happenings.slice(Math.max(0, start))) {
    if (told.happening.type === 'took_back') stands.splice(-(told.happening.agreed ?? 1));
    else if ('events' in told.happening) stands.push(told);
  }
  return stands;
}

/**
 * What has happened in the last game that began, as far as the happenings reach back; what was taken back has not.
 *
 * @param {readonly { happening: PublicEvent }[]} happenings
 * @returns {AnyEvent[]}
 */
export const eventsOf = (happenings) => eventsIn(standing(happenings));

/**
 * What has happened in games by these happenings.
 *
 * @param {readonly { happening: PublicEvent }[]} happenings
 * @returns {AnyEvent[]}
 */
export function eventsIn(happenings) {
  return happenings.flatMap(({ happening }) => ('events' in happening ? happening.events : []));
}
