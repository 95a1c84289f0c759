/**
 * The part of Section X that a page needs before it has fetched the board.
 *
 * @import {SectionXView} from '../../protocol.js'
 * @import {SeatFacts} from '../index.js'
 */
import { LESSONS, PRESETS, SEATS, USUAL, VALUES } from './presets.js';

export const game = {
  seats: SEATS,
  rules: { presets: PRESETS, usual: USUAL, values: VALUES },
  lessons: LESSONS,
  facts,
  board: () => import('./board.js'),
  nextStep: () => import('./next-step.js'),
  ground: () => import('./ground.js'),
  cards: () => import('./cards.js'),
  howTo: () => import('./how-to/index.js'),
  brief: () => import('./how-to/brief.js'),
  story: () => import('./story.js'),
  openHand: () => import('./open-hand.js'),
  pictures: () => import('./card.js'),
  ruleDrawings: () => import('./rule-drawings.js'),
};

/**
 * @param {SectionXView} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
function facts({ players, resigned }, seat) {
  const player = players[seat];
  return {
    out: resigned.includes(seat),
    held: { key: 'players.tiles', count: player?.stock.length ?? 0 },
    place: null,
    score: { key: 'section_x.out', count: (player?.free ?? 0) + (player?.green ?? 0) },
  };
}
