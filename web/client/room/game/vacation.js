/**
 * Vacations from turns that last for days.
 *
 * @import {SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { askWhich } from '../../lib/dialog.js';
import { sayDate } from '../../lib/time.js';

/** The lengths of a vacation in days. */
const DAYS = [1, 2, 3, 5, 7, 14, 21];

/**
 * Whether the owner of a seat is on vacation.
 *
 * @param {Pick<SeatView, 'vacation'>} seat
 * @param {number} now the server's time in milliseconds since 1970
 */
export const onVacation = ({ vacation }, now) => (vacation?.until ?? 0) > now;

/**
 * Returns a sentence with the end of a vacation.
 *
 * @param {Pick<SeatView, 'vacation'>} seat
 * @param {Text} text
 */
export const sayVacation = ({ vacation }, text) =>
  text('vacation.until', { date: sayDate(vacation?.until ?? 0) });

/**
 * Returns the reader's choice about their vacation, to start or to end one, or `null` if there is
 * none.
 *
 * @param {RoomContext} context
 * @returns {{label: string, chosen: () => Promise<void>} | null}
 */
export function vacationChoice({ state: { view, you }, serverTime, text, issue }) {
  const seat = you?.seat == null ? null : view?.seats[you.seat];
  const vacation = view?.phase === 'playing' && view.paused === null ? seat?.vacation : null;
  if (!seat || !vacation) return null;
  if (onVacation(seat, serverTime())) {
    const chosen = async () => void (await issue({ type: 'vacation', days: 0 }));
    return { label: text('vacation.end'), chosen };
  }
  const count = vacation.days_left;
  const offered = DAYS.filter((days) => days <= count);
  if (offered.length === 0) return null;
  const chosen = async () => {
    const named = offered.map((days) => ({ name: text('time.days', { count: days }), days }));
    const explained = text('vacation.explained', { count });
    const chosen = await askWhich(text, text('vacation.title'), named, explained);
    if (chosen) await issue({ type: 'vacation', days: chosen.days });
  };
  return { label: text('vacation.go'), chosen };
}
