/**
 * Plays the collapse of the tunnels: the ground shakes, blasts run from the prison outwards along
 * each tunnel and bury who is in it, and who is on green runs. The page fetches this module when a
 * collapse may follow.
 *
 * @import {Plan} from './plan.js'
 * @import {Scene} from './scene.js'
 */
import { svg } from '../../lib/dom.js';
import { beside, middle } from '../hexes.js';
import { sidesOf } from './geometry.js';
import { keyOf } from './pieces.js';
import { parseSpot } from './plan.js';

export { RoundBanner } from './collapse.js';

/** The duration of a collapse in milliseconds. */
export const COLLAPSE_MS = 2_500;
/** The times of the first and the last blast, and the duration of each. */
const BLASTS = { first: 450, last: 1_750, each: 650 };
/** The range of the shaking in pixels, and its duration. */
const SHAKE = { by: 4, ms: 1_900, steps: 26 };

/**
 * Returns how far each tile is from the prison, in tiles along the tunnels. A tile without a tunnel
 * from the prison comes after all others.
 *
 * @param {Plan} plan
 * @returns {Map<string, number>} the distances, by cell
 */
export function distancesOf(plan) {
  const { view, radius } = plan;
  const island = new Set(view.island);
  const opensTo = (/** @type {string} */ cell) => {
    const tile = plan.tile(cell);
    const sides = tile
      ? plan.sections(tile.kind).flatMap(({ openings }) => sidesOf(openings, tile.rotation))
      : [];
    return sides.flatMap((side) => beside(cell, side, radius) ?? []);
  };
  /** @type {Map<string, number>} */
  const far = new Map();
  let ring = view.tiles
    .map(({ cell }) => cell)
    .filter((cell) => opensTo(cell).some((to) => island.has(to)));
  for (let steps = 0; ring.length > 0; steps += 1) {
    for (const cell of ring) far.set(cell, steps);
    ring = [...new Set(ring.flatMap(opensTo))].filter((cell) => plan.tile(cell) && !far.has(cell));
  }
  const beyond = Math.max(0, ...far.values()) + 1;
  for (const { cell } of view.tiles) if (!far.has(cell)) far.set(cell, beyond);
  return far;
}

/**
 * @typedef {object} Collapse a running collapse
 * @property {number} ms its duration
 * @property {() => void} end ends it at once
 */

/**
 * Plays the collapse over the board that is still drawn as it was before.
 *
 * @param {Scene} scene
 * @param {Plan} before
 * @param {Plan} after
 * @returns {Collapse}
 */
export function playCollapse(scene, before, after) {
  const { root, layers } = scene;
  const far = distancesOf(before);
  const most = Math.max(1, ...far.values());
  const at = (/** @type {string} */ cell) =>
    BLASTS.first + ((far.get(cell) ?? 0) / most) * (BLASTS.last - BLASTS.first);
  const fall = (
    /** @type {Element} */ drawn,
    /** @type {string} */ look,
    /** @type {number} */ ms,
  ) => {
    const falling = svg('g', { class: look }, /** @type {SVGGElement} */ (drawn.cloneNode(true)));
    falling.style.setProperty('--fall', `${BLASTS.each}ms`);
    falling.style.setProperty('--fall-after', `${ms.toFixed(0)}ms`);
    layers.fallen.append(falling);
  };
  for (const [key, drawn] of scene.tiles.elements) {
    const [cell = ''] = key.split(' ');
    if (after.tile(cell)?.kind === before.tile(cell)?.kind) continue;
    fall(drawn, 'falling falling-tile', at(cell));
    fall(drawBlast(middle(cell, before.radius)), 'blast', at(cell));
  }
  const running = buryAndFree(scene, before, after, (drawn, cell) => {
    fall(drawn, 'falling falling-prisoner', at(cell));
    const { x, y } = middle(cell, before.radius);
    fall(drawCross(x, y), 'grave', at(cell) + BLASTS.each / 2);
  });
  const shaking = root.animate(shakes(), { duration: SHAKE.ms, delay: BLASTS.first - 150 });
  const end = () => {
    clearTimeout(timer);
    shaking.cancel();
    layers.fallen.replaceChildren();
    for (const one of running) one.classList.remove('running');
  };
  const timer = setTimeout(end, COLLAPSE_MS);
  return { ms: COLLAPSE_MS, end };
}

/**
 * Finds the prisoners whom the collapse buries or frees.
 *
 * @param {Scene} scene
 * @param {Plan} before
 * @param {Plan} after
 * @param {(drawn: SVGGElement, cell: string) => void} bury draws the end of a prisoner in a cell
 * @returns {SVGGElement[]} the drawings of the prisoners who run
 */
function buryAndFree({ prisoners }, before, after, bury) {
  const now = new Map(after.view.prisoners.map((one) => [keyOf(one), one.at]));
  return before.view.prisoners.flatMap((one) => {
    const drawn = prisoners.of(one);
    const to = now.get(keyOf(one));
    if (!drawn || to === one.at) return [];
    if (to === 'lost') bury(drawn, parseSpot(one.at)?.cell ?? '');
    else drawn.classList.add('running');
    return to === 'lost' ? [] : [drawn];
  });
}

/** @param {import('../squares.js').Point} point */
function drawBlast({ x, y }) {
  return svg(
    'g',
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg('path', {
      class: 'blast-fire',
      d: 'M0 -50L12 -24L38 -36L27 -10L54 0L28 12L36 40L11 26L0 52L-12 27L-38 37L-27 11L-54 0L-28 -12L-37 -39L-11 -25Z',
    }),
    svg('circle', { class: 'blast-core', r: 19 }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 */
function drawCross(x, y) {
  const d = 'M-15 -15L15 15M15 -15L-15 15';
  return svg(
    'g',
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg('path', { class: 'cross-edge', d }),
    svg('path', { class: 'cross-line', d }),
  );
}

/** Returns the keyframes of the shaking, which becomes weaker. */
function shakes() {
  const { by, steps } = SHAKE;
  const still = { transform: 'none' };
  const frames = Array.from({ length: steps }, (_, at) => {
    const rest = by * (1 - at / steps);
    const x = (at % 2 === 0 ? rest : -rest).toFixed(1);
    const y = (at % 3 === 0 ? rest / 2 : -rest / 2).toFixed(1);
    return { transform: `translate(${x}px, ${y}px)` };
  });
  return [still, ...frames, still];
}
