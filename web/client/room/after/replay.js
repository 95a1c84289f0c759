/**
 * Steps through a reviewed game: its positions, and the decisions between them. Step 0 is the
 * position before the first decision, and each further step the position after the next one.
 *
 * @import {AnyView, Judged, Review, WorstMoment} from '../../protocol.js'
 */
import { patched } from '../../lib/packed.js';

export class Replay {
  /** The positions that are known so far, in order. @type {AnyView[]} */
  #positions;
  /** The pointed out moments by their step. @type {Map<number, WorstMoment>} */
  #moments = new Map();

  /** @param {Review} review */
  constructor(review) {
    this.review = review;
    this.#positions = [review.positions.start];
    for (const moment of review.worst) {
      const at = review.decisions.findIndex(({ version }) => version === moment.version);
      if (at >= 0) this.#moments.set(at + 1, moment);
    }
  }

  /** The last step. */
  get end() {
    return this.review.decisions.length;
  }

  /**
   * Returns the position of a step.
   *
   * @param {number} step
   * @returns {AnyView}
   */
  position(step) {
    const known = this.#positions;
    while (known.length <= step) {
      const change = this.review.positions.changes[known.length - 1] ?? [];
      // The patch applies to a list that contains the position, so that it can replace all of it.
      known.push(patched([known.at(-1)], change)[0]);
    }
    return /** @type {AnyView} */ (known[step]);
  }

  /**
   * Returns the decision that has led to a step; `null` for the start.
   *
   * @param {number} step
   * @returns {Judged | null}
   */
  decision(step) {
    return this.review.decisions[step - 1] ?? null;
  }

  /**
   * Returns the moment of a step, if the review points it out.
   *
   * @param {number} step
   */
  moment(step) {
    return this.#moments.get(step) ?? null;
  }

  /**
   * Returns the win chances of all seats at a step, in percent.
   *
   * @param {number} step
   */
  chances(step) {
    return this.decision(step)?.chances ?? this.review.chances;
  }

  /** The steps of the pointed out moments, in the order of the game. */
  get costly() {
    return [...this.#moments.keys()].sort((a, b) => a - b);
  }

  /**
   * Returns the next costly step in a direction, or `null` if there is none.
   *
   * @param {number} from
   * @param {1 | -1} direction
   */
  nextCostly(from, direction) {
    const { costly } = this;
    return direction > 0
      ? (costly.find((step) => step > from) ?? null)
      : (costly.filter((step) => step < from).at(-1) ?? null);
  }
}
