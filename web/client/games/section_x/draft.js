/**
 * The draft of a player's decision: a tile with its cell and rotation, a prisoner, or a door. The
 * functions are pure. The choices of the view are the only source of what is legal.
 *
 * @import {SectionXAction, SectionXChoices, SectionXFightAhead, SectionXKind, SectionXTileChoices} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 */
import { rotationsOf } from './plan.js';
import { legalAt, legalOther, nearest, next, otherRotation, rotationOf } from './rotations.js';
import { cellsOf, fitsAt, modesOf, spotsOf, stepsOf, targetsOf, toolsAt } from './targets.js';

/**
 * @typedef {{ type: 'stock', at: number }} StockTool a tile of the player's own stock
 * @typedef {{ type: 'tile', cell: string }} TileTool a tile of the board
 * @typedef {{ type: 'prisoner', number: number }} PrisonerTool
 * @typedef {{ type: 'door', from: string | null }} DoorTool a door, from the supply or from a
 *   section
 * @typedef {{ type: 'give' }} GiveTool a door that the player gives up for a key
 * @typedef {StockTool | TileTool | PrisonerTool | DoorTool | GiveTool} Tool
 */
/**
 * The action that the player has begun before choosing an object for it, or `null`: the tiles, the
 * prisoners or the doors of the board that it concerns can be chosen then, and nothing else.
 *
 * @typedef {'move' | 'swap' | 'turn' | 'walk' | 'door' | null} Mode
 */
/**
 * @typedef {object} Draft
 * @property {Mode} mode
 * @property {Tool | null} tool the chosen object
 * @property {string | null} to the destination: a cell for a tile, a place for a prisoner, a
 *   section for a door
 * @property {string | null} at the cell that the player has pressed although it has several places
 *   to go to, so that one of them is still to be chosen
 * @property {number} turned the rotation of the chosen tile, applied where it is legal
 * @property {number} other the rotation of the tile that it is exchanged with, applied where it is
 *   legal
 * @property {boolean} sure whether the player confirms the end of the turn although it loses
 *   something
 */

/** @type {Draft} */
export const NOTHING = {
  mode: null,
  tool: null,
  to: null,
  at: null,
  turned: 0,
  other: 0,
  sure: false,
};

/**
 * The context of a draft.
 *
 * @typedef {object} Making
 * @property {Plan} plan
 * @property {SectionXChoices | null} choices
 * @property {Draft} draft
 * @property {readonly (SectionXKind | null)[]} stock the player's own stock
 * @property {ReadonlyMap<number, readonly string[]>} [left] the places that the player's prisoners
 *   have left in this turn, by prisoner number
 */

/**
 * Turns the chosen tile or the one that it is exchanged with. For a prisoner or a door, selects the
 * next destination.
 *
 * @param {Making} making
 * @param {1 | -1} by 1 for clockwise or the next one, -1 for anticlockwise or the previous one
 * @param {boolean} [other] whether to turn the other tile of an exchange
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
    const legal = fitsAt(making, tool.cell);
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
 * Returns the decision that the draft amounts to.
 *
 * @param {Making} making
 * @returns {SectionXAction | null} the decision, or `null` while the draft is incomplete
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
 * Returns the fights that the chosen tile would cause at its destination. The view does not predict
 * the fights of an exchange.
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
 * Returns the part of a draft that is still valid under a new view.
 *
 * @param {Making} making the new context, with the previous draft
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
 * Chooses the single tile that is new in the player's own stock, if it can be laid.
 *
 * @param {Making} making
 * @param {readonly (SectionXKind | null)[]} stockBefore
 * @returns {Draft}
 */
function drawn(making, stockBefore) {
  const { stock } = making;
  if (stock.length !== stockBefore.length + 1) {
    const { mode } = making.draft;
    return mode !== null && modesOf(making)[mode] ? { ...NOTHING, mode } : NOTHING;
  }
  /** @type {Draft} */
  const draft = { ...NOTHING, tool: { type: 'stock', at: stock.length - 1 } };
  return cellsOf({ ...making, draft }).length > 0 ? draft : NOTHING;
}
