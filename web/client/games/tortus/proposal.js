/**
 * Turns a suggested decision into a draft and into words. The functions are pure.
 *
 * @import {TortusAction, TortusView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Draft} from './draft.js'
 */
import { never } from '../../lib/never.js';
import { NOTHING } from './draft.js';

/**
 * Returns the draft that amounts to the decision, or `null` for a decision that has a button of its
 * own.
 *
 * @param {TortusAction} action
 * @returns {Draft | null}
 */
export function draftFor(action) {
  switch (action.type) {
    case 'exchange':
      return { ...NOTHING, hand: action.hand, square: action.square };
    case 'place':
      return { ...NOTHING, square: action.square };
    case 'rotate':
      return { ...NOTHING, kind: 'rotate', square: action.square, rotation: action.rotation };
    case 'open':
      return { ...NOTHING, kind: 'open', square: action.square };
    case 'swap': {
      const { square, hand, rotation } = action;
      return { ...NOTHING, kind: 'swap', square, hand, rotation };
    }
    case 'move':
      return { ...NOTHING, kind: 'move', pawn: action.pawn, square: action.to };
    case 'push':
    case 'follow':
      return { ...NOTHING, square: action.to };
    case 'fill':
      return { ...NOTHING, hand: action.hand, rotation: action.rotation };
    case 'penalty':
      return { ...NOTHING, pawn: action.pawn };
    case 'end_turn':
      return { ...NOTHING, kind: 'end' };
    case 'draw':
      return { ...NOTHING, kind: 'draw' };
    case 'stop':
    case 'decline':
    case 'resign':
      return null;
    default:
      return never(action);
  }
}

/**
 * Describes a decision in words, as advice.
 *
 * @param {TortusAction} action
 * @param {TortusView} view
 * @param {number} _seat the seat that would decide
 * @param {Words} words
 * @returns {string}
 */
export function proposal(action, view, _seat, { text }) {
  const say = (/** @type {Record<string, string | number>} */ values = {}) =>
    text(`tortus.proposal.${action.type}`, values);
  const at = (/** @type {number} */ pawn) => view.pawns[pawn]?.at ?? '';
  switch (action.type) {
    case 'exchange':
    case 'swap':
      return say({ number: action.hand + 1, square: action.square });
    case 'place':
    case 'rotate':
    case 'open':
      return say({ square: action.square });
    case 'move':
      return say({ from: at(action.pawn), square: action.to });
    case 'push':
    case 'follow':
      return say({ square: action.to });
    case 'fill': {
      const square = view.choices?.type === 'fill' ? view.choices.square : '';
      return say({ number: action.hand + 1, square });
    }
    case 'penalty':
      return say({ square: at(action.pawn) });
    case 'end_turn':
    case 'draw':
    case 'stop':
    case 'decline':
    case 'resign':
      return say();
    default:
      return never(action);
  }
}

/**
 * Describes a later decision of a proposed turn in a few words, or returns `null` for a decision
 * that no plan contains.
 *
 * @param {TortusAction} action
 * @param {Pick<Words, 'text'>} words
 * @returns {string | null}
 */
export function later(action, { text }) {
  switch (action.type) {
    case 'push':
    case 'follow':
    case 'move':
      return text(`tortus.later.${action.type}`, { square: action.to });
    case 'rotate':
    case 'open':
    case 'swap':
      return text(`tortus.later.${action.type}`, { square: action.square });
    case 'fill':
    case 'stop':
    case 'end_turn':
      return text(`tortus.later.${action.type}`);
    default:
      return null;
  }
}
