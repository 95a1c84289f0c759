/**
 * What a player is putting together. Pure; what is legal, and what a pawn meets, comes from the view's choices alone.
 *
 * @import {TortusAction, TortusChoices, TortusTarget, TortusView} from '../../protocol.js'
 */
import { never } from '../../lib/never.js';

/** @typedef {'move' | 'rotate' | 'open' | 'swap' | 'end' | 'draw'} Deed what is to be done */
/**
 * @typedef {object} Composition
 * @property {Deed | null} deed
 * @property {number | null} pawn the pawn to be moved, or given up
 * @property {string | null} square the tile, or where the pawn is to go
 * @property {number | null} hand the place of a tile of the hand
 * @property {number | null} rotation how the tile is to lie; `null` as it comes
 */

/** @type {Composition} */
export const NOTHING = { deed: null, pawn: null, square: null, hand: null, rotation: null };

/** The deeds that are an action on the board. */
export const DEEDS = /** @type {const} */ (['move', 'rotate', 'open', 'swap']);

/**
 * What a player has before them.
 *
 * @typedef {object} Situation
 * @property {TortusView} view
 * @property {number | null} own the viewer's seat
 */

/**
 * The pawn that can move now, and where: the chosen one in a turn, or the one that is under way.
 *
 * @param {TortusChoices | null} choices
 * @param {Composition} composition
 * @returns {{ pawn: number, to: readonly TortusTarget[] } | null}
 */
export function movingOf(choices, { pawn }) {
  if (choices?.type === 'push' || choices?.type === 'flow') return choices;
  if (choices?.type !== 'act') return null;
  return choices.moves.find((one) => one.pawn === pawn) ?? null;
}

/**
 * What the pawn that can move would meet on a square.
 *
 * @param {TortusChoices | null} choices
 * @param {Composition} composition
 * @param {string | null} square
 * @returns {TortusTarget | null}
 */
export function targetAt(choices, composition, square) {
  return movingOf(choices, composition)?.to.find((one) => one.square === square) ?? null;
}

/**
 * The squares of the pawns that may be chosen.
 *
 * @param {Situation} situation
 * @returns {Map<string, number>} with the number of each pawn
 */
function pawnsOn({ view }) {
  const { choices, pawns } = view;
  const numbers =
    choices?.type === 'act'
      ? choices.moves.flatMap(({ pawn, to }) => (to.length > 0 ? [pawn] : []))
      : choices?.type === 'penalty'
        ? choices.pawns
        : [];
  return new Map(
    numbers.flatMap((pawn) => (pawns[pawn]?.at == null ? [] : [[pawns[pawn].at, pawn]])),
  );
}

/**
 * The closed tiles that may be tried to open. Where a wrong one is punished nothing says which are right.
 *
 * @param {TortusView} view
 * @returns {readonly string[]}
 */
function openable({ choices, options, board, pawns }) {
  if (choices?.type !== 'act') return [];
  if (!options.strict_open) return choices.open;
  const taken = new Set(pawns.map((pawn) => pawn.at));
  return board.flatMap(({ square, open }) => (open || taken.has(square) ? [] : [square]));
}

/**
 * The squares that lead on with what is being put together.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @returns {Set<string>}
 */
