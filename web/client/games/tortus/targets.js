/**
 * The squares that a player may choose for a draft. The functions are pure. The choices of the view
 * are the only source of what is legal and what a pawn meets.
 *
 * @import {TortusChoices, TortusTarget, TortusView} from '../../protocol.js'
 * @import {ActionKind, Draft, Situation} from './draft.js'
 */
import { never } from '../../lib/never.js';

/**
 * Returns the pawn that can move now, with its destinations: the chosen one at the start of an
 * action, or the one that is already moving.
 *
 * @param {TortusChoices | null} choices
 * @param {Draft} draft
 * @returns {{ pawn: number, to: readonly TortusTarget[] } | null}
 */
export function movingOf(choices, { pawn }) {
  if (choices?.type === 'push' || choices?.type === 'flow') return choices;
  if (choices?.type !== 'act') return null;
  return choices.moves.find((one) => one.pawn === pawn) ?? null;
}

/**
 * Returns what the movable pawn would meet on a square, or `null` where it cannot go.
 *
 * @param {TortusChoices | null} choices
 * @param {Draft} draft
 * @param {string | null} square
 * @returns {TortusTarget | null}
 */
export function targetAt(choices, draft, square) {
  return movingOf(choices, draft)?.to.find((one) => one.square === square) ?? null;
}

/**
 * Returns the squares of the pawns that the player may choose.
 *
 * @param {Situation} situation
 * @returns {Map<string, number>} the squares, with the number of each pawn
 */
export function pawnsOn({ view }) {
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
 * Returns the closed tiles that the player may try to open. Where the rules punish a wrong attempt,
 * these are all of them once the player has chosen to open one. Until then only the right tiles
 * answer a tap, so that no pawn is lost by a slip of the finger.
 *
 * @param {TortusView} view
 * @param {ActionKind | null} kind the action that the player prepares
 * @returns {readonly string[]}
 */
export function openable({ choices, options, board, pawns }, kind) {
  if (choices?.type !== 'act') return [];
  if (!options.strict_open || kind !== 'open') return choices.open;
  const taken = new Set(pawns.map((pawn) => pawn.at));
  return board.flatMap(({ square, open }) => (open || taken.has(square) ? [] : [square]));
}

/**
 * Returns the squares that advance the draft.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {Set<string>}
 */
export function targetsOf(situation, draft) {
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
      return new Set(inTurn(situation, draft));
    case undefined:
      return new Set();
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {Iterable<string>}
 */
function inTurn(situation, draft) {
  const { choices } = situation.view;
  if (choices?.type !== 'act') return [];
  switch (draft.kind) {
    case 'move': {
      const moving = movingOf(choices, draft);
      return moving ? moving.to.map(({ square }) => square) : pawnsOn(situation).keys();
    }
    case 'rotate':
      return draft.square === null ? choices.rotate.map(({ square }) => square) : [draft.square];
    case 'open':
      return draft.square === null ? openable(situation.view, draft.kind) : [draft.square];
    case 'swap':
      return draft.square === null || draft.hand === null ? choices.swap : [draft.square];
    case 'end':
    case 'draw':
      return [];
    case null:
      return pawnsOn(situation).keys();
    default:
      return never(draft.kind);
  }
}

/**
 * Returns whether the draft lacks a square that only the rules distinguish from the others. The
 * player's own pawns do not count, because the player can see them.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 */
export function isLookedFor({ view: { choices } }, draft) {
  switch (choices?.type) {
    case 'exchange':
    case 'place':
      return true;
    case 'act':
      return draft.square === null && ['rotate', 'open', 'swap'].includes(draft.kind ?? '');
    default:
      return false;
  }
}

/**
 * Returns the closed tiles in line with a pawn of the player, where opening another one costs a
 * pawn. They are shown only once the player has chosen to open a tile.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {ReadonlySet<string>}
 */
export function inLine({ view: { choices, options } }, draft) {
  const isShown = choices?.type === 'act' && draft.kind === 'open' && options.strict_open;
  return new Set(isShown ? choices.open : []);
}

/**
 * Returns whether the draft would open a tile that the player may not open, which costs a pawn.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 */
export function isRisk(situation, draft) {
  const { options } = situation.view;
  if (!options.strict_open || draft.kind !== 'open' || draft.square === null) return false;
  return !inLine(situation, draft).has(draft.square);
}
