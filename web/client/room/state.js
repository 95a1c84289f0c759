/**
 * The state of a room on this page: the latest message of each kind. The page derives no facts that
 * the server has not sent.
 *
 * @import {AnyEvent, AnyPrivate, ChatLine, ServerMessage, PublicEvent, Presence, RoomStep, RoomView, TimelineEntry, You} from '../protocol.js'
 */

import { lastIndexWhere } from '../lib/last.js';
import { never } from '../lib/never.js';
import { overlaid, ProtocolError, patched, reusing } from '../lib/packed.js';

/** The maximum number of chat lines that the page keeps. */
const CHAT_LINES = 300;

/**
 * @typedef {object} RoomState
 * @property {You | null} you
 * @property {RoomView | null} known the public view of the room
 * @property {AnyPrivate | null} own this page's private part of the game, or `null` for none
 * @property {RoomView | null} view the view of this page: the public view merged with the private
 *   part
 * @property {number | null | undefined} holder the seat whose player has confirmed to hold the
 *   device, where several players share it
 * @property {number | undefined} passing the seat that the device is being passed to, until the
 *   server has sent what its player may know
 * @property {AnyPrivate | null} laid the private part in `view`, or `null` while it is not sure who
 *   holds a shared device
 * @property {{epoch: number, version: number}} at the version of `view`
 * @property {TimelineEntry[]} happenings
 * @property {boolean} continued whether the last update or step continued the timeline rather than
 *   replacing it
 * @property {number} steps the number of versions that the last update or step advanced
 * @property {Presence} presence
 * @property {ChatLine[]} chat
 */

/** @type {RoomState} */
export const UNKNOWN = {
  you: null,
  known: null,
  own: null,
  view: null,
  holder: undefined,
  passing: undefined,
  laid: null,
  at: { epoch: 0, version: 0 },
  happenings: [],
  continued: false,
  steps: 0,
  // Until the first report all players count as connected. It comes right after the first view.
  presence: { seats: [0, 1, 2, 3, 4, 5, 6, 7], watching: 0, long_absent: [], people: [] },
  chat: [],
};

/**
 * Returns the state after a message. Unchanged parts keep their identity.
 *
 * @param {RoomState} state
 * @param {ServerMessage} down
 * @returns {RoomState}
 */
export function fold(state, down) {
  switch (down.type) {
    case 'you':
      return repainted({ ...state, you: down });
    case 'update': {
      const { at } = state;
      const holder = state.passing === state.you?.seat ? state.passing : state.holder;
      const continued = state.view !== null && down.epoch === at.epoch && down.from > 0;
      // Events that arrived while the server answered a sync request are already known.
      const fresh = down.happenings.filter((told) => told.version > at.version);
      return {
        ...state,
        holder,
        ...shown({ ...state, holder }, reusing(state.known, down.view), down.own),
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
    case 'operator_notice':
    case 'pong':
      return state;
    default:
      return never(down);
  }
}

/**
 * Returns the timeline entries of a step, in order.
 *
 * @param {RoomStep} step
 * @returns {TimelineEntry[]}
 */
export function entriesOf({ version, at, happenings, before = [] }) {
  return [...before, ...happenings.map((happening) => ({ version, at, happening }))];
}

/**
 * Returns the public view, the private part, and both merged.
 *
 * @param {RoomState} state the state before
 * @param {RoomView} known
 * @param {AnyPrivate | null} told the private part of this page
 * @returns {Pick<RoomState, 'known' | 'own' | 'laid' | 'view'>}
 */
function shown(state, known, told) {
  const own = reusing(state.own, told);
  const laid = isCovered(state, known) ? null : own;
  const same = laid === state.laid && known.game === state.known?.game;
  const game = same && state.view ? state.view.game : overlaid(known.game, laid);
  return { known, own, laid, view: { ...known, game } };
}

/**
 * Whether the private part must not be shown: several players share the device, and the one whose
 * part it is has not confirmed to hold it.
 *
 * @param {Pick<RoomState, 'you' | 'holder'>} state
 * @param {RoomView} view
 */
const isCovered = ({ you, holder }, { phase, seats }) =>
  !!you &&
  phase === 'playing' &&
  holder !== you.seat &&
  seats.some((seat) => seat?.guest_of === you.person && !seat.vacant);

/**
 * Returns the state with a view that fits the holder of the device.
 *
 * @param {RoomState} state
 * @returns {RoomState}
 */
export const repainted = (state) =>
  state.known ? { ...state, ...shown(state, state.known, state.own) } : state;

/**
 * Returns the lines with each known line replaced by its earlier object, so that unchanged lines
 * need no redraw.
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
 * Returns the query that makes a socket continue from the shown version, or an empty string if
 * nothing is shown.
 *
 * @param {RoomState} state
 * @returns {string}
 */
export function resumption({ view, at }) {
  return view === null ? '' : `?epoch=${at.epoch}&version=${at.version}`;
}

/**
 * Returns the deal and the decisions of the latest game, as far as the timeline reaches back,
 * without those that were taken back.
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
 * Returns the events of the latest game, as far as the timeline reaches back, without those that
 * were taken back.
 *
 * @param {readonly { happening: PublicEvent }[]} happenings
 * @returns {AnyEvent[]}
 */
export const eventsOf = (happenings) => eventsIn(standing(happenings));

/**
 * Returns the game events in these timeline entries.
 *
 * @param {readonly { happening: PublicEvent }[]} happenings
 * @returns {AnyEvent[]}
 */
export function eventsIn(happenings) {
  return happenings.flatMap(({ happening }) => ('events' in happening ? happening.events : []));
}
