/** The arrow keys on a board that is drawn turned clockwise by 90 degrees. */

/** The key that leads where a key leads on a board that is not turned. */
export const TURNED = /** @type {const} */ ({
  ArrowUp: 'ArrowRight',
  ArrowRight: 'ArrowDown',
  ArrowDown: 'ArrowLeft',
  ArrowLeft: 'ArrowUp',
});
