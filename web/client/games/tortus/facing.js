/**
 * How somebody sees the board: as it is numbered, or turned round, with the other end at the bottom. Pure.
 *
 * @import {Point} from '../squares.js'
 * @import {Lying} from './tile.js'
 */
import { corner, parseSquare, SQUARE, squareAt, squareName } from '../squares.js';

/** Where the squares of a board are seen, and how its tiles lie. */
export class Facing {
  /**
   * @param {number} edge squares along an edge
   * @param {boolean} turned whether the first row is at the bottom
   */
  constructor(edge, turned) {
    this.edge = edge;
    this.turned = turned;
  }

  /**
   * The square in whose place that one is seen, and the other way round.
   *
   * @param {string} square
   */
  seen = (square) => {
    if (!this.turned) return square;
    const { x, y } = parseSquare(square);
    return squareName(this.edge - 1 - x, this.edge - 1 - y);
  };

  /**
   * The upper left corner of a square.
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
   * The square at a point; off the board the name of none.
   *
   * @param {Point} point
   */
  squareAt(point) {
    return this.seen(squareAt(point));
  }

  /** @param {number} rotation of a tile, in quarter turns clockwise */
  rotation(rotation) {
    return this.turned ? (rotation + 2) % 4 : rotation;
  }

  /**
   * A tile as it is seen.
   *
   * @template {Lying | null} L
   * @param {L} lying
   * @returns {L}
   */
  lying(lying) {
    return lying === null ? lying : { ...lying, rotation: this.rotation(lying.rotation) };
  }
}

/** The first row at the top. */
export const PLAIN = new Facing(0, false);
