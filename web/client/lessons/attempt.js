/**
 * One attempt at a lesson: what the learner has decided so far, and what has come of it. The server keeps nothing of it,
 * so that it is sent all decisions each time.
 *
 * @import {AnyAction, AnyEvent, AnyView, Attempt as Told, LessonResult, LessonStep} from '../protocol.js'
 * @import {Answer} from '../games/modules.js'
 */
import { Refused } from '../lib/session.js';

/** @typedef {LessonStep<AnyEvent, AnyView>} Step */
/**
 * @typedef {object} AttemptEvents
 * @property {(step: Step, events: readonly AnyEvent[]) => void} show a decision has been made; `events` are all so far
 * @property {(result: LessonResult) => void} ended
 * @property {(error: unknown) => void} failed the server could not be asked
 */

/** Milliseconds between a decision and the next one, so that each can be followed. */
const PAUSE_MS = 1_100;
/** Milliseconds after the last decision before it is said what has come of it. */
const RESULT_MS = 600;

export class Attempt {
  /** @type {AnyAction[]} */
  #actions = [];
  /** @type {AnyEvent[]} */
  #events = [];
  #given = false;

  /**
   * @param {(actions: readonly AnyAction[]) => Promise<Told<AnyEvent, AnyView>>} ask
   * @param {AttemptEvents} on
   */
  constructor(ask, on) {
    this.ask = ask;
    this.on = on;
  }

  /** Shows how the lesson begins. */
  async begin() {
    try {
      await this.#tell(await this.ask([]));
    } catch (error) {
      if (!this.#given) this.on.failed(error);
    }
  }

  /**
   * The learner decides.
   *
   * @param {AnyAction} action
   * @returns {Promise<Answer>}
   */
  async act(action) {
    const actions = [...this.#actions, action];
    try {
      const told = await this.ask(actions);
      this.#actions = actions;
      void this.#tell(told);
      return { ok: true };
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : null;
      if (refusal === null && !this.#given) this.on.failed(error);
      return { ok: false, problem: refusal ?? { code: 'stale' } };
    }
  }

  /** Shows nothing more: another attempt takes its place. */
  giveUp() {
    this.#given = true;
  }

  /** @param {Told<AnyEvent, AnyView>} told */
  async #tell({ steps, result }) {
    for (const [at, step] of steps.entries()) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (this.#given) return;
      this.#events = [...this.#events, ...step.events];
      this.on.show(step, this.#events);
    }
    if (result === 'open') return;
    await new Promise((resolve) => setTimeout(resolve, RESULT_MS));
    if (!this.#given) this.on.ended(result);
  }
}
