/** The signs of the properties that are counted for each player. */
import { svg } from '../../lib/dom.js';

/** @typedef {'free' | 'green' | 'hidden' | 'exposed' | 'lost' | 'doors' | 'key' | 'tiles'} Sign */

/** @type {Record<Sign, string>} */
const PATHS = {
  // A flag.
  free: 'M6 21V3M6 4h12l-3 4 3 4H6',
  // Grass.
  green: 'M12 21V9M12 21L6 11M12 21l6-10M4 21h16',
  // An arch with a chamber.
  hidden: 'M4 20v-7a8 8 0 0 1 16 0v7zM9 20v-5a3 3 0 0 1 6 0v5',
  // A tunnel with a prisoner in it.
  exposed: 'M3 6h18M3 18h18M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  // A cross on a mound.
  lost: 'M12 3v11M8 7h8M4 20c2-5 14-5 16 0z',
  // A door leaf with a handle.
  doors: 'M6 21V3h12v18zM14.5 12v1.500',
  // A ring, a shaft and a bit.
  key: 'M11 9a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11 9h10v4M17 9v3',
  // A hexagonal cell.
  tiles: 'M12 2.500l8 4.750v9.500l-8 4.750-8-4.750v-9.500z',
};

/**
 * Returns the path of a sign that is 24 units wide and high.
 *
 * @param {Sign} sign
 * @returns {string} the path data, as in the `d` attribute
 */
export function iconPath(sign) {
  return PATHS[sign];
}

/**
 * @param {Sign} sign
 * @returns {SVGSVGElement}
 */
export function icon(sign) {
  return svg(
    'svg',
    { class: 'sx-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: PATHS[sign] }),
  );
}
