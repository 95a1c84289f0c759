/**
 * Finds the steps between two views, and draws single steps: an arrow with a number for each.
 *
 * @import {Colour, TortusStep, TortusView} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 */
import { svg } from '../../lib/dom.js';
import { curveOf, headOf, wayOf } from './geometry.js';

/**
 * Returns the steps that pawns have made between two views.
 *
 * @param {TortusView} before
 * @param {TortusView} after
 * @returns {TortusStep[]}
 */
export function movesBetween(before, after) {
  // While an action goes on, the view lists each of its steps.
  if (after.steps.length > before.steps.length) return after.steps.slice(before.steps.length);
  return after.pawns.flatMap(({ at }, pawn) => {
    const from = before.pawns[pawn]?.at ?? null;
    return from !== null && at !== null && from !== at ? [{ pawn, from, to: at }] : [];
  });
}

/**
 * @param {TortusStep} step
 * @param {number | null} number the number of the step; `null` where the steps do not follow each
 *   other
 * @param {Colour} colour
 * @param {Facing} [facing]
 */
export function drawStep(step, number, colour, facing) {
  const way = wayOf(step, facing);
  const [line, head] = [curveOf(way), headOf(way)];
  const { x, y } = way.badge;
  const badge = [
    svg('circle', { class: 'step-badge', cx: x, cy: y, r: 10.5 }),
    svg('text', { class: 'step-number', x, y: y + 0.5 }, String(number)),
  ];
  return svg(
    'g',
    { class: `step ink-${colour}` },
    svg('path', { class: 'step-edge', d: line }),
    svg('path', { class: 'step-head-edge', d: head }),
    svg('path', { class: 'step-line', d: line }),
    svg('path', { class: 'step-head', d: head }),
    ...(number === null ? [] : badge),
  );
}
