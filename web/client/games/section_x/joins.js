/**
 * Computes where a tile would join what is drawn beside it: the island, a green area, or the
 * opening of a tunnel. Only the emphasis of a cell depends on it, and every cell without such a
 * neighbour can be chosen as well. The rotations come from the choices of the view, so nothing here
 * decides what is legal: two openings that meet at a side are the same line in the drawing. The
 * functions are pure.
 *
 * @import {SectionXSectionShape} from '../../protocol.js'
 * @import {Making} from './draft.js'
 * @import {Plan} from './plan.js'
 */
import { beside } from '../hexes.js';
import { sidesOf } from './geometry.js';
import { cellsOf, fitsAt } from './targets.js';

/**
 * Returns the cells to emphasise among those that the chosen tile can go to.
 *
 * @param {Making} making
 * @returns {Set<string>}
 */
export function joiningCells(making) {
  const { plan, draft, stock } = making;
  const { tool } = draft;
  const kind =
    tool?.type === 'stock'
      ? stock[tool.at]
      : tool?.type === 'tile'
        ? plan.tile(tool.cell)?.kind
        : null;
  const cells = cellsOf(making);
  const lifted = tool?.type === 'tile' ? tool.cell : null;
  return new Set(
    cells.filter(
      (cell) =>
        plan.tile(cell) !== null ||
        (kind &&
          fitsAt(making, cell).some((rotation) =>
            joins(plan, cell, plan.sections(kind), rotation, lifted),
          )),
    ),
  );
}

/**
 * Returns whether a tile would join something on a cell.
 *
 * @param {Plan} plan
 * @param {string} cell
 * @param {readonly SectionXSectionShape[]} sections
 * @param {number} rotation
 * @param {string | null} lifted the cell that the tile leaves
 */
function joins(plan, cell, sections, rotation, lifted) {
  return sections.some(({ openings }) =>
    sidesOf(openings, rotation).some((side) => {
      const other = beside(cell, side, plan.radius);
      if (other === null || other === lifted) return false;
      return plan.onIsland(other) || plan.area(other) !== null || opensTo(plan, other, side);
    }),
  );
}

/**
 * Returns the section of a tile that is open towards the cell that lies on the opposite side.
 *
 * @param {Plan} plan
 * @param {string} cell the cell of the tile
 * @param {number} side the side on which the tile lies, seen from the other cell
 * @returns {string | null} the place of the section
 */
function placeOpenTo(plan, cell, side) {
  const tile = plan.tile(cell);
  const at = tile
    ? plan
        .sections(tile.kind)
        .findIndex(({ openings }) => sidesOf(openings, tile.rotation).includes((side + 3) % 6))
    : -1;
  return at < 0 ? null : `${cell}:${at}`;
}

/**
 * @param {Plan} plan
 * @param {string} cell
 * @param {number} side
 */
function opensTo(plan, cell, side) {
  return placeOpenTo(plan, cell, side) !== null;
}

/**
 * Returns the places that the drawn tunnel leads to from a section: the sections beside it whose
 * lines meet its own, and green areas.
 *
 * @param {Plan} plan
 * @param {string} cell
 * @param {number} section
 * @returns {string[]}
 */
export function placesBeside(plan, cell, section) {
  const tile = plan.tile(cell);
  const openings = tile ? (plan.sections(tile.kind)[section]?.openings ?? []) : [];
  return sidesOf(openings, tile?.rotation ?? 0).flatMap((side) => {
    const other = beside(cell, side, plan.radius);
    if (other === null) return [];
    const zone = plan.area(other);
    const place = zone === null ? placeOpenTo(plan, other, side) : `green:${zone}`;
    return place === null ? [] : [place];
  });
}
