/**
 * What is tried where it can't be done. The server alone knows why not: it is asked, and says it as it says any refusal.
 * Only what is surely refused is asked. Pure.
 *
 * @import {TortusAction} from '../../protocol.js'
 * @import {Draft, Situation} from './draft.js'
 */
import { never } from '../../lib/never.js';

/**
 * The decision that a tap on a square would be, where it leads on to nothing.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {string} square
 * @returns {TortusAction | null} `null` where nothing is tried, as out of turn
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
 * @param {number} pawn the one that stands there; -1 for none
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
      // A closed tile that is tried in vain may cost a pawn.
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
 * The decision that a press of the button would be that decides, where what is put together changes nothing.
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
