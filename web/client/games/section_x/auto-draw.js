/**
 * Drawing for a player: a tile has to be drawn, and piles that show nothing are alike.
 *
 * @import {SectionXView} from '../../protocol.js'
 */

/** What shows that somebody is at the page. */
const GESTURES = ['pointerdown', 'keydown'];

/**
 * The pile from which a tile can be drawn without asking; `null` where nothing is to be drawn, or there is a choice.
 *
 * @param {SectionXView} view
 */
export function drawnFrom({ choices, piles }) {
  const [pile] = choices?.draw ?? [];
  return pile === undefined || piles.some(({ top }) => top.length > 0) ? null : pile;
}

/**
 * Whether this page draws for the viewer, who has done something here: of several pages of theirs only the one that they
 * are at, as the others would be refused.
 *
 * @param {number} tabs pages of the viewer that are open
 * @param {boolean} focused whether they are at this one
 */
export const isWhereTheyAre = (tabs, focused) => tabs < 2 || focused;

/**
 * Whether the viewer has done anything since a tile was drawn for them last. For who has gone nothing is drawn: the
 * room would take it for a sign of life.
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

  /** A tile was drawn. */
  drew() {
    this.isHere = false;
  }

  dispose() {
    this.#deafen.abort();
  }
}
