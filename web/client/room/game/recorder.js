/**
 * Keeps the last positions of the game that the page has shown, so that turns can be shown again
 * without a request.
 *
 * @import {AnyView, SeatView, You} from '../../protocol.js'
 */

/**
 * The number of positions that are kept. They share their unchanged parts, so a long evening costs
 * about as much memory as the events of the log.
 */
const KEPT = 300;

/**
 * @typedef {object} Frame a position that was shown
 * @property {number} version the version of the room that it belongs to
 * @property {AnyView} view
 * @property {readonly (SeatView | null)[]} seats
 * @property {You} you
 */

/** Keeps the positions of one game. */
export class Recorder {
  /** The positions, the oldest first. @type {Frame[]} */
  #frames = [];
  #epoch = 0;

  /**
   * Keeps a position, unless it is the same as the last one.
   *
   * @param {Frame} frame
   * @param {number} epoch the epoch of the version; versions of another one are not comparable
   */
  record(frame, epoch) {
    const last = this.#frames.at(-1);
    if (epoch !== this.#epoch || last?.view.game !== frame.view.game) this.#frames = [];
    this.#epoch = epoch;
    if (last?.view === frame.view && this.#frames.length > 0) return;
    this.#frames.push(frame);
    if (this.#frames.length > KEPT) this.#frames.shift();
  }

  /**
   * Returns the position after a decision.
   *
   * @param {number} version the version of the decision
   * @param {number} next the version of the decision after it
   * @returns {Frame | null} the position; `null` where the page has not seen it
   */
  after(version, next) {
    const { length } = this.#frames;
    for (let at = length - 1; at >= 0; at -= 1) {
      const frame = /** @type {Frame} */ (this.#frames[at]);
      if (frame.version < next) return frame.version >= version ? frame : null;
    }
    return null;
  }
}
