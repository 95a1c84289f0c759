/**
 * The context that the parts of the room page share.
 *
 * @import {Answer, Intent} from './link/commands.js'
 * @import {ClientMessage} from '../protocol.js'
 * @import {Guests} from './guests/device.js'
 * @import {RoomState} from './state.js'
 * @import {RoomWorld} from './world.js'
 * @import {Text} from '../lib/text.js'
 */
import { boardOf } from '../games/modules.js';
import { UNKNOWN } from './state.js';
import { Chronicle } from './talk/chronicle.js';

/**
 * @typedef {object} RoomContext
 * @property {RoomWorld} world
 * @property {string} room the id of the room
 * @property {Text} text
 * @property {RoomState} state
 * @property {Chronicle} chronicle
 * @property {(intent: Intent) => Promise<Answer>} issue sends a command, and reports the reason if
 *   it is rejected
 * @property {(message: Exclude<ClientMessage, {id: string}>) => boolean} say sends a message that
 *   is no command; returns whether it could be sent
 * @property {(sentence: string) => void} announce
 * @property {(seat: number) => string} name
 * @property {Guests} [guests] the part for devices that several players share, once a guest is in
 *   the room and it has been fetched
 * @property {() => number} serverTime returns the server's time in milliseconds since 1970
 */

/**
 * Creates the context of a page that has not received anything yet.
 *
 * @param {RoomWorld} world
 * @param {object} use
 * @param {Text} use.text
 * @param {(sentence: string) => void} use.announce
 * @param {() => Pick<RoomContext, 'issue' | 'say' | 'serverTime'>} use.link returns the link to the
 *   server, which is created later because it needs the context
 * @returns {RoomContext}
 */
export function createContext(world, { text, announce, link }) {
  /** @type {RoomContext} */
  const context = {
    world,
    room: decodeURIComponent(/\/r\/([^/]+)/.exec(world.location.pathname)?.[1] ?? ''),
    text,
    state: UNKNOWN,
    chronicle: new Chronicle(text, boardOf, (seat) => ({
      name: context.name(seat),
      bot: context.state.view?.seats[seat]?.bot ?? null,
    })),
    issue: (intent) => link().issue(intent),
    say: (message) => link().say(message),
    announce,
    name: (seat) =>
      context.state.view?.seats[seat]?.name ?? text('seats.number', { number: seat + 1 }),
    serverTime: () => link().serverTime(),
  };
  return context;
}
