/**
 * What a player is putting together: which tile, where and how it is turned; which prisoner; which door. Pure; what
 * is legal comes from the view's choices alone.
 *
 * @import {SectionXAction, SectionXChoices, SectionXFightAhead, SectionXKind, SectionXTileChoices} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 */
import { rotationsOf } from './plan.js';
import { legalAt, legalOther, nearest, next, otherRotation, rotationOf } from './rotations.js';
import { cellsOf, spotsOf, stepsOf, targetsOf, toolsAt } from './targets.js';

/**
 * @typedef {{ type: 'stock', at: number }} StockTool a tile of the own stock
 * @typedef {{ type: 'tile', cell: string }} TileTool a tile of the board
 * @typedef {{ type: 'prisoner', number: number }} PrisonerTool
 * @typedef {{ type: 'door', from: string | null }} DoorTool a door, from the supply or from a section
 * @typedef {{ type: 'give' }} GiveTool a door that is given up for a key
 * @typedef {StockTool | TileTool | PrisonerTool | DoorTool | GiveTool} Tool
 */
/**
 * @typedef {object} Draft
 * @property {Tool | null} tool what is chosen
 * @property {string | null} to where it is to go: a cell for a tile, a place for a prisoner, a section for a door
 * @property {number} turned how the chosen tile is turned, if it can be
 * @property {number} other how the tile is turned with which it is exchanged, if it can be
 * @property {boolean} sure whether a turn is to be ended although that loses something
 */

/** @type {Draft} */
export const NOTHING = { tool: null, to: null, turned: 0, other: 0, sure: false };

/**
 * A situation in which something is put together.
 *
 * @typedef {object} Making
 * @property {Plan} plan
 * @property {SectionXChoices | null} choices
 * @property {Draft} draft
 * @property {readonly (SectionXKind | null)[]} stock the own one
 * @property {ReadonlyMap<number, readonly string[]>} [left] the places that own prisoners have left in this turn
 */

/**
 * Turns the chosen tile, or the other one.
 *
 * @param {Making} making
 * @param {1 | -1} by clockwise or back
 * @param {boolean} [other]
 * @returns {Draft}
 */
export function turn(making, by, other = false) {
  const { draft, plan } = making;
  const { tool, to } = draft;
  if (tool?.type === 'prisoner')
    return {
      ...draft,
      to: nextPlace(
        targetsOf(making).map((one) => one.to),
        to,
        by,
      ),
    };
  if (tool?.type === 'door' || tool?.type === 'give')
    return { ...draft, to: nextPlace(spotsOf(making), to, by) };
  if (other) return { ...draft, other: next(otherRotation(making), legalOther(making), by) };
  if (tool?.type === 'tile' && to === null) {
    const legal = legalAt(making, tool.cell);
    if (legal.length === 0) return draft;
    return {
      ...draft,
      to: tool.cell,
      turned: nearest(((plan.tile(tool.cell)?.rotation ?? 0) + (by > 0 ? 1 : 5)) % 6, legal),
    };
  }
  if (to !== null) return { ...draft, turned: next(rotationOf(making), legalAt(making, to), by) };
  return { ...draft, turned: (draft.turned + by + 6) % 6 };
}

/**
 * @param {readonly string[]} places
 * @param {string | null} now
 * @param {1 | -1} by
 */
export function nextPlace(places, now, by) {
  if (places.length === 0) return now;
  const at = now === null ? (by > 0 ? -1 : 0) : places.indexOf(now);
  return places[(at + by + places.length) % places.length] ?? now;
}

/**
 * The decision that is put together.
 *
 * @param {Making} making
 * @returns {SectionXAction | null} `null` while something is missing
 */
