/**
 * Notices and buttons for pauses, both running and requested ones.
 *
 * @import {Intent} from '../link/commands.js'
 * @import {Question} from '../../lib/notices.js'
 * @import {RoomView} from '../../protocol.js'
 * @import {Text} from '../../lib/text.js'
 * @import {RoomContext} from '../context.js'
 */
import { list } from '../../lib/text.js';

/**
 * Whether the reader may request a pause now.
 *
 * @param {Pick<RoomContext, 'state'>} context
 */
export function mayAskForPause({ state: { view, you } }) {
  if (view?.phase !== 'playing' || you?.seat == null) return false;
  return view.paused === null && view.pause_asked_by.length === 0;
}

/**
 * Whether a pause lasts until all players are back. With turns of days no player would request any
 * other kind.
 *
 * @param {Pick<RoomView, 'settings'>} view
 */
export const longBreaks = (view) => view.settings.clock.type === 'days';

/**
 * Returns the command that requests a pause.
 *
 * @param {Pick<RoomView, 'settings'>} view
 * @returns {Intent}
 */
export const pauseOf = (view) =>
  longBreaks(view) ? { type: 'pause', until_all: true } : { type: 'pause' };

/**
 * @param {RoomView} view
 * @param {Text} text
 * @param {(seat: number) => string} name
 */
function sayWhoIsBack({ go_on_asked_by: back }, text, name) {
  const waits = text('pause.until_all_back');
  if (back.length === 0) return waits;
  return `${waits} ${text('pause.back_already', { names: list(back.map(name)) })}`;
}

/**
 * Returns the notice about a pause, with the reader's choices, or `null` if there is no pause.
 *
 * @param {RoomContext} context
 * @returns {Question | null}
 */
export function pauseNotice({ state: { view, you }, text, name, issue, guests }) {
  if (view?.phase !== 'playing') return null;
  const { paused, pause_asked_by: askedBy } = view;
  const seated = you?.seat != null;
  const goOn = () => void issue({ type: 'go_on' });
  if (paused !== null) {
    const [first] = askedBy;
    const words =
      paused === 'until_all_back'
        ? sayWhoIsBack(view, text, name)
        : paused === 'agreed' && first !== undefined
          ? text('pause.agreed', { name: name(first) })
          : text('pause.everybody_left');
    const waits = paused === 'until_all_back';
    const isBack =
      waits &&
      (view.go_on_asked_by.includes(you?.seat ?? -1) || guests?.areAmong(view.go_on_asked_by));
    const label = text(waits ? 'pause.back' : 'pause.go_on');
    const choices = seated && !isBack ? [{ label, chosen: goOn }] : [];
    return { key: 'pause', words, choices };
  }
  if (askedBy.length === 0) return null;
  if (seated && (askedBy.includes(you.seat ?? -1) || guests?.areAmong(askedBy))) {
    return {
      key: 'pause',
      words: text(longBreaks(view) ? 'pause.waits_until_all' : 'pause.waits'),
      choices: [{ label: text('pause.take_back'), chosen: goOn }],
    };
  }
  const asked = longBreaks(view) ? 'pause.asked_until_all' : 'pause.asked';
  const words = text(asked, { names: list(askedBy.map(name)), count: askedBy.length });
  const agree = { label: text('pause.agree'), chosen: () => void issue(pauseOf(view)) };
  const decline = { label: text('pause.decline'), chosen: goOn };
  return { key: 'pause', words, choices: seated ? [agree, decline] : [] };
}
