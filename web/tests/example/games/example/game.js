/**
 * The facts about the example that a page needs before it has loaded the board.
 *
 * @import {SeatFacts} from '../index.js'
 * @import {View} from './types.js'
 */
import { PRESETS, SEATS, USUAL, VALUES } from './presets.js';

export const game = {
  seats: SEATS,
  rules: { presets: PRESETS, usual: USUAL, values: VALUES },
  lessons: [],
  facts,
  board: () => import('./board.js'),
  cards: () => import('./cards.js'),
  howTo: () => import('./how-to/index.js'),
};

/**
 * @param {View} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
function facts({ hands, points, resigned }, seat) {
  return {
    out: resigned === seat,
    held: { key: 'example.held', count: hands[seat]?.length ?? 0 },
    place: null,
    score: { key: 'example.points', count: points[seat] ?? 0 },
  };
}
