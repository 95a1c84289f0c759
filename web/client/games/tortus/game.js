/**
 * The part of Tortus that a page needs before it has fetched the board.
 *
 * @import {TortusView} from '../../protocol.js'
 * @import {Question, SeatFacts} from '../index.js'
 */
import { LESSONS, PRESETS, SEATS, USUAL, VALUES } from './presets.js';

export const game = {
  seats: SEATS,
  rules: { presets: PRESETS, usual: USUAL, values: VALUES },
  lessons: LESSONS,
  facts,
  question,
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
 * @param {TortusView} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
function facts({ pawns }, seat) {
  const lost = pawns.filter((pawn) => pawn.seat === seat && pawn.lost).length;
  const score = lost === 0 ? null : { key: 'tortus.lost', count: lost };
  return { out: false, place: null, held: null, score };
}

/**
 * Returns the question whether to agree to a draw, or `null` where the seat has no open offer.
 *
 * @param {TortusView} view
 * @param {number} seat
 * @returns {Question | null}
 */
function question({ draw, declined, turn }, seat) {
  if (draw === null || draw === seat || declined || turn === null) return null;
  return {
    key: 'tortus.draw.asked',
    by: draw,
    answers: [
      {
        key: 'tortus.draw.agree',
        action: { game: 'tortus', type: 'draw' },
        sure: 'tortus.draw.sure_agree',
      },
      { key: 'tortus.draw.decline', action: { game: 'tortus', type: 'decline' } },
    ],
  };
}
