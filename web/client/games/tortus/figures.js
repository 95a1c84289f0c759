/**
 * Counts the results of a finished game from its events.
 *
 * @import {TortusEvent, TortusView} from '../../protocol.js'
 * @import {Count} from '../index.js'
 */

/**
 * @param {TortusView} view
 * @param {readonly TortusEvent[]} events the events of the whole game
 * @returns {Count[][]} the counts, indexed by seat
 */
export function figures({ hands, pawns }, events) {
  const captures = hands.map(() => 0);
  const opened = hands.map(() => 0);
  let turn = 0;
  const add = (/** @type {number[]} */ counts) => {
    counts[turn] = (counts[turn] ?? 0) + 1;
  };
  for (const event of events) {
    if (event.type === 'turn') turn = event.seat;
    else if (event.type === 'revealed') add(opened);
    else if (event.type === 'captured' && pawns[event.pawn]?.seat !== turn) add(captures);
  }
  const lost = (/** @type {number} */ seat) =>
    pawns.filter((pawn) => pawn.seat === seat && pawn.lost).length;
  return hands.map((_, seat) => [
    { key: 'tortus.captures', count: captures[seat] ?? 0 },
    { key: 'tortus.lost', count: lost(seat) },
    { key: 'tortus.opened', count: opened[seat] ?? 0 },
  ]);
}
