/**
 * The board of the page of a replay. In a room, the room's own frame shows the positions instead.
 *
 * @import {Board} from '../games/modules.js'
 * @import {Reviewed} from '../room/game/board-frame.js'
 */

export class PictureFrame {
  /** @type {Board<any> | null} */
  #board = null;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * Shows a position; `null` changes nothing, because the page has nothing else to show.
   *
   * @param {Reviewed | null} position
   */
  review(position) {
    if (position === null) return;
    const { proposal, create, ...shown } = position;
    if (!this.#board) {
      this.#board = create();
      this.place.append(this.#board.element);
    }
    this.#board.show({ phase: 'playing', still: true, ...shown });
    if (proposal) this.#board.propose(proposal);
  }

  /** Returns the milliseconds until the last position has come to rest. */
  restsIn() {
    return this.#board?.restsIn() ?? 0;
  }
}
