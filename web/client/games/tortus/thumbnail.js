/** Draws a small picture of a board of Tortus. */
import { svg } from '../../lib/dom.js';
import { box, line, marker, shape, thumbnail, times } from '../sketches.js';

/** The colours of the back of a tile. */
const BACK = { face: '#5d7f6f', line: '#86a595' };
/** The colour of the signs on a tile. */
const SIGN = '#3a2c17';
/** The tiles that are open, by column and row. */
const OPEN = ['1 0', '0 1', '1 1', '2 1'];

export const drawThumbnail = () =>
  thumbnail(
    times(3, (x) => times(2, (y) => square(x * 50, y * 50, OPEN.includes(`${x} ${y}`)))).flat(),
    line('M75 42V14M66 23L75 13L84 23M67 34L75 26L83 34', SIGN, 4),
    line('M9 75H39M31 66L40 75L31 84', SIGN, 4),
    svg('circle', {
      cx: 125,
      cy: 75,
      r: 17,
      fill: '#120d08',
      stroke: '#8a6a33',
      'stroke-width': 2.5,
    }),
    line('M111 79A15 15 0 0 0 139 79', '#4a3a22', 2),
    line('M75 91V59M59 75H91', SIGN, 4),
    shape('M75 55L81 64H69ZM95 75L86 81V69ZM75 95L69 86H81ZM55 75L64 69V81Z', SIGN),
    marker(75, 75, 'red', 1.1),
    marker(25, 62, 'blue', 0.9),
  );

/**
 * @param {number} x
 * @param {number} y
 * @param {boolean} open
 */
const square = (x, y, open) =>
  svg(
    'g',
    { transform: `translate(${x} ${y})` },
    open
      ? box(1, 1, 48, 48, 'var(--tile)', 'var(--tile-edge)', 3)
      : [
          box(1, 1, 48, 48, BACK.face, 'rgb(0 0 0 / 30%)', 3),
          svg('circle', {
            cx: 25,
            cy: 25,
            r: 19,
            fill: 'none',
            stroke: BACK.line,
            'stroke-width': 1.6,
          }),
          line(
            'M25 14L35 19.5V30.5L25 36L15 30.5V19.5ZM25 14V6M35 19.5L41.5 15.5M35 30.5L41.5 34.5M25 36V44M15 30.5L8.5 34.5M15 19.5L8.5 15.5',
            BACK.line,
            1.6,
          ),
        ],
  );
