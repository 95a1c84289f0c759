/**
 * Wraps a view with indexes for fast lookups of its contents. The functions are pure.
 *
 * @import {SectionXDoor, SectionXKind, SectionXKindShape, SectionXLaidTile, SectionXPrisoner, SectionXSectionShape, SectionXView} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { middle } from '../hexes.js';
import { doorOf, standOf, turned } from './geometry.js';

/**
 * The digits that encode sets of rotations. Bit `n` of a digit's index is set if the set contains
 * rotation `n`.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Returns the rotations of an encoded set, in ascending order.
 *
 * @param {string | undefined} digit
 * @returns {number[]}
 */
export function rotationsOf(digit) {
  const set = digit ? DIGITS.indexOf(digit) : 0;
  return [0, 1, 2, 3, 4, 5].filter((rotation) => (set & (1 << rotation)) !== 0);
}

/**
 * Returns the cell and the section of a place in a tunnel.
 *
 * @param {string} place a place such as `g10:1`
 * @returns {{ cell: string, section: number } | null} the cell and the section, or `null` for a
 *   place outside the tunnels
 */
export function parseSpot(place) {
  const match = /^([a-z]\d+):(\d)$/.exec(place);
  return match ? { cell: match[1] ?? '', section: Number(match[2]) } : null;
}

/**
 * Returns the number of the green area or the free zone that a place belongs to.
 *
 * @param {string} place a place such as `green:3` or `free:3`
 * @returns {number | null} the number, or `null` for any other place
 */
export function zoneOf(place) {
  const match = /^(?:green|free):(\d)$/.exec(place);
  return match ? Number(match[1]) : null;
}

/** @typedef {ReturnType<typeof planOf>} Plan */

/**
 * Builds the indexes of a view.
 *
 * @param {SectionXView} view
 */
export function planOf(view) {
  const { radius } = view;
  const shapes = new Map(view.kinds.map((shape) => [shape.kind, shape]));
  const tiles = new Map(view.tiles.map((tile) => [tile.cell, tile]));
  const number = new Map(view.cells.map((cell, at) => [cell, at]));
  const island = new Set(view.island);
  const areas = new Map(view.areas.flatMap(({ cells }, zone) => cells.map((cell) => [cell, zone])));

  /**
   * @param {SectionXKind} kind
   * @returns {readonly SectionXSectionShape[]}
   */
  const sections = (kind) => /** @type {SectionXKindShape} */ (shapes.get(kind)).sections;

  /**
   * Returns the position of an object in a tunnel.
   *
   * @param {string} spot
   * @param {(sections: readonly SectionXSectionShape[], section: number) => Point} where
   * @returns {Point}
   */
  const point = (spot, where) => {
    const { cell, section } = parseSpot(spot) ?? { cell: 'g7', section: 0 };
    const { x, y } = middle(cell, radius);
    const tile = tiles.get(cell);
    if (!tile) return { x, y };
    const off = turned(where(sections(tile.kind), section), tile.rotation);
    return { x: x + off.x, y: y + off.y };
  };

  return {
    view,
    radius,
    sections,
    /** @param {string} cell @returns {SectionXLaidTile | null} */
    tile: (cell) => tiles.get(cell) ?? null,
    /**
     * Returns the index of a cell in the list of all cells for tiles, or -1.
     *
     * @param {string} cell
     */
    number: (cell) => number.get(cell) ?? -1,
    /** @param {string} cell */
    forTiles: (cell) => number.has(cell),
    /** @param {string} cell */
    onIsland: (cell) => island.has(cell),
    /**
     * Returns the green area of a cell, or `null`.
     *
     * @param {string} cell @returns {number | null}
     */
    area: (cell) => areas.get(cell) ?? null,
    /**
     * Returns the cell of a place; the first cell of a place that covers several, for objects that
     * are shown at a single cell.
     *
     * @param {string} place
     */
    cellOf: (place) => {
      const spot = parseSpot(place);
      if (spot) return spot.cell;
      const zone = zoneOf(place);
      return zone === null ? (view.island[0] ?? '') : (view.areas[zone]?.cells[0] ?? '');
    },
    /** Returns whether a place is at a cell. @param {string} place @param {string} cell */
    isAt: (place, cell) => {
      const spot = parseSpot(place);
      if (spot) return spot.cell === cell;
      const zone = zoneOf(place);
      return zone === null ? place === 'block' && island.has(cell) : areas.get(cell) === zone;
    },
    /** @param {string} cell @returns {SectionXPrisoner[]} */
    prisonersIn: (cell) => view.prisoners.filter(({ at }) => parseSpot(at)?.cell === cell),
    /** @param {string} cell @returns {SectionXDoor[]} */
    doorsIn: (cell) => view.doors.filter(({ at }) => parseSpot(at)?.cell === cell),
    /** Returns the position of a prisoner in a section. @param {string} spot */
    stand: (spot) => point(spot, standOf),
    /** Returns the position and the angle of the door of a section. @param {string} spot */
    door: (spot) => {
      const { cell, section } = parseSpot(spot) ?? { cell: '', section: 0 };
      const tile = tiles.get(cell);
      const angle = tile ? doorOf(sections(tile.kind), section).angle + tile.rotation * 60 : 0;
      return { ...point(spot, doorOf), angle };
    },
    /**
     * Returns the owner of the tunnel that a section belongs to, or `null`.
     *
     * @param {string} spot @returns {number | null}
     */
    owner: (spot) => {
      const { cell, section } = parseSpot(spot) ?? { cell: '', section: 0 };
      const tunnel = tiles.get(cell)?.tunnels[section];
      return tunnel === undefined ? null : (view.tunnels[tunnel]?.owner ?? null);
    },
  };
}
