/**
 * Small pictures that explain something at a glance: the board of a game, or the meaning of a rule.
 * They use only the tokens of the page, so that they need no style sheet of a board.
 *
 * @import {Colour} from '../protocol.js'
 * @import {Child} from '../lib/dom.js'
 */
import { svg } from '../lib/dom.js';
import { glyphShape } from '../lib/glyph.js';

/**
 * @param {string} name
 * @param {number} width
 * @param {number} height
 * @param {(Child | readonly Child[])[]} children
 */
const picture = (name, width, height, children) =>
  svg(
    'svg',
    {
      class: name,
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: 'xMidYMid slice',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    ...children,
  );

/**
 * Returns a picture of a board, 150 by 100 units, on the colour of the table.
 *
 * @param {...(Child | readonly Child[])} children
 */
export const thumbnail = (...children) =>
  picture('thumbnail', 150, 100, [box(0, 0, 150, 100, 'var(--table)', 'none', 0), ...children]);

/**
 * Returns a picture of a rule, 48 by 48 units.
 *
 * @param {...(Child | readonly Child[])} children
 */
export const ruleDrawing = (...children) => picture('rule-drawing', 48, 48, children);

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} fill
 * @param {string} [stroke]
 * @param {number} [rx]
 */
export const box = (x, y, width, height, fill, stroke = 'none', rx = 2) =>
  svg('rect', { x, y, width, height, rx, fill, stroke });

/**
 * @param {string} d
 * @param {string} stroke
 * @param {number} [width]
 * @param {string | null} [dashes]
 */
export const line = (d, stroke, width = 2.5, dashes = null) =>
  svg('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-dasharray': dashes,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });

/**
 * @param {string} d
 * @param {string} fill
 * @param {string} [stroke]
 */
export const shape = (d, fill, stroke = 'none') => svg('path', { d, fill, stroke });

/**
 * Returns the marker of a player.
 *
 * @param {number} x
 * @param {number} y
 * @param {Colour} colour
 * @param {number} [scale]
 */
export const marker = (x, y, colour, scale = 0.6) =>
  svg('g', { transform: `translate(${x} ${y}) scale(${scale})` }, glyphShape(colour));

/**
 * Returns the sign for something that the rules forbid.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} [r]
 */
export const barred = (x, y, r = 7) =>
  svg(
    'g',
    {},
    svg('circle', {
      cx: x,
      cy: y,
      r,
      fill: 'var(--surface)',
      stroke: 'var(--warn)',
      'stroke-width': 2,
    }),
    line(`M${x - r * 0.6} ${y + r * 0.6}L${x + r * 0.6} ${y - r * 0.6}`, 'var(--warn)', 2),
  );

/**
 * Returns the sign for something that wins.
 *
 * @param {number} x
 * @param {number} y
 */
export const star = (x, y) =>
  svg('path', {
    d: 'M0 -6L1.8 -1.9 6 -1.6 2.8 1.2 3.8 5.4 0 3.2 -3.8 5.4 -2.8 1.2 -6 -1.6 -1.8 -1.9Z',
    transform: `translate(${x} ${y})`,
    fill: 'var(--choice)',
    stroke: 'var(--seat-outline)',
    'stroke-width': 0.8,
  });

/**
 * Returns several copies of something, each one step further.
 *
 * @template T
 * @param {number} count
 * @param {(at: number) => T} draw
 */
export const times = (count, draw) => Array.from({ length: count }, (_, at) => draw(at));