export function decisionOf(making) {
  const { plan, draft } = making;
  const { tool, to } = draft;
  if (!tool || to === null) return null;
  switch (tool.type) {
    case 'stock':
      if (legalAt(making, to).length === 0) return null;
      return { type: 'place', stock: tool.at, cell: to, rotation: rotationOf(making) };
    case 'tile': {
      if (legalAt(making, to).length === 0) return null;
      const rotation = rotationOf(making);
      if (to === tool.cell) return { type: 'turn', cell: to, rotation };
      if (!plan.tile(to)) return { type: 'relocate', from: tool.cell, to, rotation };
      return {
        type: 'exchange',
        a: tool.cell,
        rotation_a: rotation,
        b: to,
        rotation_b: otherRotation(making),
      };
    }
    case 'prisoner':
      return targetsOf(making).some((one) => one.to === to)
        ? { type: 'step', prisoner: tool.number, to }
        : null;
    case 'door':
      return spotsOf(making).includes(to) ? { type: 'door', from: tool.from, to } : null;
    case 'give':
      return spotsOf(making).includes(to) ? { type: 'give_door', section: to } : null;
    default:
      return tool;
  }
}

/**
 * The fights that the chosen tile would bring about where it is to lie; nothing is said of two that change places.
 *
 * @param {Making} making
 * @returns {SectionXFightAhead[]}
 */
export function fightsAt(making) {
  const { choices, draft } = making;
  const { to } = draft;
  if (to === null) return [];
  const rotation = rotationOf(making);
  return fightsOf(choices?.tile ?? null, draft.tool).filter(
    (fight) => fight.cell === to && rotationsOf(fight.rotations).includes(rotation),
  );
}

/**
 * @param {SectionXTileChoices | null} tiles
 * @param {Tool | null} tool
 * @returns {readonly SectionXFightAhead[]}
 */
function fightsOf(tiles, tool) {
  if (tool?.type === 'stock')
    return tiles?.place.find((one) => one.stock.includes(tool.at))?.fights ?? [];
  if (tool?.type === 'tile')
    return tiles?.moves.find((one) => one.cell === tool.cell)?.fights ?? [];
  return [];
}

/**
 * What is left of a draft under a new view.
 *
 * @param {Making} making with the draft as it was
 * @param {readonly (SectionXKind | null)[]} stockBefore
 * @returns {Draft}
 */
export function reconcile(making, stockBefore) {
  const { draft, choices, stock } = making;
  const { tool, to } = draft;
  switch (tool?.type) {
    case 'stock': {
      const still = stock[tool.at] !== undefined && stock[tool.at] === stockBefore[tool.at];
      const here =
        still && choices?.tile?.place.some((one) => one.stock.includes(tool.at)) === true;
      if (!here) return NOTHING;
      return to !== null && legalAt(making, to).length > 0 ? draft : { ...draft, to: null };
    }
    case 'tile':
      if (!toolsAt(making, tool.cell).some((one) => one.type === 'tile')) return NOTHING;
      return to !== null && legalAt(making, to).length > 0 ? draft : { ...draft, to: null };
    case 'prisoner':
      return stepsOf(making)
        ? { ...draft, to: targetsOf(making).some((one) => one.to === to) ? to : null }
        : NOTHING;
    case 'door':
    case 'give':
      if (spotsOf(making).length === 0) return NOTHING;
      return to !== null && spotsOf(making).includes(to) ? draft : { ...draft, to: null };
    case undefined:
      return drawn(making, stockBefore);
    default:
      return tool ?? NOTHING;
  }
}

/**
 * The one tile that is new in the own stock is chosen at once, if it can be laid.
 *
 * @param {Making} making
 * @param {readonly (SectionXKind | null)[]} stockBefore
 * @returns {Draft}
 */
function drawn(making, stockBefore) {
  const { stock } = making;
  if (stock.length !== stockBefore.length + 1) return NOTHING;
  /** @type {Draft} */
  const draft = { ...NOTHING, tool: { type: 'stock', at: stock.length - 1 } };
  return cellsOf({ ...making, draft }).length > 0 ? draft : NOTHING;
}
