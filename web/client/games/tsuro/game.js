/**
 * The part of Tsuro that a page needs before it has fetched the board.
 *
 * @import {TsuroView} from '../../protocol.js'
 * @import {SeatFacts} from '../index.js'
 */
import { LESSONS, PRESETS, SEATS, USUAL, VALUES } from './presets.js';

export const game = {
  seats: SEATS,
  rules: { presets: PRESETS, usual: USUAL, values: VALUES },
  lessons: LESSONS,
  facts,
  board: () => import('./board.js'),
  ground: () => import('./ground.js'),
  cards: () => import('./cards.js'),
  howTo: () => import('./how-to/index.js'),
  brief: () => import('./how-to/brief.js'),
  story: () => import('./story.js'),
  openHand: () => import('./open-hand.js'),
  pictures: () => import('./card.js'),
  ruleDrawings: () => import('./rule-drawings.js'),
  demo: () => import('./demo.js'),
};

/**
 * @param {TsuroView} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
function facts({ hands, markers, options }, seat) {
  const out = markers[seat]?.out != null;
  const tiles = hands[seat]?.count ?? 0;
  const { path = [], loops } = markers[seat] ?? {};
  const walked = options.longest ? { key: 'tsuro.walked', count: path.length } : null;
  return {
    out,
    // An eliminated player may have laid their tiles down, and then holds none.
    held: out && tiles === 0 ? null : { key: 'players.tiles', count: tiles },
    place: markers[seat]?.place ?? null,
    score: loops === undefined ? walked : { key: 'tsuro.loops', count: loops },
  };
}
