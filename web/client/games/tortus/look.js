/**
 * The square that the viewer looks at, by mouse or by keyboard focus: the board previews it, and a
 * tip explains it.
 *
 * @import {Box} from '../tip.js'
 * @import {Scene} from './scene.js'
 */
import { pointIn } from '../../lib/dom.js';
import { Tip } from '../tip.js';

export class Look {
  /** @type {{ pointer: string | null, focus: string | null }} */
  #at = { pointer: null, focus: null };

  /**
   * @param {HTMLElement} parent the element that the tip must stay within
   * @param {object} on
   * @param {() => void} on.changed called when the viewer looks at another square
   * @param {(square: string) => { words: string, box: Box } | null} on.tipOf returns the tip of a
   *   square
   */
  constructor(parent, { changed, tipOf }) {
    this.tip = new Tip(parent);
    this.changed = changed;
    this.tipOf = tipOf;
  }

  /** The square to preview, or `null`. */
  get square() {
    return this.#at.pointer ?? this.#at.focus;
  }

  /** Follows the mouse and the focus on a scene. @param {Scene} scene */
  watch({ root, layers, facing }) {
    root.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') {
        this.#look('pointer', facing.squareAt(pointIn(root, event)));
      }
    });
    root.addEventListener('pointerleave', () => this.#look('pointer', null));
    layers.cells.addEventListener('focusin', ({ target }) => {
      if (target instanceof SVGElement && target.matches(':focus-visible')) {
        this.#look('focus', target.dataset['square'] ?? null);
      }
    });
    layers.cells.addEventListener('focusout', () => this.#look('focus', null));
  }

  /**
   * Shows the tip of a square that a finger has pressed, unless the press had another effect.
   *
   * @param {MouseEvent} event
   * @param {string} square
   * @param {boolean} leads whether the press had an effect
   */
  pressed(event, square, leads) {
    const finger = event instanceof PointerEvent && event.pointerType !== 'mouse';
    if (finger && !leads) this.tip.now(square, () => this.tipOf(square));
    else this.tip.hide();
  }

  /**
   * @param {'pointer' | 'focus'} by
   * @param {string | null} square
   */
  #look(by, square) {
    if (this.#at[by] === square) return;
    if (square === null) this.tip.hide();
    else this.tip.soon(square, () => this.tipOf(square));
    this.#at = { ...this.#at, [by]: square };
    this.changed();
  }
}

/**
 * Returns the square of a board that has the keyboard focus, or `null`.
 *
 * @param {HTMLElement} board
 */
export function focusedIn(board) {
  const focused = document.activeElement;
  return focused instanceof SVGElement && board.contains(focused)
    ? (focused.dataset['square'] ?? null)
    : null;
}
