/**
 * Finds the places that a prisoner sees one step beyond the next one, so that a press can ask for
 * both steps. Nothing here decides what is legal: the second step is only sent if the choices that
 * follow the first one contain it, and otherwise their reason is shown. The functions are pure.
 *
 * @import {SectionXTarget} from '../../protocol.js'
 * @import {Making} from './draft.js'
 */
import { placesBeside } from './joins.js';
import { parseSpot } from './plan.js';
import { directs, targetsOf } from './targets.js';

/**
 * @typedef {object} Further a place that is two steps away
 * @property {string} to
 * @property {string} over the place in between
 * @property {number} prisoner
 */

/**
 * Returns the places that are two steps away in the drawn tunnels, for the chosen prisoner, or for
 * each one that can be meant without a choice.
 *
 * A place where a piece is drawn is left out, because the ring would cover it, and so is one that
 * leads back. A prisoner that has already walked in this turn is not offered more than the next
 * step.
 *
 * @param {Making} making
 * @returns {Further[]}
 */
export function furtherOf(making) {
  const { plan, draft, left } = making;
  const { view } = plan;
  const { tool } = draft;
  if (view.steps_left < 2) return [];
  const near =
    tool?.type === 'prisoner'
      ? targetsOf(making).map((target) => ({ target, prisoners: [tool.number] }))
      : directs(making);
  const taken = new Set([
    ...near.map(({ target }) => target.to),
    ...view.prisoners.map(({ at }) => at),
  ]);
  const foreign = view.doors.filter(({ seat }) => seat !== view.acting).map(({ at }) => at);
  for (const at of foreign) taken.add(at);
  /** @type {Map<string, Further | null>} */
  const found = new Map();
  for (const { target, prisoners } of near) {
    const [prisoner, another] = prisoners;
    if (prisoner === undefined || another !== undefined) continue;
    if (view.done.steps[prisoner] !== 0) continue;
    for (const to of beyond(making, target)) {
      if (taken.has(to) || left?.get(prisoner)?.includes(to)) continue;
      const before = found.get(to);
      // Where different prisoners would come from, the first step has to say which one walks.
      if (before === undefined) found.set(to, { to, over: target.to, prisoner });
      else if (before !== null && before.prisoner !== prisoner) found.set(to, null);
    }
  }
  return [...found.values()].flatMap((one) => one ?? []);
}

/**
 * @param {Making} making
 * @param {SectionXTarget} target
 * @returns {string[]}
 */
function beyond({ plan }, { to, does }) {
  const spot = parseSpot(to);
  // A step with a consequence is confirmed before anything follows it.
  return spot === null || does !== null ? [] : placesBeside(plan, spot.cell, spot.section);
}
