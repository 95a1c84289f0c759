/**
 * Takes lessons by keys and announcements alone. A learner who cannot see hears the task, and goes
 * to the squares that it names.
 */

import { expect } from '@playwright/test';

import { soon } from './soon.js';

/** @import { Listener } from './listener.js' */

/**
 * @typedef {string | { key: string, quiet?: boolean } | { free: string }} Step a step: a square that
 *   the task names and where Enter is pressed, a key, or a square that the learner finds without
 *   being told; nothing need be announced after a quiet key
 */

/** Matches any announcement. */
const ANYTHING = /[.?!]/;

/** A learner who only hears the page. */
export class LessonByEar {
  /** @param {Listener} ear */
  constructor(ear) {
    this.ear = ear;
  }

  /**
   * Takes a lesson and goes on to the next one.
   *
   * @param {readonly Step[]} steps
   */
  async take(steps) {
    const { ear } = this;
    await soon(async () => (await this.#board()).length > 0, 'the lesson begins').toBe(true);
    const task = await this.#task();
    for (const [at, step] of steps.entries()) {
      await this.#take(step, task);
      const isQuiet = typeof step === 'object' && 'key' in step && step.quiet === true;
      if (at < steps.length - 1 && !isQuiet) await ear.hear(ANYTHING);
    }
    await ear.hear(/Well done!/);
    // The button to the next lesson has the focus and is read with it.
    const { role, name } = await ear.focus();
    expect({ role, name }).toEqual({
      role: 'button',
      name: expect.stringMatching(/^(Next lesson|Finish)$/),
    });
    await ear.press('Enter');
  }

  /** Returns what can be found on the board: squares, or the marks on its edge. */
  async #board() {
    const page = await this.ear.read();
    return page.filter(({ role }) => role === 'gridcell' || role === 'radio');
  }

  /** Returns the task as it is read beside the board. */
  async #task() {
    const page = await this.ear.read();
    const words = page.filter(
      ({ role, path }) =>
        role === 'StaticText' && path.some((one) => one.startsWith('region Learn')),
    );
    return words.map(({ name }) => name).join(' ');
  }

  /**
   * @param {Step} step
   * @param {string} task
   */
  async #take(step, task) {
    const { ear } = this;
    if (typeof step === 'object' && 'key' in step) {
      await ear.press(step.key);
      return;
    }
    if (typeof step === 'string') expect(task).toContain(step);
    await ear.walkTo(typeof step === 'string' ? step : step.free);
    await ear.press('Enter');
  }
}
