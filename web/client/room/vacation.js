/**
 * Vacation from turns that last for days.
 *
 * @import {SeatView} from '../protocol.js'
 * @import {Table} from './page.js'
 * @import {Text} from '../lib/text.js'
 */
import { askWhich } from '../lib/dialog.js';
import { sayDate } from '../lib/time.js';

/** For how many days one can go at once. */
const DAYS = [1, 2, 3, 5, 7, 14, 21];

/**
 * Whether the owner of a seat is on vacation.
 *
 * @param {Pick<SeatView, 'vacation'>} seat
 * @param {number} now the server's time, milliseconds since 1970
 */
export const onVacation = ({ vacation }, now) => (vacation?.until ?? 0) > now;

/**
 * Until when.
 *
 * @param {Pick<SeatView, 'vacation'>} seat
 * @param {Text} text
 */
export const sayVacation = ({ vacation }, text) =>
  text('vacation.until', { date: sayDate(vacation?.until ?? 0) });

/**
 * What this person can do about their vacation: go on one, or end it. `null` where there is none.
 *
 * @param {Table} table
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
