/**
 * Reports new events of the room: in the log, aloud, with sounds and with a notice about decisions
 * that were made for the reader.
 *
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 * @import {Sound} from '../../lib/sound.js'
 * @import {Tabs} from '../talk/tabs.js'
 */
import { boardOf } from '../../games/modules.js';
import { lastWhere } from '../../lib/last.js';
import { FEW } from '../game/board-frame.js';
import { createUrgeNotice } from '../game/urge.js';
import { eventsIn } from '../state.js';

/**
 * Creates the function that reports the events of the last update. If many arrived at once, only
 * their number is announced.
 *
 * @param {RoomContext} context
 * @param {object} use
 * @param {Pick<PageNotices, 'tell'>} use.notices
 * @param {Pick<Sound, 'play'>} use.sound
 * @param {Pick<Tabs, 'count'>} use.tabs
 */
export function createNews(context, { notices, sound, tabs }) {
  const { text, announce, chronicle } = context;
  const tellUrged = createUrgeNotice(context, notices.tell);
  return () => {
    tellUrged();
    const { happenings, continued, steps, you } = context.state;
    const fresh = chronicle.tell(happenings, continued);
    if (!continued) return;
    if (steps > FEW) announce(text('line.missed', { count: fresh.length }));
    else for (const entry of fresh) announce(entry.sentences.join(' '));
    const forced = lastWhere(fresh, (entry) => entry.forced !== null && entry.forced === you?.seat);
    if (forced) {
      const what = forced.sentences.slice(1).join(' ');
      notices.tell(
        forced.ended ? text('turn.ended_for_you') : text('turn.played_for_you', { what }),
      );
    }
    tabs.count('log', fresh.length);
    if (steps <= FEW) playSounds(context, sound);
  };
}

/**
 * Plays the sounds of the events of the last update.
 *
 * @param {RoomContext} context
 * @param {Pick<Sound, 'play'>} sound
 */
function playSounds({ state: { happenings, at, steps } }, sound) {
  const since = at.version - steps;
  const fresh = happenings.filter(({ version }) => version > since);
  const names = eventsIn(fresh).flatMap((event) => boardOf(event.game).soundsOf(event));
  if (fresh.some(({ happening }) => happening.type === 'sat')) names.unshift('knock');
  if (names.length > 0) sound.play(...new Set(names));
}
