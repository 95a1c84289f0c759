/**
 * The board of the page of a replay. In a room, the room's own frame shows the positions instead.
 *
 * @import {Board} from '../games/modules.js'
 * @import {Reviewed} from '../room/game/board-frame.js'
 * @import {Text} from '../lib/text.js'
 */
import { createPicture } from '../games/modules.js';

export class PictureFrame {
  /** @type {Board<any> | null} */
  #board = null;

  /**
   * @param {HTMLElement} place
   * @param {Text} text
   */
  constructor(place, text) {
    this.place = place;
    this.text = text;
  }

  /**
   * Shows a position; `null` changes nothing, because the page has nothing else to show.
   *
   * @param {Reviewed | null} position
   */
  review(position) {
    if (position === null) return;
    if (!this.#board) {
      this.#board = createPicture(position.view.game, this.text);
      this.place.append(this.#board.element);
    }
    const { proposal, ...shown } = position;
    this.#board.show({ phase: 'playing', still: true, ...shown });
    if (proposal) this.#board.propose(proposal);
  }

  /** Returns the milliseconds until the last position has come to rest. */
  restsIn() {
    return this.#board?.restsIn() ?? 0;
  }
}
