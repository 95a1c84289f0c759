/**
 * Uses a module that few readers need, so that the page does not load it at once.
 *
 * @import {RoomContext} from '../context.js'
 */
import { sayError } from '../../lib/problem.js';
import { inTime } from '../../lib/wait.js';

/**
 * Loads the module and uses it. If that fails, the reader is told why.
 *
 * @template M
 * @param {Pick<RoomContext, 'text' | 'announce'>} context
 * @param {() => Promise<M>} load
 * @param {(module: M) => Promise<void>} use
 */
export async function onDemand({ text, announce }, load, use) {
  try {
    await use(await inTime(load()));
  } catch (error) {
    announce(sayError(error, text));
  }
}
