/**
 * What can be chosen: where the chosen tool can go, what there is at a cell, and why something there is not to be had.
 * Pure; what is legal comes from the view's choices alone.
 *
 * @import {SectionXIllegal, SectionXSteps, SectionXTarget} from '../../protocol.js'
 * @import {Making, Tool} from './draft.js'
 */
import { legalAt } from './rotations.js';

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
 * Where prisoners can go while nothing is chosen. There is nothing where a press could mean a tile as well. Where several
 * can go, who has just left that place is not the one who is meant.
 *
 * @param {Making} making
 * @returns {Direct[]}
 */
export function directs({ choices, draft, left }) {
  if (!choices || draft.tool !== null || choices.tile !== null) return [];
  /** @type {Map<string, { target: SectionXTarget, number: number }[]>} */
  const all = new Map();
  for (const { prisoners, to } of choices.steps) {
    const [number] = prisoners;
    if (number === undefined) continue;
    for (const target of to) {
      // The way back is never what is meant first.
      if (target.to === 'block') continue;
      all.set(target.to, [...(all.get(target.to) ?? []), { target, number }]);
    }
  }
  return [...all].flatMap(([to, ways]) => {
    const onward = ways.filter(({ number }) => left?.get(number)?.includes(to) !== true);
    const [first, ...more] = onward.length > 0 ? onward : ways;
    if (!first) return [];
    return [{ target: first.target, prisoners: [first, ...more].map(({ number }) => number) }];
  });
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
