/**
 * The small drawings where a list is still empty. They have the colours of the page.
 */
import { svg } from './dom.js';

/** @typedef {'rooms' | 'games' | 'chat'} DrawingName */

/**
 * The parts of each drawing: the class and the path data. A part of class `ground` is filled, one
 * of class `line` is drawn with a pen, and one of class `walk` in the colour of the site.
 *
 * @type {Record<DrawingName, readonly (readonly [string, string])[]>}
 */
const PARTS = {
  // A round table with free chairs, and a lamp over it.
  rooms: [
    ['glow', 'M60 8L28 46H92Z'],
    ['ground', 'M22 46a38 9 0 1 0 76 0 38 9 0 1 0-76 0Z'],
    ['line', 'M22 46a38 9 0 1 0 76 0 38 9 0 1 0-76 0ZM60 2v6M52 14a8 6 0 0 1 16 0Z'],
    [
      'line',
      'M44 55l-4 13M76 55l4 13M6 34v18h11M8 52v16M17 52v16M114 34v18h-11M112 52v16M103 52v16',
    ],
    ['walk', 'M46 46c8-5 8 4 15 1s5-5 13-3'],
  ],
  // An empty square between tiles that a path leads to.
  games: [
    ['ground', 'M8 12h32v32H8ZM80 28h32v32H80Z'],
    ['line', 'M8 12h32v32H8ZM80 28h32v32H80Z'],
    ['dashes', 'M44 20h32v32H44Z'],
    ['walk', 'M8 34c14 0 18-10 32-10'],
    ['line', 'M20 12c0 12 8 20 8 32M112 40c-14 0-18 10-32 10M96 28c0 12 8 12 16 22'],
  ],
  // Two speech bubbles over a tile.
  chat: [
    ['ground', 'M12 8h54v28H34l-10 9v-9H12Z'],
    ['line', 'M12 8h54v28H34l-10 9v-9H12Z'],
    ['ground', 'M54 30h54v28H98v9l-10-9H54Z'],
    ['line', 'M54 30h54v28H98v9l-10-9H54Z'],
    ['walk', 'M22 22c8-9 9 8 17 0s9 8 17 0'],
    ['dots', 'M71 44h.01M81 44h.01M91 44h.01'],
  ],
};

/**
 * Draws a picture that says nothing which the sentence below it doesn't. Screen readers skip it.
 *
 * @param {DrawingName} name
 * @returns {SVGSVGElement}
 */
export function drawing(name) {
  return svg(
    'svg',
    { class: 'empty-drawing', viewBox: '0 0 120 72', 'aria-hidden': 'true', focusable: 'false' },
    PARTS[name].map(([kind, d]) => svg('path', { class: `drawing-${kind}`, d })),
  );
}
