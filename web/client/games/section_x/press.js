/**
 * What comes of pressing a cell: something is chosen there, or goes there. Pure.
 *
 * @import {SectionXAction, SectionXIllegal, SectionXTarget} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Draft, Making, StockTool, TileTool} from './draft.js'
 * @import {Plan} from './plan.js'
 */
import {
  legalAt,
  NOTHING,
  nearest,
  nextPlace,
  spotsOf,
  stepsOf,
  targetsOf,
  toolsAt,
  turn,
  whyFixed,
} from './draft.js';
import { parseSpot } from './plan.js';

/**
 * @typedef {object} Pressed what comes of pressing a cell
 * @property {Draft} draft
 * @property {SectionXAction} [send] a decision that is complete
 * @property {SectionXAction} [ask] one that is not possible: the server says why
 * @property {readonly SectionXIllegal[]} [why] why something can't be chosen there
 */

/**
 * Of several places of a cell the nearest to a point, or the one after the chosen one.
 *
 * @param {Plan} plan
 * @param {readonly string[]} places
 * @param {Point | null} point
 * @param {string | null} now
 */
function pick(plan, places, point, now) {
  if (point === null || places.length < 2)
    return nextPlace(places, now !== null && places.includes(now) ? now : null, 1);
  const far = (/** @type {string} */ place) => {
    if (!parseSpot(place)) return Infinity;
    const { x, y } = plan.stand(place);
    return Math.hypot(x - point.x, y - point.y);
  };
  return [...places].sort((a, b) => far(a) - far(b))[0] ?? null;
}

/**
 * Presses a cell: goes there with what is chosen, or chooses what is there.
 *
 * @param {Making} making
 * @param {string} cell
 * @param {Point | null} point where in the drawing; `null` with a key
 * @param {boolean} careful whether nothing is sent at the first press
 * @returns {Pressed}
 */
export function press(making, cell, point, careful) {
  const { draft, plan } = making;
  const { tool } = draft;
  switch (tool?.type) {
    case 'stock':
    case 'tile':
      return pressTile(making, tool, cell);
    case 'prisoner': {
      const here = targetsOf(making).filter((one) => plan.isAt(one.to, cell));
      // Where another of one's prisoners is, a press may mean either: the place first, then who is there.
      const others = toolsAt(making, cell).filter(
        (one) => one.type === 'prisoner' && one.number !== tool.number,
      );
      if (others.length > 0 && here.some((one) => one.to === draft.to)) return choose(making, cell);
      if (here.length > 0) return pressTarget(making, here, point, careful || others.length > 0);
      const barred = stepsOf(making)?.barred.filter((one) => plan.isAt(one.to, cell)) ?? [];
      const chosen = choose(making, cell);
      return barred.length > 0 && chosen.draft === draft
        ? { draft, why: barred.map((one) => one.why) }
        : chosen;
    }
    case 'door':
    case 'give': {
      const here = spotsOf(making).filter((one) => plan.isAt(one, cell));
      if (here.length > 0) return { draft: { ...draft, to: pick(plan, here, point, draft.to) } };
      const chosen = choose(making, cell);
      if (chosen.draft !== draft || tool.type === 'give') return chosen;
      const all = (plan.tile(cell)?.tunnels ?? []).map((_, section) => `${cell}:${section}`);
      const to = pick(plan, all, point, null);
      return to === null ? chosen : { draft, ask: { type: 'door', from: tool.from, to } };
    }
    case undefined:
      return choose(making, cell);
    default:
      return tool ?? { draft };
  }
}

/**
 * @param {Making} making
 * @param {readonly SectionXTarget[]} here
 * @param {Point | null} point
 * @param {boolean} careful
 * @returns {Pressed}
 */
function pressTarget({ plan, draft }, here, point, careful) {
  const { tool, to: before } = draft;
  const several = point === null && here.length > 1;
  const to = pick(
    plan,
    here.map((one) => one.to),
    point,
    before,
  );
  const target = here.find((one) => one.to === to);
  if (!target || tool?.type !== 'prisoner') return { draft };
  const pressed = { ...draft, to: target.to };
  // What does more than to walk is said first, and done when it is pressed again.
  const said = target.to === before && !several;
  if (!said && (several || careful || target.does !== null)) return { draft: pressed };
  return { draft: pressed, send: { type: 'step', prisoner: tool.number, to: target.to } };
}

/**
 * @param {Making} making
 * @param {StockTool | TileTool} tool
 * @param {string} cell
 * @returns {Pressed}
 */
function pressTile(making, tool, cell) {
  const { draft, plan } = making;
  const { to } = draft;
  if (tool.type === 'tile' && cell === tool.cell) {
    if (to !== null && to !== cell) return { draft: turn(making, 1, true) };
    const after = turn(making, 1);
    return after === draft ? choose(making, cell) : { draft: after };
  }
  if (cell === to) return { draft: turn(making, 1) };
  const legal = legalAt(making, cell);
  if (legal.length > 0)
    return {
      draft: { ...draft, to: cell, turned: nearest(draft.turned, legal) },
    };
  if (tool.type === 'stock') {
    return {
      draft,
      ask: { type: 'place', stock: tool.at, cell, rotation: draft.turned },
    };
  }
  // Another tile of the board is chosen instead, unless there is nothing to be done with it.
  if (plan.tile(cell)) return choose(making, cell);
  return {
    draft,
    ask: { type: 'relocate', from: tool.cell, to: cell, rotation: draft.turned },
  };
}

/**
 * Chooses what is at a cell; pressed again, what else is there.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {Pressed}
 */
function choose(making, cell) {
  const { draft, choices, plan } = making;
  const give = choices?.give_door.filter((one) => plan.isAt(one, cell)) ?? [];
  if (give.length > 0)
    return { draft: { ...NOTHING, tool: { type: 'give' }, to: give[0] ?? null } };
  const tools = toolsAt(making, cell);
  const why = whyFixed(making, cell);
  if (tools.length === 0) return why.length > 0 ? { draft, why } : { draft };
  const now = JSON.stringify(draft.tool);
  const at = tools.findIndex((one) => JSON.stringify(one) === now);
  const tool = tools[at + 1] ?? (at >= 0 && tools.length === 1 ? null : tools[0]) ?? null;
  const turned = tool?.type === 'tile' ? (plan.tile(cell)?.rotation ?? 0) : 0;
  return {
    draft: { ...NOTHING, tool, turned, other: 0 },
    ...(tool?.type === 'tile' && why.length > 0 && { why }),
  };
}
