/**
 * The arrows on the tiles.
 *
 * @import {TortusTile} from '../../protocol.js'
 */

/**
 * The sides that arrows and tips of stars point to at rotation 0.
 *
 * @type {Readonly<Record<TortusTile, readonly number[]>>}
 */
const SHOWN = {
  straight: [0, 2],
  corner: [0, 1],
  three: [0, 1, 2],
  four: [0, 1, 2, 3],
  double: [0],
  triple: [0],
  knight: [],
  star: [0],
  hole: [],
  pit: [],
};

/**
 * Returns the directions of the arrows on a tile at rotation 0, in quarter turns clockwise from the
 * top.
 *
 * @param {TortusTile} tile
 */
export function arrowsOf(tile) {
  return SHOWN[tile];
}
