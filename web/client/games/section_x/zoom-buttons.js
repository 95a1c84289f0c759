/**
 * The buttons below a board that zoom it.
 *
 * @import {Text} from './words.js'
 */
import { createButton, html, set } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { pressable } from '../controls.js';

/** The zoom factor, the name and the sign of each button. */
const BUTTONS = /** @type {const} */ ([
  [1, 'closer', 'plus'],
  [0, 'whole', 'frame'],
]);

export class ZoomButtons {
  /**
   * @param {Text} text
   * @param {(factor: 1 | -1 | 0) => void} press
   */
  constructor(text, press) {
    this.buttons = BUTTONS.map(([factor, name, sign]) => {
      const label = text(`section_x.zoom.${name}`);
      const button = createButton(
        { class: 'zoom-button', 'aria-label': label, title: label },
        icon(sign),
      );
      return pressable(button, () => press(factor));
    });
    this.element = html(
      'div',
      { class: 'zoom-buttons', role: 'group', 'aria-label': text('section_x.zoom.title') },
      ...this.buttons,
    );
  }

  /**
   * @param {boolean} closest whether the board cannot be zoomed in any further
   * @param {boolean} isWhole whether the whole board is visible, so that the only option is to zoom
   *   in
   */
  show(closest, isWhole) {
    const [closer, whole] = this.buttons;
    if (closer) set(closer, { 'aria-disabled': closest ? 'true' : null });
    if (whole) set(whole, { 'aria-disabled': isWhole ? 'true' : null });
  }
}
