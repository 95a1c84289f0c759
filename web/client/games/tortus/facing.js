/**
 * The orientation in which a viewer sees the board: as it is numbered, with the first row at the
 * top, or with the first row at the bottom. Both players see their own rows at the bottom and the
 * columns from a to g from left to right. So the two pictures are mirror images of each other. Each
 * kind of tile looks like itself in a mirror, only in another rotation. The functions are pure.
 *
 * @import {TortusTile} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Lying} from './tile.js'
 */
import { corner, parseSquare, SQUARE, squareAt, squareName } from '../squares.js';
import { arrowsOf } from './arrows.js';

/**
 * Returns the rotation in which a tile that lies at rotation 0 is drawn where the first row is at
 * the bottom: its arrows up and down change places.
 *
 * @param {TortusTile} tile
 */
function mirrored(tile) {
  const seen = arrowsOf(tile).map((quarter) => (6 - quarter) % 4);
  const fits = (/** @type {number} */ rotation) =>
    arrowsOf(tile).every((quarter) => seen.includes((quarter + rotation) % 4));
  return [0, 1, 2, 3].find(fits) ?? 0;
}

/** Maps the squares of a board and the rotations of its tiles to the viewer's orientation. */
export class Facing {
  /**
   * @param {number} edge the number of squares along an edge
   * @param {boolean} turned whether the first row is at the bottom
   */
  constructor(edge, turned) {
    this.edge = edge;
    this.turned = turned;
  }

  /**
   * Maps a square to the square in whose place it is drawn, and back.
   *
   * @param {string} square
   */
  seen = (square) => {
    if (!this.turned) return square;
    const { x, y } = parseSquare(square);
    return squareName(x, this.edge - 1 - y);
  };

  /**
   * Returns the upper left corner of a square.
   *
   * @param {string} square
   */
  corner(square) {
    return corner(this.seen(square));
  }

  /**
   * @param {string} square
   * @returns {Point}
   */
  middle(square) {
    const { x, y } = this.corner(square);
    return { x: x + SQUARE / 2, y: y + SQUARE / 2 };
  }

  /**
   * Returns the square at a point. For a point off the board the result is not the name of a
   * square.
   *
   * @param {Point} point
   */
  squareAt(point) {
    return this.seen(squareAt(point));
  }

  /**
   * Returns the rotation in which the viewer sees a tile.
   *
   * @param {Lying} lying
   * @returns {number} the rotation in quarter turns clockwise
   */
  rotation({ tile, rotation }) {
    return this.turned ? (mirrored(tile) - rotation + 4) % 4 : rotation;
  }

  /**
   * Returns the change of a rotation that the viewer sees as a turn in a direction.
   *
   * @param {1 | -1} by 1 for clockwise, -1 for anticlockwise
   */
  turn(by) {
    return this.turned ? -by : by;
  }

  /**
   * Returns a tile as the viewer sees it.
   *
   * @template {Lying | null} L
   * @param {L} lying
   * @returns {L}
   */
  lying(lying) {
    return lying === null ? lying : { ...lying, rotation: this.rotation(lying) };
  }
}

/** The orientation with the first row at the top. */
export const PLAIN = new Facing(0, false);
