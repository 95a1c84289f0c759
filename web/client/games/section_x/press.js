/**
 * Computes the effect of a press on the board: it chooses an object, or selects a destination. The
 * functions are pure.
 *
 * @import {SectionXAction, SectionXIllegal, SectionXTarget} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Draft, Making, StockTool, TileTool, Tool} from './draft.js'
 * @import {Further} from './further.js'
 * @import {Direct} from './targets.js'
 * @import {Plan} from './plan.js'
 */
import { aimsAt, nearestTo } from './aim.js';
import { NOTHING, nextPlace, turn } from './draft.js';
import { furtherOf } from './further.js';
import { keyOf, standsOf } from './pieces.js';
import { parseSpot } from './plan.js';
import { nearest } from './rotations.js';
import {
  directAt,
  directs,
  fitsAt,
  spotsOf,
  stepsOf,
  targetsOf,
  toolsAt,
  whyFixed,
} from './targets.js';

/**
 * @typedef {object} Finger the point where the viewer presses the drawing
 * @property {Point} point
 * @property {number} reach the distance within which an object counts as pressed
 * @property {boolean} [blunt] whether the drawing is too small for the finger to tell the tunnels of
 *   a tile apart
 *
 * @typedef {object} Pressed the effect of a press on a cell
 * @property {Draft} draft
 * @property {SectionXAction} [send] a complete decision to send
 * @property {SectionXAction & { type: 'step' }} [after] a step to send after that decision, if it is
 *   possible then
 * @property {SectionXAction} [ask] a decision that is not possible; the server explains the
 *   rejection
 * @property {readonly SectionXIllegal[]} [why] the reasons why the place cannot be chosen
 * @property {boolean} [which] whether several prisoners can go there, so that the player has to
 *   choose one first
 */

/**
 * Returns the place of a cell that is nearest to a point. Without a point it returns the place
 * after the chosen one.
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
 * Handles a press on a cell: selects it as the destination of the chosen object, or chooses the
 * object there. A press on the drawing of a prisoner always means that prisoner.
 *
 * @param {Making} making
 * @param {string} cell
 * @param {Finger | null} finger the pressed point in the drawing; `null` for a key
 * @returns {Pressed}
 */
export function press(making, cell, finger) {
  const { draft, plan } = making;
  const { tool } = draft;
  if (finger && isUnclear(making, cell, finger)) return { draft: { ...draft, to: null, at: cell } };
  const hit = finger && nearestTo(thingsIn(making), finger.point, finger.reach);
  if (hit) return hit();
  const point = finger?.point ?? null;
  switch (tool?.type) {
    case 'stock':
    case 'tile':
      return pressTile(making, tool, cell);
    case 'prisoner': {
      const here = targetsOf(making).filter((one) => plan.isAt(one.to, cell));
      // Where another of the player's prisoners is, a key may mean either: the first press selects
      // the place, the second one chooses the prisoner there.
      const others = toolsAt(making, cell).some(
        (one) => one.type === 'prisoner' && one.number !== tool.number,
      );
      if (point === null && others && here.some((one) => one.to === draft.to))
        return choose(making, cell);
      if (here.length > 0) return pressTargets(making, here, point, point === null && others);
      const barred = stepsOf(making)?.barred.filter((one) => plan.isAt(one.to, cell)) ?? [];
      const chosen = choose(making, cell);
      return barred.length > 0 && chosen.draft === draft
        ? { draft, why: barred.map((one) => one.why) }
        : chosen;
    }
    case 'door':
    case 'give': {
      const here = spotsOf(making).filter((one) => plan.isAt(one, cell));
      if (here.length > 0)
        return { draft: { ...draft, at: null, to: pick(plan, here, point, draft.to) } };
      if (tool.type === 'give') return { draft };
      // Prisoners and tiles are no targets here, and a press on them must not end the choice.
      const [own] = toolsAt({ ...making, draft: { ...draft, mode: 'door' } }, cell).filter(
        (one) => one.type === 'door' && one.from !== tool.from,
      );
      if (own) return toggle(draft, own);
      const all = (plan.tile(cell)?.tunnels ?? []).map((_, section) => `${cell}:${section}`);
      const to = pick(plan, all, point, null);
      return to === null ? { draft } : { draft, ask: { type: 'door', from: tool.from, to } };
    }
    case undefined: {
      const [direct, another] = toolsAt(making, cell).length === 0 ? directAt(making, cell) : [];
      return direct && !another ? walk(making, direct) : choose(making, cell);
    }
    default:
      return tool ?? { draft };
  }
}

