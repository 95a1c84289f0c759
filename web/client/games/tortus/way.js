/**
 * Draws the ways of pawns: an arrow with a number for each step.
 *
 * @import {Colour, TortusStep, TortusView} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 * @import {Trace} from './last-turn.js'
 */
import { Keyed, svg } from '../../lib/dom.js';
import { curveOf, headOf, wayOf } from './geometry.js';

/** The number of steps that are fully visible. The older steps of a longer way fade. */
const SEEN = 6;

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

/** The arrows of a board. */
export class Ways {
  /**
   * @param {SVGGElement} layer
   * @param {Facing} facing
   */
  constructor(layer, facing) {
    this.facing = facing;
    /** @type {Keyed<SVGGElement>} */
    this.arrows = new Keyed(layer);
  }

  /**
   * @param {Pick<Trace, 'past' | 'current'>} trace
   * @param {(step: TortusStep) => Colour} colour returns the colour of the pawn that made the step
   */
  show({ past, current }, colour) {
    const all = [
      ...past.map((step, index) => ({ step, index, over: true })),
      ...current.map((step, index) => ({ step, index, over: false })),
    ];
    const known = new Map(
      all.map((one) => [
        `${one.over} ${one.index} ${one.step.pawn} ${one.step.from} ${one.step.to}`,
        one,
      ]),
    );
    this.arrows.keep(known.keys(), (key) => {
      const { step, index } = /** @type {(typeof all)[number]} */ (known.get(key));
      return drawStep(step, index + 1, colour(step), this.facing);
    });
    for (const [key, { over, index }] of known) {
      const arrow = this.arrows.get(key);
      arrow?.classList.toggle('past', over);
      arrow?.classList.toggle('old', index < (over ? past : current).length - SEEN);
    }
  }
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
