/**
 * Computes the picture of the draft on the board. The functions are pure.
 *
 * @import {TortusView} from '../../protocol.js'
 * @import {Preview} from './ghost.js'
 * @import {Situation} from './status.js'
 */
import { costsOwn, decisionOf, rotationOf } from './draft.js';
import { stakeAt } from './stakes.js';
import { pointedBy } from './star.js';
import { movingOf } from './targets.js';

/**
 * @param {Situation} situation
 * @returns {Preview}
 */
export function previewOf(situation) {
  const { view, own, draft, colour } = situation;
  const { choices } = view;
  const { hand, square, pawn } = draft;
  const rotation = rotationOf(situation, draft) ?? 0;
  const at = choices?.type === 'fill' ? choices.square : square;
  const held = hand === null ? null : (view.hands[own ?? 0]?.[hand]?.tile ?? null);
  const lies = view.board.find((field) => field.square === at)?.tile ?? null;
  const tile = held ?? (draft.kind === 'rotate' ? lies : null);
  const given =
    choices?.type === 'penalty' && pawn !== null ? (view.pawns[pawn]?.at ?? null) : null;
  const ready = decisionOf(situation, draft) !== null;
  const laid = at !== null && tile !== null ? { square: at, lying: { tile, rotation } } : null;
  return {
    tile: laid,
    points: laid && pointedBy(laid, view),
    stake: stakeAt(situation, draft, square),
    pawn:
      choices?.type === 'place' && square !== null ? { square, colour: colour(own ?? 0) } : null,
    square: at ?? given,
    targets: (movingOf(choices, draft)?.to ?? []).map((target) => ({
      target,
      costs: costsOwn(situation, draft, target.square),
      stake: stakeAt(situation, draft, target.square),
    })),
    confirm: ready && at !== null ? at : given,
  };
}

/**
 * Returns the square that Tab leads to: the one where the game waits for the viewer, or `null`.
 *
 * @param {Pick<TortusView, 'choices' | 'pawns'>} view
 * @returns {string | null}
 */
export function homeOf({ choices, pawns }) {
  if (choices?.type === 'push' || choices?.type === 'flow') return pawns[choices.pawn]?.at ?? null;
  return choices?.type === 'fill' ? choices.square : null;
}