/**
 * Returns whether a press could mean several tunnels of a tile, so that the player has to choose
 * one of them in a closer view first.
 *
 * @param {Making} making
 * @param {string} cell
 * @param {Finger} finger
 */
function isUnclear(making, cell, { point, reach, blunt = false }) {
  const { plan, draft } = making;
  const doors = spotsOf(making).map((to) => ({ to, at: plan.door(to) }));
  const steps = [...targetsOf(making), ...directs(making).map(({ target }) => target)]
    .filter(({ to }) => parseSpot(to) !== null)
    .map(({ to }) => ({ to, at: plan.stand(to) }));
  const here = [...doors, ...steps].filter(({ to }) => plan.isAt(to, cell));
  if (here.length < 2 || draft.at === cell) return false;
  const isOff = here.every(({ at }) => Math.hypot(at.x - point.x, at.y - point.y) > reach);
  return blunt || isOff;
}

/**
 * Returns the small objects that can be pressed, each with the effect of a press.
 *
 * @param {Making} making
 * @returns {{ at: Point, is: () => Pressed }[]}
 */
function thingsIn(making) {
  const { plan, choices, draft } = making;
  const { tool } = draft;
  const own = plan.view.acting;
  const stands = standsOf(plan);
  const points = (/** @type {string} */ place) => aimsAt(plan, place, own);
  const walking = tool === null || tool.type === 'prisoner' || tool.type === 'stock';
  const free = draft.mode === null || draft.mode === 'walk';
  const prisoners = (walking && free && choices ? choices.steps : [])
    .filter((one) => one.to.length > 0)
    .flatMap((one) => one.prisoners)
    .flatMap((number) => {
      const at = own === null ? undefined : stands.get(keyOf({ seat: own, number }));
      return at ? [{ at, is: () => toggle(draft, { type: 'prisoner', number }) }] : [];
    });
  const targets = targetsOf(making).flatMap((target) =>
    points(target.to).map(({ at }) => ({ at, is: () => pressTarget(draft, target) })),
  );
  const barred = (stepsOf(making)?.barred ?? []).flatMap(({ to, why }) =>
    points(to).map(({ at }) => ({ at, is: () => ({ draft, why: [why] }) })),
  );
  const ways = directs(making).flatMap((direct) =>
    points(direct.target.to).map(({ at }) => ({ at, is: () => walk(making, direct) })),
  );
  const further = furtherOf(making).map((one) => ({
    at: plan.stand(one.to),
    is: () => walkOn(draft, one),
  }));
  const spots = spotsOf(making).map((to) => ({
    at: plan.door(to),
    is: () => ({ draft: { ...draft, at: null, to } }),
  }));
  const doors =
    (tool === null || tool.type === 'prisoner') && (draft.mode === null || draft.mode === 'door')
      ? (choices?.doors ?? []).flatMap(({ from }) =>
          from === null
            ? []
            : [{ at: plan.door(from), is: () => toggle(draft, { type: 'door', from }) }],
        )
      : [];
  return [...prisoners, ...targets, ...barred, ...ways, ...further, ...spots, ...doors];
}

/**
 * Chooses an object, or cancels the choice if it is already chosen.
 *
 * @param {Draft} draft
 * @param {Tool} tool
 * @returns {Pressed}
 */
function toggle(draft, tool) {
  const { mode } = draft;
  const same = JSON.stringify(draft.tool) === JSON.stringify(tool);
  return { draft: { ...NOTHING, mode, tool: same ? null : tool } };
}

/**
 * Handles a press on a place that is two steps away.
 *
 * @param {Draft} draft
 * @param {Further} further
 * @returns {Pressed}
 */
function walkOn({ mode }, { to, over, prisoner }) {
  const tool = /** @type {const} */ ({ type: 'prisoner', number: prisoner });
  return {
    draft: { ...NOTHING, mode, tool },
    send: { type: 'step', prisoner, to: over },
    after: { type: 'step', prisoner, to },
  };
}

