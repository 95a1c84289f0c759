/**
 * The review of a finished game by the steps of its replay. Decisions that were taken back are not
 * judged; the win chances before them hold on.
 *
 * @import {Judged, Review, WorstMoment} from '../protocol.js'
 */

export class Verdicts {
  /** The judged decisions by their step. @type {Map<number, Judged>} */
  #decisions = new Map();
  /** The pointed out moments by their step. @type {Map<number, WorstMoment>} */
  #moments = new Map();
  /** The win chances at each step, in percent. @type {(readonly number[])[]} */
  #chances = [];

  /**
   * @param {Review} review
   * @param {readonly number[]} steps the version of each step
   */
  constructor(review, steps) {
    this.review = review;
    this.end = steps.length - 1;
    const judged = new Map(review.decisions.map((one) => [one.version, one]));
    const worst = new Map(review.worst.map((one) => [one.version, one]));
    let chances = review.chances;
    for (const [step, version] of steps.entries()) {
      const decision = judged.get(version);
      const moment = worst.get(version);
      if (decision) {
        this.#decisions.set(step, decision);
        chances = decision.chances;
      }
      if (moment) this.#moments.set(step, moment);
      this.#chances.push(chances);
    }
  }

  /**
   * Returns the judged decision that has led to a step, or `null` if there is none.
   *
   * @param {number} step
   * @returns {Judged | null}
   */
  decision(step) {
    return this.#decisions.get(step) ?? null;
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
    return this.#chances[step] ?? this.review.chances;
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
