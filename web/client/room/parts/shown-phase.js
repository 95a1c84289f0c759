/**
 * The phase that the page is arranged for. It follows the room's phase with one exception: when a
 * game ends while the reader watches, the page stays as it was until the last move's animation is
 * over and the reader has had a moment to look at it.
 *
 * @import {Phase} from '../../protocol.js'
 */

/** The time in milliseconds between the end of the last move's animation and the result. */
const PAUSE_MS = 1_200;
/**
 * The time in milliseconds after which an animation of the last move has started, if there is one.
 * Asking for its remaining time at once would force a second layout.
 */
export const BEGUN_MS = 100;

export class ShownPhase {
  /** @type {Phase | null} */
  now = null;
  /** Whether the result of a game that the reader has followed is shown for the first time. */
  justEnded = false;
  #ended = false;
  /** @type {ReturnType<typeof setTimeout> | null} */
  #timer = null;

  /**
   * @param {() => void} changed called when the page must be rearranged; it then calls `follow`
   *   again
   */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * Updates the phase of the page.
   *
   * @param {Phase} phase the phase of the room
   * @param {(() => number) | null} restsIn returns the milliseconds until the animation of the last
   *   move is over; `null` if there is no animation
   * @returns {Phase}
   */
  follow(phase, restsIn) {
    if (phase === this.now) this.#stop();
    else if (phase !== 'over' || this.now !== 'playing' || restsIn === null) this.#turn(phase);
    else if (this.#timer === null) this.#wait(restsIn);
    this.justEnded = this.#ended;
    this.#ended = false;
    return this.now ?? phase;
  }

  /** @param {() => number} restsIn */
  #wait(restsIn) {
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        this.#turn('over');
        this.changed();
      }, restsIn() + PAUSE_MS);
    }, BEGUN_MS);
  }

  /** @param {Phase} phase */
  #turn(phase) {
    this.#stop();
    this.#ended = this.now === 'playing' && phase === 'over';
    this.now = phase;
  }

  #stop() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
