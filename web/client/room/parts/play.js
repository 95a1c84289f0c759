/**
 * The parts that show a running game: the board, the turn, hints and highlights.
 *
 * @import {After} from '../after/parts.js'
 * @import {Notices} from '../../lib/notify.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 * @import {Sound} from '../../lib/sound.js'
 */
import { part } from '../../lib/dom.js';
import { BoardFrame } from '../game/board-frame.js';
import { HintDesk } from '../game/hint.js';
import { Moments } from '../game/moments.js';
import { TurnWatch } from '../game/turn.js';
import { createWatching } from '../game/watching.js';

/**
 * @typedef {ReturnType<typeof createPlay>} Play
 */

/**
 * @param {RoomContext} context
 * @param {object} use
 * @param {Pick<PageNotices, 'isLost' | 'showAbsence' | 'showHint' | 'tell'>} use.notices
 * @param {Notices} use.notifications
 * @param {Sound} use.sound
 * @param {() => After | null} use.after
 */
export function createPlay(context, { notices, notifications, sound, after }) {
  const turn = new TurnWatch(context, { sound, notify: notifications, notices });
  const frame = new BoardFrame(part('board-place'), context, {
    hint: () => hints.ask(),
    drafted: () => hints.fade(),
  });
  const hints = new HintDesk(context, {
    show: notices.showHint,
    early: notices.tell,
    propose: (action) => frame.propose(action),
  });
  const showWatching = createWatching(context, frame);
  const moments = new Moments(context, { frame, sound, after });
  return { turn, frame, hints, moments, showWatching };
}
