/**
 * Draws a tile on behalf of a player where the choice of the pile does not matter, because none of
 * the piles shows its top tile.
 *
 * @import {SectionXView} from '../../protocol.js'
 * @import {Shown} from '../modules.js'
 * @import {View} from './board.js'
 */

/** The events that show that the viewer is at the page. */
const GESTURES = ['pointerdown', 'keydown'];

/**
 * Returns the pile from which a tile can be drawn automatically, or `null` where no tile has to be
 * drawn or the viewer has a choice.
 *
 * @param {SectionXView} view
 */
export function drawnFrom({ choices, piles }) {
  const [pile] = choices?.draw ?? [];
  return pile === undefined || piles.some(({ top }) => top.length > 0) ? null : pile;
}

/**
 * Returns whether this page draws for the viewer, who has been active here. If the viewer has
 * several pages open, only the focused one draws, because the server would reject the decisions of
 * the others.
 *
 * @param {number} tabs the number of open pages of the viewer
 * @param {boolean} focused whether this page has the focus
 */
export const isWhereTheyAre = (tabs, focused) => tabs < 2 || focused;

/**
 * Tracks whether the viewer has been active since the last automatic draw. Nothing is drawn for a
 * viewer who has left, because the room would count the draw as activity.
 */
export class AutoDraw {
  isHere = false;
  #deafen = new AbortController();

  constructor() {
    const on = () => {
      this.isHere = true;
    };
    const { signal } = this.#deafen;
    for (const type of GESTURES) document.addEventListener(type, on, { capture: true, signal });
  }

  /**
   * Returns the pile from which a tile is drawn on behalf of the viewer, or `null` where the viewer
   * draws.
   *
   * @param {Shown<View>} shown
   * @param {number | null} own the viewer's seat
   */
  pileFor({ view, seats, you }, own) {
    if (own === null || seats?.[own]?.away || !this.isHere) return null;
    return isWhereTheyAre(you?.tabs ?? 1, document.hasFocus()) ? drawnFrom(view) : null;
  }

  /** Records that a tile was drawn automatically. */
  drew() {
    this.isHere = false;
  }

  dispose() {
    this.#deafen.abort();
  }
}
