/**
 * The choice of a start mark: by a tap near one, or with the arrow keys round the rim.
 *
 * @import {Colour} from '../../protocol.js'
 */
import { Keyed, set, svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { SQUARE } from '../squares.js';
import { inward, isSide, markBeside, markPoint, parseMark } from './geometry.js';

/**
 * @typedef {object} RimState
 * @property {readonly string[]} marks the free marks, clockwise; empty when there is nothing to
 *   choose
 * @property {string | null} picked
 * @property {Colour} colour the colour of the marker that would stand there
 * @property {string} label the label of the whole group
 * @property {(mark: string) => string} say describes a mark in words
 */

/** The free start marks, as a radio group. */
export class Rim {
  /**
   * @param {SVGGElement} layer
   * @param {{ pick: (mark: string) => void, confirm: () => void }} on
   */
  constructor(layer, on) {
    this.layer = layer;
    this.on = on;
    /** @type {Keyed<SVGGElement>} */
    this.marks = new Keyed(svg('g', {}));
    this.picked = svg('g', { class: 'rim-picked', 'aria-hidden': 'true' });
    layer.append(this.marks.parent, this.picked);
    /** @type {RimState | null} */
    this.state = null;
    layer.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {RimState} state */
  show(state) {
    this.state = state;
    const { marks, picked } = state;
    set(this.marks.parent, {
      role: marks.length > 0 ? 'radiogroup' : null,
      'aria-label': marks.length > 0 ? state.label : null,
    });
    this.marks.keep(marks, drawMark);
    const tab = picked ?? marks[0] ?? null;
    for (const mark of marks) {
      const element = /** @type {SVGGElement} */ (this.marks.get(mark));
      set(element, {
        tabindex: mark === tab ? 0 : -1,
        'aria-checked': String(mark === picked),
        'aria-label': state.say(mark),
      });
    }
    this.picked.replaceChildren();
    if (picked === null) return;
    const { x, y } = markPoint(picked);
    this.picked.setAttribute('transform', `translate(${x} ${y})`);
    this.picked.append(
      svg('circle', { class: 'rim-ring', r: 19 }),
      svg('g', { transform: 'scale(1.3)' }, glyphShape(state.colour)),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const state = this.state;
    const focused = event.target instanceof Element ? event.target.closest('[data-mark]') : null;
    if (!state || !(focused instanceof SVGElement)) return;
    const mark = focused.dataset['mark'] ?? null;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const next = markBeside(state.marks, mark, by);
      if (next !== null) this.marks.get(next)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (mark !== null && mark !== state.picked) this.on.pick(mark);
      else if (event.key === 'Enter') this.on.confirm();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {string} mark */
function drawMark(mark) {
  const sign = drawSign(mark);
  set(sign, { role: 'radio' });
  sign.prepend(svg('circle', { class: 'rim-focus', r: 14 }));
  sign.dataset['mark'] = mark;
  return sign;
}

/**
 * Draws the sign of a free start mark.
 *
 * @param {string} mark
 * @returns {SVGGElement}
 */
export function drawSign(mark) {
  const { x, y } = markPoint(mark);
  const look = inward(parseMark(mark).port);
  const across = SQUARE / 6;
  const line = isSide(mark)
    ? // A bar that connects the two paths.
      { x1: -look.y * across, y1: look.x * across, x2: look.y * across, y2: -look.x * across }
    : { x1: look.x * 9, y1: look.y * 9, x2: -look.x * 12, y2: -look.y * 12 };
  return svg(
    'g',
    { class: 'rim-mark', transform: `translate(${x} ${y})` },
    svg('line', { class: 'rim-tick', ...line }),
    svg('circle', { class: 'rim-dot', r: 5.5 }),
  );
}
