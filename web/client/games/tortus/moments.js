/**
 * The moments of a game above the board: the count of a chain of captures, and the word for a move
 * that ends the game.
 *
 * @import {Text} from '../../lib/text.js'
 */
import { html, write } from '../../lib/dom.js';

/** The smallest number of captures that counts as a chain. */
const CHAIN = 2;
/** The time that the word for the last move is visible, in milliseconds. */
const STAMP = 1500;

export class Moments {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    this.chain = html('p', { class: 'tortus-chain', hidden: true });
    this.element = html('div', { class: 'tortus-moments', 'aria-hidden': 'true' }, this.chain);
    this.counted = 0;
  }

  /**
   * Shows the number of captures of the current action, if they are a chain.
   *
   * @param {number} captures
   */
  count(captures) {
    if (captures === this.counted) return;
    this.counted = captures;
    this.chain.hidden = captures < CHAIN;
    write(this.chain, this.text('tortus.chain', { count: captures }));
    // The class restarts the animation.
    this.chain.classList.toggle('odd', captures % 2 === 1);
  }

  /**
   * Shows a word in large letters for a moment.
   *
   * @param {string} word
   * @param {number} delay the milliseconds before it appears
   */
  stamp(word, delay) {
    const stamp = html('p', { class: 'tortus-stamp' }, word);
    this.element.append(stamp);
    const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = moves ? 'scale(2.2) rotate(-9deg)' : 'rotate(-4deg)';
    const rest = 'rotate(-4deg)';
    stamp.animate(
      [
        { opacity: 0, transform: from, easing: 'cubic-bezier(0.2, 0.9, 0.3, 1)' },
        { opacity: 1, transform: rest, offset: 0.16 },
        { opacity: 1, transform: rest, offset: 0.8 },
        { opacity: 0, transform: rest },
      ],
      { duration: STAMP, delay, fill: 'both' },
    ).onfinish = () => stamp.remove();
  }
}
