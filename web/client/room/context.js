/**
 * The context that the parts of the room page share.
 *
 * @import {Answer, Intent} from './commands.js'
 * @import {Chronicle} from './talk/chronicle.js'
 * @import {ClientMessage} from '../protocol.js'
 * @import {RoomState} from './state.js'
 * @import {Text} from '../lib/text.js'
 */

/**
 * @typedef {object} RoomContext
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
 * @property {() => number} serverTime returns the server's time in milliseconds since 1970
 */

export {};
