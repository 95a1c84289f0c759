/**
 * What the drawings of all boards have in common: layers, tiles that turn, and how long things take to move.
 */
import { svg } from '../lib/dom.js';

/**
 * The layers of a drawing, from the bottom to the top.
 *
 * @template {string} N
 * @param {readonly N[]} names
 * @param {readonly N[]} spoken those whose elements speak for themselves; the others are only seen
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
 * Turns what turns of a drawn tile. It goes the short way from where it is.
 *
 * @param {Element} tile
 * @param {number} angle degrees clockwise
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

/**
 * A duration of a style sheet.
 *
 * @param {string} value such as `420ms` or `.42s`
 * @returns {number} milliseconds
 */
export function milliseconds(value) {
  const number = Number.parseFloat(value);
  if (Number.isNaN(number)) return 0;
  return value.trim().endsWith('ms') ? number : number * 1000;
}

/** How long it takes where something moves, once that has been asked for. @type {number | null} */
let pace = null;

/**
 * How long it takes to walk over a square; nothing where nothing may move, or nobody looks. It is asked for once: a browser
 * that is asked in the middle of a move works out the style of the whole page first.
 *
 * @returns {number} milliseconds
 */
export function walkMs() {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  pace ??= milliseconds(getComputedStyle(document.documentElement).getPropertyValue('--walk'));
  return pace;
}
