/**
 * Three minutes: as many puzzles as the solver can solve, from the easiest to the hardest. The best
 * result stays on the device.
 *
 * @import {ListedPuzzle} from './puzzles.js'
 */

/** The time of a race in milliseconds. */
const LASTS_MS = 180_000;
/** The number of failed attempts that end a race. */
const FAILURES = 3;

/** @param {string} game */
const keyOf = (game) => `senda.puzzles.${game}`;

/**
 * Returns the best result of this browser; 0 before the first.
 *
 * @param {() => Storage} storage returns the local storage, which may be forbidden
 * @param {string} game
 */
export function bestRace(storage, game) {
  try {
    const best = Number(storage().getItem(keyOf(game)));
    return Number.isSafeInteger(best) && best > 0 ? best : 0;
  } catch {
    return 0;
  }
}

/**
 * Keeps a result if it is the best.
 *
 * @param {() => Storage} storage returns the local storage, which may be forbidden or full
 * @param {string} game
 * @param {number} solved
 */
export function keepRace(storage, game, solved) {
  try {
    if (solved > bestRace(storage, game)) storage().setItem(keyOf(game), String(solved));
  } catch {
    // Then the result is not kept. The race is valid all the same.
  }
}

export class Race {
  solved = 0;
  failed = 0;
  /** @type {readonly ListedPuzzle[]} */
  #order;
  #at = 0;
  #ends;

  /**
   * @param {readonly ListedPuzzle[]} order
   * @param {number} now
   */
  constructor(order, now) {
    this.#order = order;
    this.#ends = now + LASTS_MS;
  }

  /** Returns the puzzle to solve; `undefined` after the last. */
  get puzzle() {
    return this.#order[this.#at];
  }

  /**
   * Returns the whole seconds that are left.
   *
   * @param {number} now
   */
  secondsLeft(now) {
    return Math.max(0, Math.ceil((this.#ends - now) / 1000));
  }

  /** @param {number} now */
  isOver(now) {
    return this.secondsLeft(now) === 0 || this.failed >= FAILURES || this.puzzle === undefined;
  }

  /** Returns how many further failures end the race. */
  get left() {
    return FAILURES - this.failed;
  }

  /**
   * Counts the result of the present puzzle and goes on to the next.
   *
   * @param {boolean} isSolved
   */
  count(isSolved) {
    if (isSolved) this.solved += 1;
    else this.failed += 1;
    this.#at += 1;
  }
}
