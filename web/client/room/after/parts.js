/**
 * The parts of the page for a reader who is out of a game, and for the time after it.
 *
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {RoomContext} from '../context.js'
 * @import {Talk} from '../parts/talk.js'
 */
import { part } from '../../lib/dom.js';
import { onDemand } from '../parts/on-demand.js';
import { throwConfetti } from './confetti.js';
import { paintPlaces, paintWinner, winnersOf } from './finish.js';
import { SEEN_MS, showOut } from './out-banner.js';
import { OutCard } from './out-card.js';
import { finishersOf } from './outcome.js';
import { paintRematch, paintTicks } from './rematch.js';
import { createReviewing } from './reviewing.js';
import { createSharing } from './sharing.js';

export { earlyEndButton, earlyEndQuestion } from './early-end.js';

/** @typedef {ReturnType<typeof createAfter>} After */

/**
 * @typedef {object} Page the parts of the page that are there from the beginning
 * @property {BoardFrame} frame
 * @property {Pick<Talk, 'log' | 'tabs' | 'sheet'>} talk
 * @property {(sentence: string) => void} complain
 * @property {() => void} unsent called when an emote can't be sent for lack of a connection
 */

/**
 * @param {RoomContext} context
 * @param {Page} page
 */
export function createAfter(context, { frame, talk, complain, unsent }) {
  const showReviewing = createReviewing(context, { ...talk, frame, complain });
  createSharing(context, complain);
  return {
    card: new OutCard(context, { frame, unsent }),
    showOut,
    /** The time in milliseconds after which the sign of a player who is out has gone. */
    signMs: SEEN_MS,

    /**
     * Throws confetti for a reader who has won.
     *
     * @param {number | null} own the seat in which the reader played
     * @returns {boolean} whether they have won
     */
    celebrate(own) {
      const winners = winnersOf(context);
      const won = own !== null && winners.includes(own);
      const { players } = context.chronicle;
      if (won) throwConfetti(winners.flatMap((seat) => players[seat]?.colour ?? []));
      return won;
    },

    /**
     * Draws the result of the game, and what can follow it.
     *
     * @param {number | null} own the seat in which the reader played
     */
    show(own) {
      const finishers = finishersOf(context);
      paintWinner(part('winner'), context, finishers, own);
      paintPlaces(part('result'), context, finishers, own);
      paintRematch(part('rematch'), context);
      paintTicks(part('ticks'), context);
      showReviewing(own);
      if (context.state.view?.settings.rated || document.querySelector('.rating-changes'))
        void onDemand(
          context,
          () => import('../rated/changes.js'),
          (m) => m.showChanges(context, finishers),
        );
      if (own !== null) void showMissed(context, own);
    },
  };
}

/**
 * Shows what the reader missed in the game. It is no part of the result, so nothing is said if that
 * fails.
 *
 * @param {RoomContext} context
 * @param {number} own the seat in which the reader played
 */
async function showMissed(context, own) {
  try {
    const missed = await import('./missed.js');
    await missed.showMissed(context, own);
  } catch {
    // The review has it, too.
  }
}
