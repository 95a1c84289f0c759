/**
 * The draft of a player's decision. The functions are pure. The choices of the view are the only
 * source of what is legal and what a pawn meets.
 *
 * @import {TortusAction, TortusChoices, TortusView} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 */
import { never } from '../../lib/never.js';
import { movingOf, openable, pawnsOn, targetAt } from './targets.js';

/**
 * @typedef {'move' | 'rotate' | 'open' | 'swap' | 'end' | 'draw'} ActionKind the kind of action
 *   that the player prepares
 */
/**
 * @typedef {object} Draft
 * @property {ActionKind | null} kind
 * @property {number | null} pawn the pawn to move or to give up
 * @property {string | null} square the tile's square, or the destination of the pawn
 * @property {number | null} hand the place of a tile of the hand
 * @property {number | null} rotation the rotation of the tile; `null` for its default
 */

/** @type {Draft} */
export const NOTHING = { kind: null, pawn: null, square: null, hand: null, rotation: null };

/** The kinds of actions that change the board. */
export const ACTIONS = /** @type {const} */ (['move', 'rotate', 'open', 'swap']);

/**
 * The view of a player and their seat.
 *
 * @typedef {object} Situation
 * @property {TortusView} view
 * @property {number | null} own the viewer's seat
 * @property {Facing} facing the viewer's orientation of the board
 */

/**
 * Returns the draft after a tap on a square.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {string} square
 * @returns {Draft} the new draft, or the same draft where the tap has no effect
 */
