/**
 * The parts that show a running game: the board, the turn, hints, highlights and replays.
 *
 * @import {After} from '../after/parts.js'
 * @import {Notices} from '../../lib/notify.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 * @import {Sound} from '../../lib/sound.js'
 * @import {Talk} from './talk.js'
 */
import { part } from '../../lib/dom.js';
import { BoardFrame } from '../game/board-frame.js';
import { HintDesk } from '../game/hint.js';
import { Moments } from '../game/moments.js';
import { Replays } from '../game/replays.js';
import { TurnWatch } from '../game/turn.js';
import { createWatching } from '../game/watching.js';

/**
 * @typedef {ReturnType<typeof createPlay>} Play
 */

/**
 * @param {RoomContext} context
 * @param {object} use
 * @param {Pick<PageNotices, 'isLost' | 'showAbsence' | 'showHint' | 'showSummary' | 'tell'>} use.notices
 * @param {Notices} use.notifications
 * @param {Sound} use.sound
 * @param {() => After | null} use.after
 * @param {Pick<Talk, 'log' | 'sheet'>} use.talk
 */
export function createPlay(context, { notices, notifications, sound, after, talk }) {
  const turn = new TurnWatch(context, { sound, notify: notifications, notices });
  const frame = new BoardFrame(part('board-place'), context, {
    hint: () => hints.ask(),
    drafted: () => hints.fade(),
  });
  const hints = new HintDesk(context, {
    show: notices.showHint,
    early: notices.tell,
    propose: (action, rest) => frame.propose(action, rest),
  });
  const showWatching = createWatching(context);
  const moments = new Moments(context, { frame, sound, after });
  const replays = new Replays(context, { frame, notices, ...talk });
  return { turn, frame, hints, moments, showWatching, replays };
}
