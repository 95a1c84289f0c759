/**
 * Counts the results of a finished game from its events.
 *
 * @import {SectionXEvent, SectionXView} from '../../protocol.js'
 * @import {Count} from '../index.js'
 */

/**
 * @param {SectionXView} view
 * @param {readonly SectionXEvent[]} events the events of the whole game
 * @returns {Count[][]} the counts, indexed by seat
 */
export function figures({ players }, events) {
  const fights = events.filter((event) => event.type === 'fought');
  return players.map(({ free, green, lost }, seat) => [
    { key: 'section_x.out', count: free + green },
    { key: 'section_x.fights_won', count: fights.filter(({ kept }) => kept === seat).length },
    { key: 'section_x.lost', count: lost },
  ]);
}