export function targetsOf(situation, composition) {
  const { view } = situation;
  const { choices } = view;
  switch (choices?.type) {
    case 'exchange':
    case 'place':
      return new Set(choices.squares);
    case 'push':
    case 'flow':
      return new Set(choices.to.map(({ square }) => square));
    case 'fill':
      return new Set([choices.square]);
    case 'penalty':
      return new Set(pawnsOn(situation).keys());
    case 'act':
      return new Set(inTurn(situation, composition));
    case undefined:
      return new Set();
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {Composition} composition
 * @returns {Iterable<string>}
 */
function inTurn(situation, composition) {
  const { choices } = situation.view;
  if (choices?.type !== 'act') return [];
  switch (composition.deed) {
    case 'move': {
      const moving = movingOf(choices, composition);
      return moving ? moving.to.map(({ square }) => square) : pawnsOn(situation).keys();
    }
    case 'rotate':
      return composition.square === null
        ? choices.rotate.map(({ square }) => square)
        : [composition.square];
    case 'open':
      return composition.square === null ? openable(situation.view) : [composition.square];
    case 'swap':
      return composition.square === null || composition.hand === null
        ? choices.swap
        : [composition.square];
    case 'end':
    case 'draw':
      return [];
    case null:
      return pawnsOn(situation).keys();
    default:
      return never(composition.deed);
  }
}

/**
 * What a tap on a square makes of a composition.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @param {string} square
 * @returns {Composition} the same one where there is nothing to tap
 */
export function tap(situation, composition, square) {
  const { choices } = situation.view;
  switch (choices?.type) {
    case 'exchange':
      return choices.squares.includes(square) ? { ...composition, square } : composition;
    case 'place':
      return choices.squares.includes(square) ? { ...NOTHING, square } : composition;
    case 'push':
    case 'flow':
      return targetAt(choices, composition, square) ? { ...NOTHING, square } : composition;
    case 'fill':
      return square === choices.square && composition.hand !== null
        ? turned(situation, composition, 1)
        : composition;
    case 'penalty': {
      const pawn = pawnsOn(situation).get(square);
      return pawn === undefined ? composition : { ...NOTHING, pawn };
    }
    case 'act':
      return tapInTurn(situation, composition, square);
    case undefined:
      return composition;
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {Composition} composition
 * @param {string} square
 * @returns {Composition}
 */
function tapInTurn(situation, composition, square) {
  const { view } = situation;
  const { choices } = view;
  if (choices?.type !== 'act') return composition;
  const { deed, hand } = composition;
  const other = pawnsOn(situation).get(square);
  // Who chooses their own pawn again rather than confirm that it is captured takes that one up.
  const again = other !== undefined && composition.square === square;
  if (deed === 'move' && !again && targetAt(choices, composition, square))
    return { ...composition, square };
  if ((deed === 'rotate' || (deed === 'swap' && hand !== null)) && composition.square === square) {
    return turned(situation, composition, 1);
  }
  if (deed === 'swap' && choices.swap.includes(square)) return { ...composition, square };
  if (other !== undefined) return { ...NOTHING, deed: 'move', pawn: other };
  if (openable(view).includes(square)) return { ...NOTHING, deed: 'open', square };
  const turns = choices.rotate.find((one) => one.square === square);
  return turns ? { ...NOTHING, deed: 'rotate', square } : composition;
}

/**
 * Takes a tile of the hand.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @param {number} hand its place
 * @returns {Composition}
 */
export function take(situation, composition, hand) {
  const { choices } = situation.view;
  if (!choices || !usable(choices).includes(hand)) return composition;
  if (hand === composition.hand) return turned(situation, composition, 1);
  if (choices.type !== 'act') return { ...composition, hand, rotation: null };
  const { square } = composition;
  return {
    ...NOTHING,
    deed: 'swap',
    hand,
    square: square !== null && choices.swap.includes(square) ? square : null,
  };
}

/**
 * The places of the tiles of the hand that can be used now.
 *
 * @param {TortusChoices | null} choices
 * @returns {readonly number[]}
 */
export function usable(choices) {
  if (choices?.type === 'act') return choices.swap.length > 0 ? choices.hand : [];
  return choices?.type === 'exchange' || choices?.type === 'fill' ? choices.hand : [];
}

/**
 * Chooses what to do, or lets it go again.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @param {Deed} deed
 * @returns {Composition}
 */
export function begin(situation, composition, deed) {
  if (!isPossible(situation, deed)) return composition;
  if (deed === composition.deed) return NOTHING;
  const { choices } = situation.view;
  const { square } = composition;
  const stays =
    square !== null &&
    choices?.type === 'act' &&
    ((deed === 'rotate' && choices.rotate.some((one) => one.square === square)) ||
      (deed === 'swap' && choices.swap.includes(square)));
  return { ...NOTHING, deed, square: stays ? square : null };
}

/**
 * Whether that can be done now.
 *
 * @param {Situation} situation
 * @param {Deed} deed
 */
export function isPossible({ view, own }, deed) {
  const { choices } = view;
  if (deed === 'draw')
    return own !== null && view.draw !== own && view.turn !== null && hasBegun(view);
  if (choices?.type !== 'act') return false;
  switch (deed) {
    case 'move':
      return choices.moves.some(({ to }) => to.length > 0);
    case 'rotate':
      return choices.rotate.length > 0;
    case 'open':
      return openable(view).length > 0;
    case 'swap':
      return choices.swap.length > 0 && choices.hand.length > 0;
    case 'end':
      return true;
    default:
      return never(deed);
  }
}

/**
 * Whether the pawns stand and turns are taken.
 *
 * @param {TortusView} view
 */
export function hasBegun({ phase }) {
  return phase.type !== 'exchange' && phase.type !== 'place' && phase.type !== 'over';
}

/**
 * How the tile lies that is being turned; `null` while none is.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @returns {number | null} quarter turns clockwise
 */
export function rotationOf({ view }, composition) {
  const { choices } = view;
  if (choices?.type === 'fill')
    return composition.hand === null ? null : (composition.rotation ?? 0);
  if (choices?.type !== 'act' || composition.square === null) return null;
  if (composition.deed === 'swap')
    return composition.hand === null ? null : (composition.rotation ?? 0);
  if (composition.deed !== 'rotate') return null;
  const now = view.board.find((one) => one.square === composition.square)?.rotation ?? 0;
  return composition.rotation ?? now;
}

/**
 * Turns the tile that is being laid or turned.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @param {1 | -1} by clockwise or back
 * @returns {Composition} the same one where there is none
 */
export function turned(situation, composition, by) {
  const now = rotationOf(situation, composition);
  if (now === null) return composition;
  return { ...composition, rotation: (now + by + 4) % 4 };
}

/**
 * The decision that is put together; `null` while something is missing.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @returns {TortusAction | null}
 */
export function decisionOf(situation, composition) {
  const { choices } = situation.view;
  const { deed, pawn, square, hand } = composition;
  if (deed === 'draw') return { type: 'draw' };
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
      return hand === null ? null : { type: 'fill', hand, rotation: composition.rotation ?? 0 };
    case 'penalty':
      return pawn === null ? null : { type: 'penalty', pawn };
    case 'act':
      return decisionInTurn(situation, composition);
    case undefined:
      return null;
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {Composition} composition
 * @returns {TortusAction | null}
 */
function decisionInTurn(situation, composition) {
  const { choices } = situation.view;
  const { deed, pawn, square, hand } = composition;
  if (choices?.type !== 'act') return null;
  if (deed === 'end') return { type: 'end_turn' };
  if (square === null) return null;
  switch (deed) {
    case 'move':
      return pawn === null ? null : { type: 'move', pawn, to: square };
    case 'rotate': {
      const rotation = rotationOf(situation, composition) ?? 0;
      const legal = choices.rotate.find((one) => one.square === square)?.rotations ?? [];
      return legal.includes(rotation) ? { type: 'rotate', square, rotation } : null;
    }
    case 'open':
      return { type: 'open', square };
    case 'swap':
      return hand === null
        ? null
        : { type: 'swap', square, hand, rotation: composition.rotation ?? 0 };
    case 'draw':
    case null:
      return null;
    default:
      return never(deed);
  }
}

/**
 * Whether a pawn of the viewer's own is captured or lost by going there.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 * @param {string | null} square
 */
export function costsOwn({ view, own }, composition, square) {
  const target = targetAt(view.choices, composition, square);
  const moving = movingOf(view.choices, composition);
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
 * Whether somebody's offer of a draw can be agreed to.
 *
 * @param {Pick<TortusView, 'draw' | 'declined'>} view
 */
export function isDrawOffered({ draw, declined }) {
  return draw !== null && !declined;
}

/**
 * Whether a tap is enough to decide that: a pawn goes where none of one's own is captured or lost.
 *
 * @param {Situation} situation
 * @param {Composition} composition
 */
export function isAtOnce(situation, composition) {
  const { square } = composition;
  return (
    targetAt(situation.view.choices, composition, square) !== null &&
    !costsOwn(situation, composition, square)
  );
}

/**
 * What is left of a composition under a new view: it stays while the choices do.
 *
 * @param {Composition} composition
 * @param {boolean} same whether the choices are those from before
 * @param {Situation} situation of the new view
 * @returns {Composition}
 */
export function keep(composition, same, situation) {
  if (composition.deed === 'draw') return isPossible(situation, 'draw') ? composition : NOTHING;
  if (same) return composition;
  const { choices } = situation.view;
  // Where there is only one tile to use there is nothing to choose.
  const only = choices?.type === 'exchange' && choices.hand.length === 1 ? choices.hand[0] : null;
  return only == null ? NOTHING : { ...NOTHING, hand: only };
}
