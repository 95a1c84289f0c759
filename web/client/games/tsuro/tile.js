/** Draws the tiles of Tsuro. */
import { svg } from '../../lib/dom.js';
import { turnTo } from '../drawing.js';
import { drawStone, pictureOfSquare } from '../square-board.js';
import { curve, pathOf } from './geometry.js';
import { FACES } from './tile-paths.js';

/**
 * Draws a tile with its corner at the origin. Only the paths turn; the light on the tile keeps its
 * direction.
 *
 * @param {{tile: number}} face the face of the tile
 * @param {number} rotation the rotation in quarter turns clockwise
 * @returns {SVGGElement}
 */
export function drawTile(face, rotation) {
  const paths = svg('g', { class: 'tile-paths' });
  // Each path has its own outline: where two paths cross, one passes over the other.
  for (const [from, to] of FACES[face.tile]?.paths ?? []) {
    const d = pathOf([curve(from, to)]);
    paths.append(
      svg('path', { class: 'tile-path-edge', d }),
      svg('path', { class: 'tile-path', d }),
    );
  }
  const tile = svg('g', { class: 'tile' }, drawStone('tile-stone'), paths);
  turnTile(tile, rotation);
  return tile;
}

/**
 * Returns a tile as a picture of its own.
 *
 * @param {{tile: number}} face the face of the tile
 * @param {number} rotation the rotation in quarter turns clockwise
 * @returns {SVGSVGElement}
 */
export function pictureOf(face, rotation) {
  return pictureOfSquare(drawTile(face, rotation));
}

/**
 * @param {SVGGElement} tile
 * @param {number} rotation the rotation in quarter turns clockwise
 */
export function turnTile(tile, rotation) {
  turnTo(tile, rotation * 90);
}
