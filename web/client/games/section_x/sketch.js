/**
 * Computes the drawing of the draft on the board. The functions are pure.
 *
 * @import {Sketch, Target} from './ghost.js'
 * @import {Situation} from './status.js'
 */
import { never } from '../../lib/never.js';
import { middle } from '../hexes.js';
import { aimsAt } from './aim.js';
import { furtherOf } from './further.js';
import { BLANK } from './ghost.js';
import { joiningCells } from './joins.js';
import { keyOf, standsOf } from './pieces.js';
import { otherRotation, rotationOf } from './rotations.js';
import { cellsOf, directs, fitsAt, spotsOf, stepsOf, targetsOf } from './targets.js';

/**
 * Returns the drawing of the draft.
 *
 * @param {Situation} situation
 * @returns {Sketch}
 */
export function sketchOf(situation) {
  const { plan, choices, draft } = situation;
  const { view, radius } = plan;
  const { tool, to } = draft;
  const touched =
    choices?.fight || view.phase.type === 'fight_choice'
      ? view.touched.map((cell) => middle(cell, radius))
      : [];
  if (choices === null) return { ...BLANK, touched };
  if (!tool)
    return {
      ...BLANK,
      touched,
      targets: [...directTargets(situation), ...furtherTargets(situation)],
    };
  switch (tool.type) {
    case 'stock':
    case 'tile':
      return { ...BLANK, ...sketchTiles(situation) };
    case 'prisoner':
      return { ...BLANK, ...sketchStep(situation, tool.number) };
    case 'door':
    case 'give': {
      const color = situation.own === null ? 'red' : situation.colour(situation.own);
      // While the player chooses between the tunnels of a tile, only these are shown.
      const spots = spotsOf(situation).filter(
        (spot) => draft.at === null || plan.isAt(spot, draft.at),
      );
      const targets = spots.map((spot) => ({
        at: plan.door(spot),
        shape: /** @type {const} */ ('point'),
        look: spot === to ? /** @type {const} */ ('chosen') : /** @type {const} */ ('open'),
      }));
      const door =
        to !== null && tool.type === 'door' ? { at: plan.door(to), colour: color } : null;
      return { ...BLANK, targets, door, confirm: to === null ? null : plan.door(to) };
    }
    default:
      return never(tool);
  }
}

/**
 * Returns the places that prisoners can go to while nothing is chosen.
 *
 * @param {Situation} situation
 * @returns {Target[]}
 */
function directTargets(situation) {
  return directs(situation).flatMap(({ target }) =>
    aimsAt(situation.plan, target.to, situation.own).map((aim) => ({
      ...aim,
      place: target.to,
      look: target.does ? 'telling' : 'open',
    })),
  );
}

/**
 * Returns the places that are two steps away.
 *
 * @param {Situation} situation
 * @returns {Target[]}
 */
function furtherTargets(situation) {
  return furtherOf(situation).flatMap(({ to }) =>
    aimsAt(situation.plan, to, situation.own)
      .slice(0, 1)
      .map((aim) => ({ at: aim.at, shape: 'point', place: to, look: 'further' })),
  );
}

/** @param {Situation} situation @returns {Partial<Sketch>} */
function sketchTiles(situation) {
  const { plan, draft, stock } = situation;
  const { tool, to } = draft;
  const at = (/** @type {string} */ cell) => middle(cell, plan.radius);
  const own = tool?.type === 'tile' ? tool.cell : null;
  const lifted = own === null ? [] : [at(own)];
  if (to === null) return { lifted, dots: quietDots(situation) };
  const kind = tool?.type === 'stock' ? stock[tool.at] : own === null ? null : plan.tile(own)?.kind;
  if (!kind) return { lifted };
  const tiles = [{ at: at(to), sections: plan.sections(kind), rotation: rotationOf(situation) }];
  const other = own !== null && to !== own ? plan.tile(to) : null;
  if (other && own !== null)
    tiles.push({
      at: at(own),
      sections: plan.sections(other.kind),
      rotation: otherRotation(situation),
    });
  return {
    tiles,
    lifted: own === to ? [] : lifted,
    dots: quietDots(situation),
    confirm: at(to),
    turnable: fitsAt(situation, to).length > 1,
  };
}

/**
 * Returns the centres of the cells that the chosen tile can go to without joining anything there.
 *
 * @param {Situation} situation
 */
function quietDots(situation) {
  const joining = joiningCells(situation);
  return cellsOf(situation)
    .filter((cell) => cell !== situation.draft.to && !joining.has(cell))
    .map((cell) => middle(cell, situation.plan.radius));
}

/**
 * @param {Situation} situation
 * @param {number} number
 * @returns {Partial<Sketch>}
 */
function sketchStep(situation, number) {
  const { plan, draft, own, colour } = situation;
  const { to } = draft;
  const places = (/** @type {string} */ place) => aimsAt(plan, place, own);
  /** @type {Target[]} */
  const targets = targetsOf(situation).flatMap((target) =>
    places(target.to).map((one) => ({
      ...one,
      place: target.to,
      look: target.to === to ? 'chosen' : target.does ? 'telling' : 'open',
    })),
  );
  for (const { to: place } of stepsOf(situation)?.barred ?? []) {
    const [first] = places(place);
    if (first) targets.push({ ...first, look: 'barred' });
  }
  targets.push(...furtherTargets(situation));
  const from =
    plan.view.prisoners.find((one) => one.seat === own && one.number === number)?.at ?? 'block';
  const stand = own === null ? undefined : standsOf(plan).get(keyOf({ seat: own, number }));
  const start = stand ?? places(from)[0]?.at;
  const end = to === null ? undefined : places(to)[0];
  const prisoner =
    end && start && own !== null
      ? { at: end.at, from: { x: start.x, y: start.y }, colour: colour(own) }
      : null;
  return { targets, prisoner, chosen: stand ?? null, confirm: end?.at ?? null };
}
