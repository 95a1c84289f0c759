/**
 * What a player is putting together: which tile, where and how it is turned; which prisoner; which door. Pure; what
 * is legal comes from the view's choices alone.
 *
 * @import {SectionXAction, SectionXChoices, SectionXFightAhead, SectionXIllegal, SectionXKind, SectionXSteps, SectionXTarget, SectionXTileChoices} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 */
import { sideTo } from '../hexes.js';
import { look } from './geometry.js';
import { rotationsOf } from './plan.js';

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
 * The rotation of a list that comes next to the one that is wished for; the wished one if nothing is in the list.
 *
 * @param {number} wished
 * @param {readonly number[]} legal the smallest first
 */
export function nearest(wished, legal) {
  if (legal.includes(wished)) return wished;
  return legal.find((one) => one > wished) ?? legal[0] ?? wished;
}

/**
 * The next rotation of a list.
 *
 * @param {number} now
 * @param {readonly number[]} legal
 * @param {1 | -1} by
 */
function next(now, legal, by) {
  const at = legal.indexOf(now);
  return legal[(at + by + legal.length) % legal.length] ?? now;
}

/**
 * One rotation for each look of a tile.
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
 * A situation in which something is put together.
 *
 * @typedef {object} Making
 * @property {Plan} plan
 * @property {SectionXChoices | null} choices
 * @property {Draft} draft
 * @property {readonly (SectionXKind | null)[]} stock the own one
 */

/**
 * The rotations in which the chosen tile can lie on a cell; without those that look the same.
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
 * How two tiles side by side can be exchanged.
 *
 * @param {Plan} plan
 * @param {SectionXChoices} choices
 * @param {string} first
 * @param {string} second
 * @returns {number[][] | null | undefined} for each rotation of the first those of the second; `null` if they can't be;
 *   `undefined` if they do not lie side by side, so that each is turned for itself
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

/** How the chosen tile is turned where it is to go. @param {Making} making */
export function rotationOf(making) {
  const { to, turned } = making.draft;
  return to === null ? turned : nearest(turned, legalAt(making, to));
}

/**
 * The rotations of the tile with which the chosen one is exchanged.
 *
 * @param {Making} making
 * @returns {number[]} none where none is exchanged
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

/** How the other tile is turned. @param {Making} making */
export function otherRotation(making) {
  return nearest(making.draft.other, legalOther(making));
}

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
 * The prisoners that move with the chosen one, and where they can go.
 *
 * @param {Making} making
 * @returns {SectionXSteps | null}
 */
export function stepsOf({ choices, draft: { tool } }) {
  if (tool?.type !== 'prisoner') return null;
  return choices?.steps.find((one) => one.prisoners.includes(tool.number)) ?? null;
}

/**
 * Where the chosen prisoner can go.
 *
 * @param {Making} making
 * @returns {readonly SectionXTarget[]}
 */
export function targetsOf(making) {
  return stepsOf(making)?.to ?? [];
}

/**
 * Where the chosen door can go, or which can be given up.
 *
 * @param {Making} making
 * @returns {readonly string[]}
 */
export function spotsOf({ choices, draft: { tool } }) {
  if (tool?.type === 'give') return choices?.give_door ?? [];
  if (tool?.type !== 'door') return [];
  return choices?.doors.find((one) => one.from === tool.from)?.to ?? [];
}

/**
 * The cells on which the chosen tile can go.
 *
 * @param {Making} making
 * @returns {string[]}
 */
export function cellsOf(making) {
  const { plan, choices, draft } = making;
  const { tool } = draft;
  if (!choices?.tile || (tool?.type !== 'stock' && tool?.type !== 'tile')) return [];
  return plan.view.cells.filter((cell) => legalAt(making, cell).length > 0);
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
 * What can be chosen at a cell, one after the other: prisoners, a door, the tile.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {Tool[]}
 */
export function toolsAt({ plan, choices }, cell) {
  if (!choices) return [];
  const { prisoners } = plan.view;
  const own = plan.view.acting;
  const at = (/** @type {number | undefined} */ number) =>
    prisoners.find((one) => one.seat === own && one.number === number)?.at ?? '';
  /** @type {Tool[]} */
  const tools = choices.steps.flatMap((steps) => {
    const [number] = steps.prisoners;
    return number !== undefined && plan.isAt(at(number), cell)
      ? [{ type: 'prisoner', number }]
      : [];
  });
  for (const { from } of choices.doors)
    if (from !== null && plan.isAt(from, cell)) tools.push({ type: 'door', from });
  if (
    choices.tile?.moves.some((one) => one.cell === cell) ||
    choices.tile?.turn.some((one) => one.cell === cell)
  ) {
    tools.push({ type: 'tile', cell });
  }
  return tools;
}

/**
 * Why the tile on a cell can't be turned, or moved.
 *
 * @param {Pick<Making, 'choices'>} making
 * @param {string} cell
 * @returns {SectionXIllegal[]}
 */
export function whyFixed({ choices }, cell) {
  const fixed = choices?.tile?.fixed.find((one) => one.cell === cell);
  if (!fixed) return [];
  return fixed.moved === null || fixed.moved.code === fixed.turn.code
    ? [fixed.turn]
    : [fixed.moved, fixed.turn];
}

/**
 * Why a cell can't be chosen now, as far as the view says it.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {readonly SectionXIllegal[]}
 */
export function whyAt(making, cell) {
  const { plan, choices, draft } = making;
  if (!choices) return [];
  if (draft.tool === null) return whyFixed(making, cell);
  if (draft.tool.type !== 'prisoner') return [];
  const barred = stepsOf(making)?.barred ?? [];
  return barred.filter((one) => plan.isAt(one.to, cell)).map((one) => one.why);
}

/**
 * A place that can be walked to at once while nothing is chosen, and who can: one of each place they are in.
 *
 * @typedef {object} Direct
 * @property {SectionXTarget} target of the first of them
 * @property {readonly number[]} prisoners
 */

/**
 * Where prisoners can go while nothing is chosen. There is nothing where a press could mean a tile as well.
 *
 * @param {Making} making
 * @returns {Direct[]}
 */
export function directs({ choices, draft }) {
  if (!choices || draft.tool !== null || choices.tile !== null) return [];
  /** @type {Map<string, { target: SectionXTarget, prisoners: number[] }>} */
  const all = new Map();
  for (const { prisoners, to } of choices.steps) {
    const [number] = prisoners;
    if (number === undefined) continue;
    for (const target of to) {
      // The way back is never what is meant first.
      if (target.to === 'block') continue;
      const known = all.get(target.to) ?? { target, prisoners: [] };
      known.prisoners.push(number);
      all.set(target.to, known);
    }
  }
  return [...all.values()];
}

/**
 * Those of a cell.
 *
 * @param {Making} making
 * @param {string} cell
 */
export function directAt(making, cell) {
  return directs(making).filter((one) => making.plan.isAt(one.target.to, cell));
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
      return NOTHING;
    default:
      return tool ?? NOTHING;
  }
}
