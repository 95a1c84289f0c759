/**
 * A view with what is where looked up once. Pure.
 *
 * @import {SectionXDoor, SectionXKind, SectionXKindShape, SectionXLaidTile, SectionXPrisoner, SectionXSectionShape, SectionXView} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { middle } from '../hexes.js';
import { doorOf, standOf, turned } from './geometry.js';

/** The sets of rotations, as digits: bit `n` of a digit's number is rotation `n`. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The rotations of a set, the smallest first.
 *
 * @param {string | undefined} digit
 * @returns {number[]}
 */
export function rotationsOf(digit) {
  const set = digit ? DIGITS.indexOf(digit) : 0;
  return [0, 1, 2, 3, 4, 5].filter((rotation) => (set & (1 << rotation)) !== 0);
}

/**
 * The cell and the section of a place in a tunnel.
 *
 * @param {string} place such as `g10:1`
 * @returns {{ cell: string, section: number } | null} `null` for one that is in none
 */
export function parseSpot(place) {
  const match = /^([a-z]\d+):(\d)$/.exec(place);
  return match ? { cell: match[1] ?? '', section: Number(match[2]) } : null;
}

/**
 * The number of the green area or the free zone that a place is in.
 *
 * @param {string} place such as `green:3` or `free:3`
 * @returns {number | null} `null` for one in neither
 */
export function zoneOf(place) {
  const match = /^(?:green|free):(\d)$/.exec(place);
  return match ? Number(match[1]) : null;
}

/** @typedef {ReturnType<typeof planOf>} Plan */

/**
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
   * Where something in a tunnel is on the board.
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
    /** The place of a cell in a list of all cells for tiles. @param {string} cell */
    number: (cell) => number.get(cell) ?? -1,
    /** @param {string} cell */
    forTiles: (cell) => number.has(cell),
    /** @param {string} cell */
    onIsland: (cell) => island.has(cell),
    /** The green area of a cell. @param {string} cell @returns {number | null} */
    area: (cell) => areas.get(cell) ?? null,
    /** The cell that a place is in, or begins with: for what is shown at one cell. @param {string} place */
    cellOf: (place) => {
      const spot = parseSpot(place);
      if (spot) return spot.cell;
      const zone = zoneOf(place);
      return zone === null ? (view.island[0] ?? '') : (view.areas[zone]?.cells[0] ?? '');
    },
    /** Whether a place is at a cell. @param {string} place @param {string} cell */
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
    /** Where one stands in a section. @param {string} spot */
    stand: (spot) => point(spot, standOf),
    /** Where the door of a section is, and how it is turned. @param {string} spot */
    door: (spot) => {
      const { cell, section } = parseSpot(spot) ?? { cell: '', section: 0 };
      const tile = tiles.get(cell);
      const angle = tile ? doorOf(sections(tile.kind), section).angle + tile.rotation * 60 : 0;
      return { ...point(spot, doorOf), angle };
    },
    /** Who has doors in the tunnel of a section. @param {string} spot @returns {number | null} */
    owner: (spot) => {
      const { cell, section } = parseSpot(spot) ?? { cell: '', section: 0 };
      const tunnel = tiles.get(cell)?.tunnels[section];
      return tunnel === undefined ? null : (view.tunnels[tunnel]?.owner ?? null);
    },
  };
}
