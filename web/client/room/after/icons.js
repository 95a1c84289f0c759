/** The signs of the buttons after a game. */
import { svg } from '../../lib/dom.js';

/** The lines of each sign, in a square of 24 units. */
const LINES = {
  again: 'M19.500 12a7.500 7.500 0 1 1-2.200-5.300M17.600 3v4.200h-4.200',
  check: 'M5 12.500l4.500 4.500L19 7.500',
};

/**
 * Draws a sign, as large as the text beside it.
 *
 * @param {keyof typeof LINES} name
 */
export function icon(name) {
  return svg(
    'svg',
    {
      class: 'end-icon',
      viewBox: '0 0 24 24',
      width: '1.25em',
      height: '1.25em',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('path', { d: LINES[name] }),
  );
}
