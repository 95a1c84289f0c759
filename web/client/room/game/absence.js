/**
 * Describes the absence of the player whose decision the game waits for.
 *
 * @import {RoomContext} from '../context.js'
 */
import { sayDate } from '../../lib/time.js';
import { sayClockTime, timeOf } from './clock.js';
import { onVacation } from './vacation.js';

/**
 * Returns a sentence about the player whose turn it is, or an empty one if that player is there.
 *
 * @param {Pick<RoomContext, 'state' | 'text' | 'name' | 'serverTime'>} context
 */
export function absenceOf({ state: { view, you, presence }, text, name, serverTime }) {
  const acting = view?.phase === 'playing' && view.paused === null ? view.game?.acting : null;
  if (acting == null || acting === you?.seat) return '';
  const seat = view?.seats[acting];
  if (!view || !seat || seat.bot !== null || seat.vacant || seat.away) return '';
  const now = serverTime();
  const values = { name: name(acting) };
  if (onVacation(seat, now))
    return text('absent.vacation', { ...values, date: sayDate(seat.vacation?.until ?? 0) });
  if (presence.seats.includes(acting)) return '';
  const time = timeOf(view.clock, acting, now);
  if (time?.running === true)
    return text('absent.clock', { ...values, time: sayClockTime(time.ms, text) });
  const waited = view.awaited.find((one) => one.seat === acting);
  if (!waited || view.settings.no_skips) return text('absent.offline', values);
  const ms = waited.urge_from - now;
  return ms > 0
    ? text('absent.vote', { ...values, time: sayClockTime(ms, text) })
    : text('absent.may_vote', values);
}
