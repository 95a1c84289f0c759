/**
 * The drawing of one tile.
 *
 * @import {Face} from '../../protocol.js'
 */
import { svg } from '../../lib/dom.js';
import { SQUARE } from '../squares.js';
import { curve, pathOf } from './geometry.js';

/** How far the stone stays away from the edge of its square. */
const JOINT = 0.9;

/**
 * A tile with its corner at the origin. Only the paths turn; the light on the stone stays where
 * the light is.
 *
 * @param {Face} face
 * @param {number} rotation quarter turns clockwise
 * @returns {SVGGElement}
 */
export function drawTile(face, rotation) {
  const side = SQUARE - 2 * JOINT;
  const box = { x: JOINT, y: JOINT, width: side, height: side, rx: 5 };
  const paths = svg('g', { class: 'tile-paths' });
  // Each path brings its own outline along: where two cross, one passes over the other.
  for (const [from, to] of face.paths) {
    const d = pathOf([curve(from, to)]);
    paths.append(
      svg('path', { class: 'tile-path-edge', d }),
      svg('path', { class: 'tile-path', d }),
    );
  }
  const tile = svg(
    'g',
    { class: 'tile' },
    svg('rect', { class: 'tile-shade', ...box, y: JOINT + 2 }),
    svg('rect', { class: 'tile-stone', ...box }),
    svg('rect', {
      class: 'tile-light',
      ...box,
      x: 2.6,
      y: 2.6,
      width: SQUARE - 5.2,
      height: SQUARE - 5.2,
      rx: 3.6,
    }),
    paths,
  );
  turnTile(tile, rotation);
  return tile;
}

/**
 * A tile as a picture of its own.
 *
 * @param {Face} face
 * @param {number} rotation quarter turns clockwise
 * @returns {SVGSVGElement}
 */
export function pictureOf(face, rotation) {
  return svg(
    'svg',
    { viewBox: `-1 -1 ${SQUARE + 2} ${SQUARE + 4}`, 'aria-hidden': 'true', focusable: 'false' },
    drawTile(face, rotation),
  );
}

/**
 * Turns a drawn tile. It goes the short way from where it is.
 *
 * @param {SVGGElement} tile
 * @param {number} rotation quarter turns clockwise
 */
export function turnTile(tile, rotation) {
  const paths = /** @type {SVGGElement} */ (tile.querySelector('.tile-paths'));
  const before = Number(paths.dataset['angle'] ?? rotation * 90);
  let turn = (rotation * 90 - before) % 360;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  paths.dataset['angle'] = String(before + turn);
  paths.style.setProperty('transform', `rotate(${before + turn}deg)`);
}
