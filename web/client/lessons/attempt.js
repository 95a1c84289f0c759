/**
 * One attempt at a lesson: the learner's decisions so far and their results. The server stores
 * nothing, so each request contains all decisions.
 *
 * @import {AnyAction, AnyEvent, AnyView, Attempt as AttemptOf, LessonResult, LessonStep} from '../protocol.js'
 * @import {Answer} from '../games/modules.js'
 */
import { Refused } from '../lib/session.js';

/** @typedef {AttemptOf<AnyAction, AnyEvent, AnyView>} Told */
/** @typedef {LessonStep<AnyEvent, AnyView>} Step */
/**
 * @typedef {object} AttemptEvents
 * @property {(step: Step, events: readonly AnyEvent[]) => void} show called for each decision that
 *   was made; `events` are all events so far
 * @property {(next: AnyAction | null, step: Step) => void} asked called when the learner is to
 *   decide, with the next decision of the solution, if the lesson shows it
 * @property {(result: LessonResult, step: Step) => void} ended
 * @property {(error: unknown) => void} failed called when a request to the server failed
 */

/** The time in milliseconds between two decisions, so that the learner can follow each. */
const PAUSE_MS = 1_100;
/** The time in milliseconds between the last decision and the result. */
const RESULT_MS = 600;

export class Attempt {
  /** @type {AnyAction[]} */
  #actions = [];
  /** @type {AnyEvent[]} */
  #events = [];
  #given = false;
  /** Whether the lesson has ended. Its board can still be looked at. */
  #ended = false;

  /**
   * @param {(actions: readonly AnyAction[]) => Promise<Told>} ask
   * @param {AttemptEvents} on
   */
  constructor(ask, on) {
    this.ask = ask;
    this.on = on;
  }

  /** Shows the start of the lesson. */
  async begin() {
    try {
      await this.#tell(await this.ask([]));
    } catch (error) {
      if (!this.#given) this.on.failed(error);
    }
  }

  /**
   * Makes a decision of the learner.
   *
   * @param {AnyAction} action
   * @returns {Promise<Answer>}
   */
  async act(action) {
    if (this.#ended) return { ok: false, problem: { code: 'stale' } };
    const actions = [...this.#actions, action];
    try {
      const told = await this.ask(actions);
      this.#actions = actions;
      this.#ended = told.result !== 'open';
      void this.#tell(told);
      return { ok: true };
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : null;
      if (refusal === null && !this.#given) this.on.failed(error);
      return { ok: false, problem: refusal ?? { code: 'stale' } };
    }
  }

  /** Stops all further output, because another attempt replaces this one. */
  giveUp() {
    this.#given = true;
  }

  /** @param {Told} told */
  async #tell({ steps, result, next }) {
    for (const [at, step] of steps.entries()) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (this.#given) return;
      this.#events = [...this.#events, ...step.events];
      this.on.show(step, this.#events);
    }
    const last = /** @type {Step} */ (steps.at(-1));
    if (result === 'open') {
      this.on.asked(next, last);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, RESULT_MS));
    if (!this.#given) this.on.ended(result, last);
  }
}
