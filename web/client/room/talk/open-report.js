/**
 * Opens the dialog that reports a person.
 *
 * @import {ChatLine, PersonId} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { onDemand } from '../parts/on-demand.js';

/**
 * @param {Pick<RoomContext, 'text' | 'issue' | 'announce'>} context
 * @param {{person: PersonId, name: string}} person
 * @param {ChatLine} [line]
 */
export const openReport = (context, person, line) =>
  onDemand(
    context,
    () => import('./report.js'),
    ({ reportPerson }) => reportPerson(context, person, line),
  );
