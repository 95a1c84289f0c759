/**
 * The accessible names of the squares: what lies there, and what a choice of the square would do.
 *
 * @import {Situation} from './status.js'
 */
import { isLookedFor, movingOf, targetAt } from './targets.js';
import { meetsWords, squareWords } from './words.js';

/**
 * Returns the function that names a square.
 *
 * @param {Situation} situation
 * @param {ReadonlySet<string>} targets the squares that advance the draft
 * @returns {(square: string) => string}
 */
export function squareLabels(situation, targets) {
  const { view, own, draft, text } = situation;
  const words = squareWords(view, own, situation);
  const moving = movingOf(view.choices, draft);
  return (square) => {
    const target = targetAt(view.choices, draft, square);
    const lies = words.get(square) ?? square;
    if (moving && target)
      return `${lies}. ${meetsWords(target, moving.pawn, view, own, situation)}`;
    return isLookedFor(situation, draft) && targets.has(square)
      ? `${lies}. ${text('tortus.square.choosable')}`
      : lies;
  };
}
