/**
 * Opens the dialog that reports a person.
 *
 * @import {ChatLine, PersonId} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { sayError } from '../../lib/problem.js';
import { inTime } from '../../lib/wait.js';

/**
 * The module is loaded on demand, because few readers ever report a person.
 *
 * @param {Pick<RoomContext, 'text' | 'issue' | 'announce'>} context
 * @param {{person: PersonId, name: string}} person
 * @param {ChatLine} [line]
 */
export async function openReport(context, person, line) {
  try {
    const { reportPerson } = await inTime(import('./report.js'));
    await reportPerson(context, person, line);
  } catch (error) {
    context.announce(sayError(error, context.text));
  }
}
