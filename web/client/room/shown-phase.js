/**
 * The phase that the page is arranged for. It is the room's, but where a game ends before the reader's eyes: then the
 * page stays as it was until the last move has come to rest and could be looked at for a moment.
 *
 * @import {Phase} from '../protocol.js'
 */

/** Milliseconds for which the last move can be looked at before its result is told. */
const PAUSE_MS = 1_200;
/** Milliseconds after which it moves, if it does: to ask at once would have the page laid out twice. */
export const BEGUN_MS = 100;

export class ShownPhase {
  /** @type {Phase | null} */
  now = null;
  /** Whether the result of a game is told from now on that the reader has followed. */
  justEnded = false;
  #ended = false;
  /** @type {ReturnType<typeof setTimeout> | null} */
  #timer = null;

  /** @param {() => void} changed the page is to be arranged anew: it follows again */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * @param {Phase} phase of the room
   * @param {(() => number) | null} restsIn milliseconds until the last move has come to rest; `null` if it is not seen
   *   to happen
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
