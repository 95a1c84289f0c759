/**
 * The helpers that the drawings of all boards share: layers, tiles that turn, and the durations of
 * moves.
 */
import { svg } from '../lib/dom.js';

/**
 * Creates the layers of a drawing, from the bottom to the top.
 *
 * @template {string} N
 * @param {readonly N[]} names
 * @param {readonly N[]} spoken the layers whose elements are exposed to screen readers; the others
 *   are hidden from them
 * @returns {Record<N, SVGGElement>}
 */
export function createLayers(names, spoken) {
  const layers = names.map((name) => {
    const hidden = spoken.includes(name) ? null : 'true';
    return [name, svg('g', { class: `layer-${name}`, 'aria-hidden': hidden })];
  });
  return /** @type {Record<N, SVGGElement>} */ (Object.fromEntries(layers));
}

/**
 * Rotates the rotating part of a drawn tile. It takes the shorter way from its current angle.
 *
 * @param {Element} tile
 * @param {number} angle the angle in degrees clockwise
 */
export function turnTo(tile, angle) {
  const turning = /** @type {SVGGElement | null} */ (tile.querySelector('.tile-paths'));
  if (!turning) return;
  const before = Number(turning.dataset['angle'] ?? angle);
  let turn = (angle - before) % 360;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  turning.dataset['angle'] = String(before + turn);
  turning.style.setProperty('transform', `rotate(${before + turn}deg)`);
}

/** The time that a laid tile takes to land, in milliseconds. */
export const LANDING = 220;
/** The time that a landed tile lies before the pieces on it move, in milliseconds. */
export const REST = 150;

/**
 * Lets a drawn tile land on its place: it comes from above the table, and its shadow closes in.
 *
 * @param {Element} tile
 * @param {{ x: number, y: number }} middle the centre of the tile in its own coordinates
 */
export function land(tile, { x, y }) {
  const options = { duration: LANDING, easing: 'cubic-bezier(0.3, 0.8, 0.4, 1)' };
  const above = `translate(${x}px, ${y - 9}px) scale(1.13) translate(${-x}px, ${-y}px)`;
  tile.animate(
    [
      { opacity: 0, transform: above },
      { opacity: 1, transform: above, offset: 0.25 },
      { opacity: 1, transform: 'none' },
    ],
    options,
  );
  tile.querySelector('.tile-shade')?.animate(
    [
      { opacity: 0.2, transform: 'translate(4px, 16px)' },
      { opacity: 1, transform: 'none' },
    ],
    options,
  );
}

/**
 * Parses a duration from a style sheet.
 *
 * @param {string} value a duration such as `420ms` or `.42s`
 * @returns {number} the duration in milliseconds
 */
export function milliseconds(value) {
  const number = Number.parseFloat(value);
  if (Number.isNaN(number)) return 0;
  return value.trim().endsWith('ms') ? number : number * 1000;
}

/**
 * The cached duration of {@link walkMs} where motion is allowed, or `null` before the first use.
 *
 * @type {number | null}
 */
let pace = null;
/** The longest such time at the moment, in milliseconds. */
let most = Number.POSITIVE_INFINITY;

/**
 * Draws with a limit for {@link walkMs}, and with it for everything that is timed by it.
 *
 * @param {number} limit the longest time that a piece takes to walk over a square, in milliseconds
 * @param {() => void} draw
 */
export function drawWithin(limit, draw) {
  most = limit;
  try {
    draw();
  } finally {
    most = Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns how long a piece takes to walk over a square. The result is 0 where the viewer prefers
 * reduced motion or the page is hidden. The style is read only once: a browser that has to read it
 * in the middle of a move first computes the style of the whole page.
 *
 * @returns {number} the duration in milliseconds
 */
export function walkMs() {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  pace ??= milliseconds(getComputedStyle(document.documentElement).getPropertyValue('--walk'));
  return Math.min(pace, most);
}
