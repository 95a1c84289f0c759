/**
 * The shape and colour of a seat. Each colour has a shape of its own, so that colour is never the
 * only sign.
 *
 * @import {Colour} from '../protocol.js'
 */
import { svg } from './dom.js';

/** Half the side of the square that a shape fills, in the units of the shape. */
const REACH = 12;

/**
 * @param {number} corners
 * @param {number} radius
 * @param {number} inner the radius of the corners in between, or `radius` for a plain polygon
 * @param {number} [lean] the rotation in degrees; without it a corner points up
 */
function polygon(corners, radius, inner, lean = 0) {
  const count = inner === radius ? corners : corners * 2;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = ((index / count) * 360 + lean - 90) * (Math.PI / 180);
    const reach = index % 2 === 0 ? radius : inner;
    return `${(reach * Math.cos(angle)).toFixed(2)} ${(reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/**
 * @param {number} radius
 * @param {0 | 1} sweep
 */
function circle(radius, sweep = 1) {
  return `M${-radius} 0a${radius} ${radius} 0 1 ${sweep} ${radius * 2} 0a${radius} ${radius} 0 1 ${sweep} ${-radius * 2} 0Z`;
}

/** @type {Record<Colour, string>} */
const SHAPES = {
  red: circle(8.4),
  blue: 'M-7.4 -7.4H7.4V7.4H-7.4Z',
  yellow: polygon(5, 10.4, 4.9),
  green: 'M0 -9L9.4 7.2H-9.4Z',
  purple: polygon(4, 10.2, 10.2),
  orange: polygon(6, 9.2, 9.2, 30),
  white: circle(9) + circle(3.6, 0),
  black: polygon(4, 9.6, 3.4, 45),
};

/**
 * Draws the shape of a colour as a group within an existing SVG. It is 24 units wide and centred on
 * the origin.
 *
 * @param {Colour} colour
 * @returns {SVGGElement}
 */
export function glyphShape(colour) {
  // A light line outside a dark one is visible on any background.
  const lines = [
    ['stroke', 'rgb(255 255 255 / 80%)', '4.4'],
    ['stroke', 'var(--seat-outline)', '2.6'],
    ['fill', `var(--seat-${colour})`, '0'],
  ];
  const group = svg('g', { class: `glyph-${colour}` });
  for (const [property, value, width] of lines) {
    const path = svg('path', {
      d: SHAPES[colour],
      fill: 'none',
      'fill-rule': 'evenodd',
      'stroke-width': width ?? '0',
      'stroke-linejoin': 'round',
    });
    path.style.setProperty(property ?? 'fill', value ?? 'none');
    group.append(path);
  }
  return group;
}

/**
 * Draws the shape of a colour as a separate picture, as large as the text beside it.
 *
 * @param {Colour} colour
 * @returns {SVGSVGElement}
 */
export function glyph(colour) {
  const side = REACH * 2;
  return svg(
    'svg',
    {
      class: 'glyph',
      viewBox: `${-REACH} ${-REACH} ${side} ${side}`,
      width: '1.25em',
      height: '1.25em',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    glyphShape(colour),
  );
}
