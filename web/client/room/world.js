/**
 * The environment of the room page: the features of the browser that a test replaces. The page's
 * parts find their elements through `lib/dom.js` in the global document.
 *
 * @import {Connection, World} from '../lib/connection.js'
 * @import {NoticeWorld} from '../lib/notify.js'
 * @import {SoundWorld} from '../lib/sound.js'
 * @import {Channel} from '../lib/table-call.js'
 * @import {Text} from '../lib/text.js'
 */
import { createConnection } from '../lib/connection.js';
import { browserWorld, watchDevice } from '../lib/device.js';
import { browserNotices } from '../lib/notify.js';
import { browserSound } from '../lib/sound.js';
import { CHANNEL } from '../lib/table-call.js';
import { loadText } from '../lib/text.js';

/**
 * @typedef {object} RoomWorld
 * @property {Pick<Location, 'pathname' | 'search' | 'hash' | 'href'>} location
 * @property {() => Storage} storage returns the local storage, which a browser may refuse
 * @property {() => number} now returns the milliseconds since 1970
 * @property {() => number} steady returns the milliseconds of a monotonic clock
 * @property {() => Promise<Text>} loadText
 * @property {(path: () => string, questions: Pick<World, 'prepare' | 'inquire' | 'matters'>, events: Parameters<typeof createConnection>[1]) => Connection} connect
 *   creates a connection to the socket with that path
 * @property {(connection: Connection, question: () => unknown) => void} watchDevice
 * @property {() => Channel} tables opens the channel to the other pages of the site that follow the
 *   room
 * @property {SoundWorld} sound
 * @property {NoticeWorld} notifications
 */

/** @returns {RoomWorld} */
export const browserRoom = () => ({
  location,
  storage: () => localStorage,
  now: Date.now,
  steady: () => performance.now(),
  loadText,
  connect: (path, questions, events) => createConnection(browserWorld(path, questions), events),
  watchDevice,
  tables: () => new BroadcastChannel(CHANNEL),
  sound: browserSound(),
  notifications: browserNotices(),
});
