/**
 * The element that a learner uses next in order to make a given decision.
 *
 * @import {TortusAction, TortusView} from '../../protocol.js'
 * @import {Draft} from './draft.js'
 */
import { never } from '../../lib/never.js';

const COMMIT = '.board-commit';
const END = '.tortus-end';

/** @param {string | null | undefined} square */
const cell = (square) => `.cell[data-square="${square}"]`;
/** @param {number} place */
const tile = (place) => `.hand-tile:nth-child(${place + 1})`;

/**
 * Returns the selector of that element within the board, for the current draft.
 *
 * @param {TortusAction} action
 * @param {Pick<Draft, 'kind' | 'pawn' | 'square' | 'hand' | 'rotation'>} draft
 * @param {Pick<TortusView, 'pawns'>} view
 * @returns {string | null} the selector, or `null` for a decision that no lesson asks for
 */
export function stepOf(action, draft, view) {
  const at = (/** @type {string} */ square) => (draft.square === square ? COMMIT : cell(square));
  const from = (/** @type {number} */ pawn) => cell(view.pawns[pawn]?.at);
  switch (action.type) {
    case 'move':
      return draft.pawn === action.pawn ? at(action.to) : from(action.pawn);
    case 'push':
    case 'follow':
      return at(action.to);
    case 'stop':
      return END;
    case 'rotate':
      if (draft.kind !== 'rotate' || draft.square !== action.square) return cell(action.square);
      return draft.rotation === action.rotation ? COMMIT : '.turn-on';
    case 'open':
      return draft.kind === 'open' ? at(action.square) : '.tortus-kind[aria-keyshortcuts="O"]';
    case 'exchange':
    case 'swap':
      return draft.hand === action.hand ? at(action.square) : tile(action.hand);
    case 'fill':
      return draft.hand === action.hand ? COMMIT : tile(action.hand);
    case 'place':
      return at(action.square);
    case 'penalty':
      return draft.pawn === action.pawn ? COMMIT : from(action.pawn);
    case 'end_turn':
      return draft.kind === 'end' ? COMMIT : END;
    case 'draw':
    case 'decline':
    case 'resign':
      return null;
    default:
      return never(action);
  }
}
