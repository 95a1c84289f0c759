/**
 * Vacations from turns that last for days.
 *
 * @import {SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { sayDate } from '../../lib/time.js';
import { onDemand } from '../parts/on-demand.js';

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
export function vacationChoice(context) {
  const { state, serverTime, text, issue } = context;
  const { view, you } = state;
  const seat = you?.seat == null ? null : view?.seats[you.seat];
  const vacation = view?.phase === 'playing' && view.paused === null ? seat?.vacation : null;
  if (!seat || !vacation) return null;
  if (onVacation(seat, serverTime())) {
    const chosen = async () => void (await issue({ type: 'vacation', days: 0 }));
    return { label: text('vacation.end'), chosen };
  }
  const count = vacation.days_left;
  if (count < 1) return null;
  const chosen = () =>
    onDemand(
      context,
      () => import('./vacation-dialog.js'),
      (dialog) => dialog.askVacation(context, count),
    );
  return { label: text('vacation.go'), chosen };
}
