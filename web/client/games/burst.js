/**
 * Draws the burst that marks the place on a board where a player drops out of the game.
 *
 * @import {Point} from './squares.js'
 */
import { svg } from '../lib/dom.js';

const RAYS = 10;
/** The distance that the rays fly, in the units of the drawing. */
const REACH = 46;
/** The duration of the burst in milliseconds. */
const BURST_MS = 900;

/**
 * Plays the burst at a point, and removes it when it has ended.
 *
 * @param {SVGGElement} layer
 * @param {Point} at
 */
export function burst(layer, { x, y }) {
  const ring = svg('circle', { class: 'burst-ring', r: REACH / 2 });
  const rays = Array.from({ length: RAYS }, (_, ray) => {
    const turned = svg('g', { transform: `rotate(${(ray * 360) / RAYS})` });
    turned.append(svg('line', { class: 'burst-ray', x1: 12, x2: 24 }));
    return turned;
  });
  const drawn = svg(
    'g',
    { class: 'burst', transform: `translate(${x} ${y})`, 'aria-hidden': 'true' },
    ring,
    rays,
  );
  layer.append(drawn);
  const options = { duration: BURST_MS, easing: 'cubic-bezier(0.15, 0.8, 0.4, 1)' };
  for (const turned of rays) {
    turned.firstElementChild?.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translateX(${REACH}px)`, opacity: 0 },
      ],
      options,
    );
  }
  ring.animate(
    [
      { transform: 'scale(0.3)', opacity: 1 },
      { transform: 'scale(1.6)', opacity: 0 },
    ],
    options,
  ).onfinish = () => drawn.remove();
}
