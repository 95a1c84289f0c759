/**
 * Computes the rotations of a chosen tile at its destination, and those of the tile that it is
 * exchanged with. The functions are pure. The choices of the view are the only source of what is
 * legal.
 *
 * @import {SectionXChoices, SectionXKind} from '../../protocol.js'
 * @import {Making} from './draft.js'
 * @import {Plan} from './plan.js'
 */
import { sideTo } from '../hexes.js';
import { look } from './geometry.js';
import { rotationsOf } from './plan.js';

/**
 * Returns the requested rotation if it is legal, otherwise the next legal one. Where nothing is
 * legal it returns the requested one.
 *
 * @param {number} wished the requested rotation
 * @param {readonly number[]} legal the legal rotations, in ascending order
 */
export function nearest(wished, legal) {
  if (legal.includes(wished)) return wished;
  return legal.find((one) => one > wished) ?? legal[0] ?? wished;
}

/**
 * Returns the next rotation in a list.
 *
 * @param {number} now
 * @param {readonly number[]} legal
 * @param {1 | -1} by
 */
export function next(now, legal, by) {
  const at = legal.indexOf(now);
  return legal[(at + by + legal.length) % legal.length] ?? now;
}

/**
 * Returns one rotation for each look of a tile.
 *
 * @param {Plan} plan
 * @param {SectionXKind} kind
 * @param {readonly number[]} rotations
 */
function looks(plan, kind, rotations) {
  const sections = plan.sections(kind);
  const seen = new Set();
  return rotations.filter((rotation) => {
    const one = look(sections, rotation);
    if (seen.has(one)) return false;
    seen.add(one);
    return true;
  });
}

/**
 * Returns the legal rotations of the chosen tile on a cell, without those that look the same.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {number[]}
 */
export function legalAt({ plan, choices, draft: { tool }, stock }, cell) {
  const tile = choices?.tile;
  if (!tile || !tool) return [];
  if (tool.type === 'stock') {
    const kind = stock[tool.at];
    const one = tile.place.find((place) => place.stock.includes(tool.at));
    return one && kind ? looks(plan, kind, rotationsOf(one.to[plan.number(cell)])) : [];
  }
  if (tool.type !== 'tile') return [];
  const laid = plan.tile(tool.cell);
  if (!laid) return [];
  if (cell === tool.cell) {
    const now = look(plan.sections(laid.kind), laid.rotation);
    const turns = rotationsOf(tile.turn.find((one) => one.cell === cell)?.rotations);
    return looks(plan, laid.kind, turns).filter(
      (one) => look(plan.sections(laid.kind), one) !== now,
    );
  }
  const pair = pairOf(plan, choices, tool.cell, cell);
  if (pair !== undefined)
    return looks(
      plan,
      laid.kind,
      pair?.flatMap((set, rotation) => (set.length > 0 ? [rotation] : [])) ?? [],
    );
  const movable = tile.moves.find((one) => one.cell === tool.cell);
  return looks(plan, laid.kind, rotationsOf(movable?.to[plan.number(cell)]));
}

/**
 * Returns the rotations in which two adjacent tiles can be exchanged.
 *
 * @param {Plan} plan
 * @param {SectionXChoices} choices
 * @param {string} first
 * @param {string} second
 * @returns {number[][] | null | undefined} for each rotation of the first tile the rotations of the
 *   second; `null` if they cannot be exchanged; `undefined` if they are not adjacent, so that each
 *   turns independently
 */
function pairOf(plan, choices, first, second) {
  if (!plan.tile(second) || sideTo(first, second, plan.radius) === null) return undefined;
  const all = [0, 1, 2, 3, 4, 5];
  for (const [a, b, digits] of choices.tile?.beside ?? []) {
    const sets = all.map((rotation) => rotationsOf(digits[rotation]));
    if (a === first && b === second) return sets;
    if (a === second && b === first)
      return all.map((rotation) => all.filter((one) => sets[one]?.includes(rotation)));
  }
  return null;
}

/** Returns the rotation of the chosen tile at its destination. @param {Making} making */
export function rotationOf(making) {
  const { to, turned } = making.draft;
  return to === null ? turned : nearest(turned, legalAt(making, to));
}

/**
 * Returns the legal rotations of the tile that the chosen one is exchanged with.
 *
 * @param {Making} making
 * @returns {number[]} the rotations; empty where there is no exchange
 */
export function legalOther(making) {
  const { plan, choices, draft } = making;
  const { tool, to } = draft;
  if (!choices?.tile || tool?.type !== 'tile' || to === null || to === tool.cell) return [];
  const other = plan.tile(to);
  if (!other) return [];
  const pair = pairOf(plan, choices, tool.cell, to);
  if (pair !== undefined) return looks(plan, other.kind, pair?.[rotationOf(making)] ?? []);
  const movable = choices.tile.moves.find((one) => one.cell === to);
  return looks(plan, other.kind, rotationsOf(movable?.to[plan.number(tool.cell)]));
}

/** Returns the rotation of the other tile of an exchange. @param {Making} making */
export function otherRotation(making) {
  return nearest(making.draft.other, legalOther(making));
}
