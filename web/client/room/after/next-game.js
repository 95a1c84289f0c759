/**
 * Remembers that a player who is out wants to play the next game, and tells the server so when this
 * one is over: the server asks for it only between games.
 *
 * @import {RoomContext} from '../context.js'
 */
import { newNonce } from '../../lib/random.js';

/**
 * The time in milliseconds that a result is shown at least, even if all players want another game.
 */
const RESULT_MS = 5_000;

export class NextGame {
  /** The number of the game after which the reader wants another one. @type {number | null} */
  #after = null;

  /** @param {Pick<RoomContext, 'state' | 'issue'>} context */
  constructor(context) {
    this.context = context;
  }

  /** Whether the reader wants another game after the running one. */
  get isWanted() {
    const { view } = this.context.state;
    return this.#after !== null && this.#after === view?.round;
  }

  /** @param {boolean} wanted */
  want(wanted) {
    this.#after = wanted ? (this.context.state.view?.round ?? null) : null;
  }

  /** Sends the wish as soon as the game is over. Call this after every change. */
  follow() {
    const { state, issue } = this.context;
    const { you, view } = state;
    if (!view || view.phase === 'playing' || this.#after === null) return;
    const isDue = this.isWanted && view.phase === 'over' && you?.seat != null;
    const { round } = view;
    this.#after = null;
    if (!isDue) return;
    setTimeout(() => {
      const { state } = this.context;
      if (state.view?.phase !== 'over' || state.view.round !== round || state.you?.seat == null)
        return;
      void issue({ type: 'ready', ready: true, nonce: newNonce() });
    }, RESULT_MS);
  }
}
