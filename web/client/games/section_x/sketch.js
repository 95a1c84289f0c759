/**
 * What is put together, as it is drawn on the board. Pure.
 *
 * @import {Point} from '../squares.js'
 * @import {Sketch, Target} from './ghost.js'
 * @import {Situation} from './status.js'
 */
import { never } from '../../lib/never.js';
import { middle } from '../hexes.js';
import { otherRotation, rotationOf, spotsOf, stepsOf, targetsOf } from './draft.js';
import { BLANK } from './ghost.js';

/**
 * What is composed, as it is drawn on the board.
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
  if (choices === null || !tool) return { ...BLANK, touched };
  switch (tool.type) {
    case 'stock':
    case 'tile':
      return { ...BLANK, ...sketchTiles(situation) };
    case 'prisoner':
      return { ...BLANK, ...sketchStep(situation, tool.number) };
    case 'door':
    case 'give': {
      const color = situation.own === null ? 'red' : situation.colour(situation.own);
      const targets = spotsOf(situation).map((spot) => ({
        at: plan.stand(spot),
        wide: false,
        look: spot === to ? /** @type {const} */ ('chosen') : /** @type {const} */ ('open'),
      }));
      const door =
        to !== null && tool.type === 'door' ? { at: plan.door(to), colour: color } : null;
      return { ...BLANK, targets, door, confirm: to === null ? null : plan.stand(to) };
    }
    default:
      return never(tool);
  }
}

/** @param {Situation} situation @returns {Partial<Sketch>} */
function sketchTiles(situation) {
  const { plan, draft, stock } = situation;
  const { tool, to } = draft;
  const at = (/** @type {string} */ cell) => middle(cell, plan.radius);
  const own = tool?.type === 'tile' ? tool.cell : null;
  const lifted = own === null ? [] : [at(own)];
  if (to === null) return { lifted };
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
  return { tiles, lifted: own === to ? [] : lifted, confirm: at(to) };
}

/**
 * @param {Situation} situation
 * @param {number} number
 * @returns {Partial<Sketch>}
 */
function sketchStep(situation, number) {
  const { plan, draft, own, colour } = situation;
  const { to } = draft;
  /** @type {(place: string) => { at: Point, wide: boolean }[]} */
  const places = (place) => {
    if (/^[a-z]\d+:/.test(place)) return [{ at: plan.stand(place), wide: false }];
    const cells =
      place === 'block'
        ? plan.view.island
        : (plan.view.areas[Number(place.slice(-1))]?.cells ?? []);
    return cells.map((cell) => ({ at: middle(cell, plan.radius), wide: true }));
  };
  /** @type {Target[]} */
  const targets = targetsOf(situation).flatMap((target) =>
    places(target.to).map((one) => ({
      ...one,
      look: target.to === to ? 'chosen' : target.does ? 'telling' : 'open',
    })),
  );
  for (const { to: place } of stepsOf(situation)?.barred ?? []) {
    const [first] = places(place);
    if (first) targets.push({ ...first, look: 'barred' });
  }
  const from =
    plan.view.prisoners.find((one) => one.seat === own && one.number === number)?.at ?? 'block';
  const [end, start] = [to === null ? undefined : places(to)[0], places(from)[0]];
  const prisoner =
    end && start && own !== null ? { at: end.at, from: start.at, colour: colour(own) } : null;
  return { targets, prisoner, confirm: end?.at ?? null };
}
