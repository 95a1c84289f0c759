/**
 * The orientation in which a viewer sees the board: as it is numbered, or turned round with the
 * other end at the bottom. The functions are pure.
 *
 * @import {Point} from '../squares.js'
 * @import {Lying} from './tile.js'
 */
import { corner, parseSquare, SQUARE, squareAt, squareName } from '../squares.js';

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
    return squareName(this.edge - 1 - x, this.edge - 1 - y);
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

  /** @param {number} rotation the rotation of a tile in quarter turns clockwise */
  rotation(rotation) {
    return this.turned ? (rotation + 2) % 4 : rotation;
  }

  /**
   * Returns a tile as the viewer sees it.
   *
   * @template {Lying | null} L
   * @param {L} lying
   * @returns {L}
   */
  lying(lying) {
    return lying === null ? lying : { ...lying, rotation: this.rotation(lying.rotation) };
  }
}

/** The orientation with the first row at the top. */
export const PLAIN = new Facing(0, false);