/**
 * Handles a press on a destination while nothing is chosen.
 *
 * @param {Making} making
 * @param {Direct} direct
 * @returns {Pressed}
 */
function walk({ draft }, { target, prisoners }) {
  const [number, another] = prisoners;
  if (number === undefined || another !== undefined) return { draft, which: true };
  const { mode } = draft;
  const chosen = { ...NOTHING, mode, tool: /** @type {const} */ ({ type: 'prisoner', number }) };
  // When the step is sent, the draft stays empty.
  const { draft: pressed, send } = pressTarget(chosen, target);
  return send ? { draft, send } : { draft: pressed };
}

/**
 * Handles a press on a destination of the chosen prisoner. A step that does more than move the
 * prisoner is announced at the first press and sent at the second one.
 *
 * @param {Draft} draft
 * @param {SectionXTarget} target
 * @returns {Pressed}
 */
function pressTarget(draft, { to, does }) {
  const { tool } = draft;
  if (tool?.type !== 'prisoner') return { draft };
  const pressed = { ...draft, at: null, to };
  if (does !== null && draft.to !== to) return { draft: pressed };
  return { draft: pressed, send: { type: 'step', prisoner: tool.number, to } };
}

/**
 * Handles a press on a cell that contains destinations of the chosen prisoner.
 *
 * @param {Making} making
 * @param {readonly SectionXTarget[]} here the destinations at the cell
 * @param {Point | null} point the pressed point, or `null` for a key
 * @param {boolean} careful whether the first press must not send anything
 * @returns {Pressed}
 */
function pressTargets({ plan, draft }, here, point, careful) {
  const several = point === null && here.length > 1;
  const to = pick(
    plan,
    here.map((one) => one.to),
    point,
    draft.to,
  );
  const target = here.find((one) => one.to === to);
  if (!target) return { draft };
  if (several || (careful && target.to !== draft.to)) return { draft: { ...draft, to: target.to } };
  return pressTarget(draft, target);
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
    if (to === null && draft.mode !== null && draft.mode !== 'turn') return choose(making, cell);
    if (to !== null && to !== cell) return { draft: turn(making, 1, true) };
    const after = turn(making, 1);
    return after === draft ? choose(making, cell) : { draft: after };
  }
  if (cell === to) return { draft: turn(making, 1) };
  const legal = fitsAt(making, cell);
  if (legal.length > 0)
    return {
      draft: { ...draft, to: cell, turned: nearest(draft.turned, legal) },
    };
  if (tool.type === 'stock') {
    // The drawn tile was chosen automatically, so the player may want a tile of the board instead.
    const other = toolsAt(making, cell).some((one) => one.type === 'tile');
    if (to === null && other) return choose(making, cell);
    return {
      draft,
      ask: { type: 'place', stock: tool.at, cell, rotation: draft.turned },
    };
  }
  // Another tile of the board is chosen instead, unless nothing can be done with it.
  if (plan.tile(cell)) return choose(making, cell);
  if (draft.mode === 'turn' || draft.mode === 'swap') return { draft };
  return {
    draft,
    ask: { type: 'relocate', from: tool.cell, to: cell, rotation: draft.turned },
  };
}

/**
 * Chooses an object at a cell. Each further press chooses the next object there.
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
  const why = draft.mode === 'walk' || draft.mode === 'door' ? [] : whyFixed(making, cell);
  if (tools.length === 0) return why.length > 0 ? { draft, why } : { draft };
  const now = JSON.stringify(draft.tool);
  const at = tools.findIndex((one) => JSON.stringify(one) === now);
  const tool = tools[at + 1] ?? (at >= 0 && tools.length === 1 ? null : tools[0]) ?? null;
  const turned = tool?.type === 'tile' ? (plan.tile(cell)?.rotation ?? 0) : 0;
  const chosen = { ...NOTHING, mode: draft.mode, tool, turned };
  return {
    // The first press on a tile to rotate rotates it.
    draft: draft.mode === 'turn' && tool ? turn({ ...making, draft: chosen }, 1) : chosen,
    ...(tool?.type === 'tile' && why.length > 0 && { why }),
  };
}
