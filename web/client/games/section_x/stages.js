/**
 * Shows the parts of a turn beside the board: the finished, the current and the coming ones.
 *
 * @import {Stage} from './brief.js'
 * @import {Text} from './words.js'
 */
import { html, paint, set, write } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';

/** The list of the three parts of a turn. */
export class Stages {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    this.items = [1, 2, 3].map((number) => {
      const sign = html('span', { class: 'sx-stage-sign', 'aria-hidden': 'true' }, String(number));
      const label = html('span', {});
      const state = html('span', { class: 'visually-hidden' });
      return { element: html('li', {}, sign, label, state), sign, label, state };
    });
    this.element = html(
      'ol',
      { class: 'sx-stages', 'aria-label': text('section_x.stages') },
      ...this.items.map(({ element }) => element),
    );
  }

  /**
   * @param {readonly Stage[]} stages
   * @param {boolean} over whether the game is over, so that there is no current turn
   */
  show(stages, over) {
    this.element.classList.toggle('over', over);
    for (const [at, { element, sign, label, state }] of this.items.entries()) {
      const stage = stages[at];
      if (!stage) continue;
      element.dataset['state'] = stage.state;
      set(element, { 'aria-current': stage.state === 'now' && !over ? 'step' : null });
      paint(sign, stage.state === 'done' ? icon('check') : String(at + 1));
      write(label, stage.label);
      write(state, over ? '' : this.text(`section_x.stage.${stage.state}`));
    }
  }
}
