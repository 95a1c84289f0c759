/**
 * Points at the element of the board that the learner uses next: a square, a tile of the hand or a
 * button. The element itself is marked, so that the mark follows it wherever it is drawn.
 *
 * @import {AnyAction, AnyView} from '../protocol.js'
 * @import {StepOf} from '../games/index.js'
 */

/** The class of the element that is pointed at. */
const POINTED = 'pointed';

export class Pointer {
  /** @type {Element | null} */
  #pointed = null;
  /** @type {{ action: AnyAction, view: AnyView } | null} */
  #next = null;
  #frame = 0;

  /**
   * @param {HTMLElement} board
   * @param {StepOf | null} stepOf `null` for a game whose lessons show no solution
   * @param {() => unknown} draft returns the draft of the board
   */
  constructor(board, stepOf, draft) {
    this.board = board;
    this.stepOf = stepOf;
    this.draft = draft;
    if (stepOf === null) return;
    // The board draws a draft at once and a new view a little later, and both may replace the
    // element.
    new MutationObserver(() => {
      if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#point());
    }).observe(board, {
      subtree: true,
      childList: true,
      attributeFilter: ['class', 'disabled', 'aria-pressed', 'aria-disabled'],
    });
  }

  /**
   * Points at the next step towards a decision, or at nothing.
   *
   * @param {AnyAction | null} action
   * @param {AnyView | null} view
   */
  show(action, view) {
    this.#next = action && view && { action, view };
    this.#point();
  }

  #point() {
    this.#frame = 0;
    const next = this.#next;
    const selector = next && this.stepOf?.(next.action, this.draft(), next.view);
    const element = selector ? this.board.querySelector(selector) : null;
    if (this.#pointed !== element) this.#pointed?.classList.remove(POINTED);
    this.#pointed = element;
    if (element && !element.classList.contains(POINTED)) element.classList.add(POINTED);
  }
}