export function tap(situation, draft, square) {
  const { choices } = situation.view;
  switch (choices?.type) {
    case 'exchange':
      return choices.squares.includes(square) ? { ...draft, square } : draft;
    case 'place':
      return choices.squares.includes(square) ? { ...NOTHING, square } : draft;
    case 'push':
    case 'flow':
      return targetAt(choices, draft, square) ? { ...NOTHING, square } : draft;
    case 'fill':
      return square === choices.square && draft.hand !== null ? turned(situation, draft, 1) : draft;
    case 'penalty': {
      const pawn = pawnsOn(situation).get(square);
      return pawn === undefined ? draft : { ...NOTHING, pawn };
    }
    case 'act':
      return tapInTurn(situation, draft, square);
    case undefined:
      return draft;
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {string} square
 * @returns {Draft}
 */
function tapInTurn(situation, draft, square) {
  const { view } = situation;
  const { choices } = view;
  if (choices?.type !== 'act') return draft;
  const { kind, hand } = draft;
  const other = pawnsOn(situation).get(square);
  // A player who taps their own pawn again, instead of confirming its capture, chooses that pawn.
  const again = other !== undefined && draft.square === square;
  if (kind === 'move' && !again && targetAt(choices, draft, square)) return { ...draft, square };
  if ((kind === 'rotate' || (kind === 'swap' && hand !== null)) && draft.square === square) {
    return turned(situation, draft, 1);
  }
  if (kind === 'swap' && choices.swap.includes(square)) return { ...draft, square };
  if (other !== undefined) return { ...NOTHING, kind: 'move', pawn: other };
  if (openable(view, kind).includes(square)) return { ...NOTHING, kind: 'open', square };
  const turns = choices.rotate.find((one) => one.square === square);
  return turns ? { ...NOTHING, kind: 'rotate', square } : draft;
}

/**
 * Chooses a tile of the hand.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {number} hand the place of the tile in the hand
 * @returns {Draft}
 */
export function take(situation, draft, hand) {
  const { choices } = situation.view;
  if (!choices || !usable(choices).includes(hand)) return draft;
  if (hand === draft.hand) return turned(situation, draft, 1);
  if (choices.type !== 'act') return { ...draft, hand, rotation: null };
  const { square } = draft;
  return {
    ...NOTHING,
    kind: 'swap',
    hand,
    square: square !== null && choices.swap.includes(square) ? square : null,
  };
}

/**
 * Returns the places of the tiles of the hand that can be used now.
 *
 * @param {TortusChoices | null} choices
 * @returns {readonly number[]}
 */
export function usable(choices) {
  if (choices?.type === 'act') return choices.swap.length > 0 ? choices.hand : [];
  return choices?.type === 'exchange' || choices?.type === 'fill' ? choices.hand : [];
}

/**
 * Chooses a kind of action, or cancels it if it is already chosen.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {ActionKind} kind
 * @returns {Draft}
 */
export function begin(situation, draft, kind) {
  if (!isPossible(situation, kind)) return draft;
  if (kind === draft.kind) return NOTHING;
  const { choices } = situation.view;
  const { square } = draft;
  const stays =
    square !== null &&
    choices?.type === 'act' &&
    ((kind === 'rotate' && choices.rotate.some((one) => one.square === square)) ||
      (kind === 'swap' && choices.swap.includes(square)));
  return { ...NOTHING, kind, square: stays ? square : null };
}

/**
 * Returns whether an action is possible now.
 *
 * @param {Situation} situation
 * @param {ActionKind} kind
 */
export function isPossible({ view, own }, kind) {
  const { choices } = view;
  if (kind === 'draw')
    return own !== null && view.draw !== own && view.turn !== null && hasBegun(view);
  if (choices?.type !== 'act') return false;
  switch (kind) {
    case 'move':
      return choices.moves.some(({ to }) => to.length > 0);
    case 'rotate':
      return choices.rotate.length > 0;
    case 'open':
      return openable(view, kind).length > 0;
    case 'swap':
      return choices.swap.length > 0 && choices.hand.length > 0;
    case 'end':
      return true;
    default:
      return never(kind);
  }
}

/**
 * Returns whether the pawns are placed and players take turns.
 *
 * @param {TortusView} view
 */
export function hasBegun({ phase }) {
  return phase.type !== 'exchange' && phase.type !== 'place' && phase.type !== 'over';
}

/**
 * Returns the rotation of the tile that the draft turns or lays, or `null` while there is none.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {number | null} the rotation in quarter turns clockwise
 */
export function rotationOf({ view }, draft) {
  const { choices } = view;
  if (choices?.type === 'fill') return draft.hand === null ? null : (draft.rotation ?? 0);
  if (choices?.type !== 'act' || draft.square === null) return null;
  if (draft.kind === 'swap') return draft.hand === null ? null : (draft.rotation ?? 0);
  if (draft.kind !== 'rotate') return null;
  const now = view.board.find((one) => one.square === draft.square)?.rotation ?? 0;
  return draft.rotation ?? now;
}

/**
 * Turns the tile that the draft turns or lays.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {1 | -1} by 1 for clockwise as the viewer sees it, -1 for anticlockwise
 * @returns {Draft} the new draft, or the same draft where there is no such tile
 */
export function turned(situation, draft, by) {
  const now = rotationOf(situation, draft);
  if (now === null) return draft;
  return { ...draft, rotation: (now + situation.facing.turn(by) + 4) % 4 };
}

/**
 * Returns whether the player may turn the tile on the square.
 *
 * @param {Situation} situation
 * @param {string} square
 */
export function isRotatable({ view: { choices } }, square) {
  return choices?.type === 'act' && choices.rotate.some((one) => one.square === square);
}

/**
 * Returns the draft before its last step: the pawn stays chosen when the destination of its move is
 * cleared, and nothing stays chosen otherwise.
 *
 * @param {Draft} draft
 * @returns {Draft}
 */
export function undone({ kind, square, pawn }) {
  const hasDestination = kind === 'move' && square !== null && pawn !== null;
  return hasDestination ? { ...NOTHING, kind, pawn } : NOTHING;
}

/**
 * Returns the decision that the draft amounts to, or `null` while it is incomplete.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {TortusAction | null}
 */
export function decisionOf(situation, draft) {
  const { choices } = situation.view;
  const { kind, pawn, square, hand } = draft;
  if (kind === 'draw') return { type: 'draw' };
  switch (choices?.type) {
    case 'exchange':
      return hand === null || square === null ? null : { type: 'exchange', hand, square };
    case 'place':
      return square === null ? null : { type: 'place', square };
    case 'push':
      return square === null ? null : { type: 'push', to: square };
    case 'flow':
      return square === null ? null : { type: 'follow', to: square };
    case 'fill':
      return hand === null ? null : { type: 'fill', hand, rotation: draft.rotation ?? 0 };
    case 'penalty':
      return pawn === null ? null : { type: 'penalty', pawn };
    case 'act':
      return decisionInTurn(situation, draft);
    case undefined:
      return null;
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {TortusAction | null}
 */
function decisionInTurn(situation, draft) {
  const { choices } = situation.view;
  const { kind, pawn, square, hand } = draft;
  if (choices?.type !== 'act') return null;
  if (kind === 'end') return { type: 'end_turn' };
  if (square === null) return null;
  switch (kind) {
    case 'move':
      return pawn === null ? null : { type: 'move', pawn, to: square };
    case 'rotate': {
      const rotation = rotationOf(situation, draft) ?? 0;
      const legal = choices.rotate.find((one) => one.square === square)?.rotations ?? [];
      return legal.includes(rotation) ? { type: 'rotate', square, rotation } : null;
    }
    case 'open':
      return { type: 'open', square };
    case 'swap':
      return hand === null ? null : { type: 'swap', square, hand, rotation: draft.rotation ?? 0 };
    case 'draw':
    case null:
      return null;
    default:
      return never(kind);
  }
}

/**
 * Returns whether a move to a square captures or loses one of the viewer's own pawns.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {string | null} square
 */
export function costsOwn({ view, own }, draft, square) {
  const target = targetAt(view.choices, draft, square);
  const moving = movingOf(view.choices, draft);
  if (!target || !moving) return false;
  const { meets } = target;
  const struck =
    meets.type === 'pawn'
      ? meets.pawn
      : meets.type === 'hole' || meets.type === 'pit'
        ? moving.pawn
        : null;
  return struck !== null && own !== null && view.pawns[struck]?.seat === own;
}

/**
 * Returns whether there is an open offer of a draw.
 *
 * @param {Pick<TortusView, 'draw' | 'declined'>} view
 */
export function isDrawOffered({ draw, declined }) {
  return draw !== null && !declined;
}

/**
 * Returns whether a tap is enough to commit: it is for a move that neither captures nor loses one
 * of the viewer's own pawns.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 */
export function isAtOnce(situation, draft) {
  const { square } = draft;
  return (
    targetAt(situation.view.choices, draft, square) !== null && !costsOwn(situation, draft, square)
  );
}

/**
 * Returns the part of a draft that is still valid under a new view. The draft stays while the
 * choices stay the same.
 *
 * @param {Draft} draft
 * @param {boolean} same whether the choices are the same as before
 * @param {Situation} situation the situation in the new view
 * @returns {Draft}
 */
export function reconcile(draft, same, situation) {
  if (draft.kind === 'draw') return isPossible(situation, 'draw') ? draft : NOTHING;
  if (same) return draft;
  const { choices } = situation.view;
  // A single usable tile leaves nothing to choose.
  const only = choices?.type === 'exchange' && choices.hand.length === 1 ? choices.hand[0] : null;
  return only == null ? NOTHING : { ...NOTHING, hand: only };
}
