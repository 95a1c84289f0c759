/**
 * The way of the pawns in an action: an arrow for each step, with its number.
 *
 * @import {Colour, TortusStep, TortusView} from '../../protocol.js'
 */
import { Keyed, svg } from '../../lib/dom.js';
import { curveOf, headOf, wayOf } from './geometry.js';

/** @typedef {{ steps: readonly TortusStep[], current: boolean }} Trace steps, and whether their action goes on */

/** Steps that are seen plainly; of a longer way the older ones fade. */
const PLAIN = 6;

/** @type {Trace} */
export const NO_TRACE = { steps: [], current: false };

/**
 * The steps that are to be seen under a view: those of the action that goes on, or of the last one as long as nothing
 * else has happened. Pure.
 *
 * @param {Trace} known what was to be seen before
 * @param {TortusView | null} before
 * @param {TortusView} after
 * @returns {Trace}
 */
export function traceOf(known, before, after) {
  // What has ended the game stays to be seen.
  if (after.steps.length > 0) return { steps: after.steps, current: true };
  if (!before) return NO_TRACE;
  const moved = movesBetween(before, after);
  if (moved.length > 0 || before.steps.length > 0)
    return { steps: [...before.steps, ...moved], current: false };
  return stands(before) === stands(after) ? known : NO_TRACE;
}

/**
 * How pawns have come from where they stood to where they stand.
 *
 * @param {TortusView} before
 * @param {TortusView} after
 * @returns {TortusStep[]}
 */
export function movesBetween(before, after) {
  // Where the action goes on the server has said each step.
  if (after.steps.length > before.steps.length) return after.steps.slice(before.steps.length);
  return after.pawns.flatMap(({ at }, pawn) => {
    const from = before.pawns[pawn]?.at ?? null;
    return from !== null && at !== null && from !== at ? [{ pawn, from, to: at }] : [];
  });
}

/** @param {TortusView} view */
function stands({ board, pawns }) {
  return JSON.stringify([board, pawns]);
}

/** The arrows of a board. */
export class Ways {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Keyed<SVGGElement>} */
    this.arrows = new Keyed(layer);
  }

  /**
   * @param {Trace} trace
   * @param {(step: TortusStep) => Colour} colour whose pawn it is
   */
  show({ steps, current }, colour) {
    const known = new Map(
      steps.map((step, index) => [
        `${index} ${step.pawn} ${step.from} ${step.to}`,
        { step, index },
      ]),
    );
    this.arrows.keep(known.keys(), (key) => {
      const { step, index } = /** @type {{ step: TortusStep, index: number }} */ (known.get(key));
      return drawStep(step, index + 1, colour(step));
    });
    const last = [...this.arrows.elements.values()];
    for (const [at, arrow] of last.entries())
      arrow.classList.toggle('old', at < last.length - PLAIN);
    this.layer.classList.toggle('past', !current);
  }
}

/**
 * @param {TortusStep} step
 * @param {number | null} number which of the steps it is; `null` where they don't follow each other
 * @param {Colour} colour
 */
export function drawStep(step, number, colour) {
  const way = wayOf(step);
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
