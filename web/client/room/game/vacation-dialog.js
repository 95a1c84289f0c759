/**
 * The question how long a vacation is to last.
 *
 * @import {RoomContext} from '../context.js'
 */
import { askWhich } from '../../lib/dialog.js';
import { loadPart } from '../../lib/text.js';

/** The lengths of a vacation in days. */
const DAYS = [1, 2, 3, 5, 7, 14, 21];

/**
 * Asks for the length, and starts the vacation.
 *
 * @param {RoomContext} context
 * @param {number} count the number of days that are left, at least one
 */
export async function askVacation({ text, issue }, count) {
  await loadPart('room/text/*.vacation.json');
  const offered = DAYS.filter((days) => days <= count);
  const named = offered.map((days) => ({ name: text('time.days', { count: days }), days }));
  const explained = text('vacation.explained', { count });
  const chosen = await askWhich(text, text('vacation.title'), named, explained);
  if (chosen) await issue({ type: 'vacation', days: chosen.days });
}
