/**
 * Counts the results of a finished game from its events.
 *
 * @import {TsuroEvent, TsuroView} from '../../protocol.js'
 * @import {Count} from '../index.js'
 */

/**
 * @param {TsuroView} view
 * @param {readonly TsuroEvent[]} events the events of the whole game
 * @returns {Count[][]} the counts, indexed by seat
 */
export function figures({ markers }, events) {
  const knocked = markers.map(() => 0);
  for (const event of events) {
    if (event.type !== 'placed') continue;
    const { seat, walks } = event;
    const others = walks.filter((walk) => walk.seat !== seat && walk.end.type !== 'stands');
    knocked[seat] = (knocked[seat] ?? 0) + others.length;
  }
  return markers.map(({ path, loops }, seat) => [
    ...(loops === undefined ? [] : [{ key: 'tsuro.loops', count: loops }]),
    { key: 'tsuro.walked', count: path.length },
    { key: 'tsuro.knocked_out', count: knocked[seat] ?? 0 },
  ]);
}
