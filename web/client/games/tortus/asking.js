/**
 * Finds the decision that a player attempts where it is not possible. Only the server knows the
 * reason, so the client sends the decision, and the server rejects it with an explanation like any
 * other. Only decisions that the server is certain to reject are sent. The functions are pure.
 *
 * @import {TortusAction} from '../../protocol.js'
 * @import {Draft, Situation} from './draft.js'
 */
import { never } from '../../lib/never.js';

/**
 * Returns the decision that a tap on a square would make where the tap does not advance the draft.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {string} square
 * @returns {TortusAction | null} the decision; `null` where the tap attempts nothing, for example
 *   out of turn
 */
export function triedAt({ view }, draft, square) {
  const { choices, pawns } = view;
  const pawn = pawns.findIndex(({ at }) => at === square);
  switch (choices?.type) {
    case 'exchange':
      return { type: 'exchange', hand: draft.hand ?? choices.hand[0] ?? 0, square };
    case 'place':
      return { type: 'place', square };
    case 'push':
      return { type: 'push', to: square };
    case 'flow':
      return { type: 'follow', to: square };
    case 'penalty':
      return pawn < 0 ? null : { type: 'penalty', pawn };
    case 'act':
      return triedInTurn({ view }, draft, square, pawn);
    case 'fill':
    case undefined:
      return null;
    default:
      return never(choices);
  }
}

/**
 * @param {Pick<Situation, 'view'>} situation
 * @param {Draft} draft
 * @param {string} square
 * @param {number} pawn the pawn that stands there; -1 for none
 * @returns {TortusAction | null}
 */
function triedInTurn({ view }, draft, square, pawn) {
  const { choices, board, options } = view;
  if (choices?.type !== 'act') return null;
  const field = board.find((one) => one.square === square);
  const isTaken = pawn >= 0;
  switch (draft.kind) {
    case 'move':
      return draft.pawn === null
        ? tried(pawn, square)
        : { type: 'move', pawn: draft.pawn, to: square };
    case 'rotate':
      return { type: 'rotate', square, rotation: ((field?.rotation ?? 0) + 1) % 4 };
    case 'open':
      // With strict opening, a wrong attempt to open a closed tile may cost a pawn, so it is not
      // sent.
      return field?.open || isTaken || !options.strict_open ? { type: 'open', square } : null;
    case 'swap':
      return { type: 'swap', square, hand: draft.hand ?? choices.hand[0] ?? 0, rotation: 0 };
    case 'end':
    case 'draw':
    case null:
      if (isTaken) return tried(pawn, square);
      return field && !field.open && !options.strict_open ? { type: 'open', square } : null;
    default:
      return never(draft.kind);
  }
}

/**
 * @param {number} pawn
 * @param {string} to
 * @returns {TortusAction | null}
 */
function tried(pawn, to) {
  return pawn < 0 ? null : { type: 'move', pawn, to };
}

/**
 * Returns the decision that a press of the commit button would make where the draft changes
 * nothing.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {TortusAction | null}
 */
export function triedSo({ view }, draft) {
  const { square } = draft;
  if (view.choices?.type !== 'act' || draft.kind !== 'rotate' || square === null) return null;
  const now = view.board.find((one) => one.square === square)?.rotation ?? 0;
  return draft.rotation === null || draft.rotation === now
    ? { type: 'rotate', square, rotation: now }
    : null;
}
