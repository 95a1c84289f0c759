/**
 * The motion of tiles that are opened and of pawns that fall.
 *
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';

/** The time that a tile takes to turn over, in milliseconds. */
export const FLIP = 420;
/** The time that a tile takes to fade in where the viewer prefers reduced motion. */
const FADE = 200;
/** The part of a flip after which the face is seen instead of the back. */
const HALF = 0.5;
/** The time that a pawn takes to fall, in milliseconds. */
export const FALL = 620;
/** The part of a fall after which the pawn hits the ground. */
const HIT = 0.72;

/** A tile that is lifted and turned about its upright axis, seen slightly from below. */
const EDGE_ON = 'translateY(-6px) scale(0.02, 1.1) skewY(-9deg)';

/**
 * Turns a tile over: the back, drawn above the tile, turns away, and the face appears.
 *
 * @param {SVGGElement} tile the tile with its face up
 * @param {SVGGElement} back a picture of its back, which is removed afterwards
 * @returns {Animation[]}
 */
export function flip(tile, back) {
  tile.after(back);
  const options = { duration: FLIP, fill: /** @type {const} */ ('backwards') };
  const away = back.animate(
    [
      { transform: 'none', opacity: 1, easing: 'ease-in' },
      { transform: EDGE_ON, opacity: 1, offset: HALF, easing: 'step-start' },
      { transform: EDGE_ON, opacity: 0 },
    ],
    options,
  );
  away.onfinish = () => back.remove();
  const face = tile.animate(
    [
      { transform: EDGE_ON, opacity: 0 },
      { transform: EDGE_ON, opacity: 1, offset: HALF, easing: 'cubic-bezier(0.2, 0.9, 0.35, 1)' },
      { transform: 'none', opacity: 1 },
    ],
    options,
  );
  return [away, face];
}

/**
 * Fades a tile in, for viewers who prefer reduced motion.
 *
 * @param {Element} tile
 */
export function fadeIn(tile) {
  return tile.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, easing: 'linear' });
}

/**
 * Lets a pawn fall into the hole that it stands on: it leaps over the edge, shrinks into the
 * depth, and the ground shakes when it hits the bottom.
 *
 * @param {SVGGElement} pawn the picture of the pawn, which is removed afterwards
 * @param {object} where
 * @param {SVGGElement} where.layer the layer for the dust
 * @param {Point} where.point the centre of the hole
 * @param {Element} where.ground the drawing that shakes
 * @param {number} delay the milliseconds before the fall begins
 * @returns {Animation[]}
 */
export function fall(pawn, { layer, point, ground }, delay) {
  const options = { duration: FALL, delay, fill: /** @type {const} */ ('both') };
  const body = pawn.querySelector('.pawn-motion') ?? pawn;
  const falls = body.animate(
    [
      { transform: 'none', opacity: 1, easing: 'ease-out' },
      { transform: 'translateY(-7px) scale(1.16)', opacity: 1, offset: 0.26, easing: 'ease-in' },
      { transform: 'translateY(2px) scale(0.5)', opacity: 1, offset: 0.6, easing: 'ease-in' },
      { transform: 'translateY(4px) scale(0.16) rotate(50deg)', opacity: 0.5, offset: HIT },
      { transform: 'translateY(4px) scale(0.1) rotate(60deg)', opacity: 0 },
    ],
    options,
  );
  falls.onfinish = () => pawn.remove();
  const ring = svg('circle', { class: 'fall-dust', r: 30 });
  const dust = svg('g', { transform: `translate(${point.x} ${point.y})` }, ring);
  layer.append(dust);
  const settles = { duration: 420, delay: delay + HIT * FALL, easing: 'ease-out' };
  const puffs = ring.animate(
    [
      { transform: 'scale(0.5)', opacity: 0.9 },
      { transform: 'scale(1.5)', opacity: 0 },
    ],
    { ...settles, fill: 'both' },
  );
  puffs.onfinish = () => dust.remove();
  const shakes = ground.animate(
    [0, 2.4, -1.8, 1, -0.5, 0].map((y) => ({ transform: `translateY(${y}px)` })),
    { duration: 240, delay: settles.delay, easing: 'linear' },
  );
  return [falls, puffs, shakes];
}
