/**
 * Describes the cells of the board in words, for screen readers.
 *
 * @import {Making} from './draft.js'
 * @import {Plan} from './plan.js'
 * @import {Words} from './words.js'
 */
import { list } from '../../lib/text.js';
import { sidesOf } from './geometry.js';
import { zoneOf } from './plan.js';
import { cellsOf, directAt, fitsAt, spotsOf, targetsOf, whyAt } from './targets.js';
import { kindWords, sayIllegal, sidesWords, zoneWords } from './words.js';

/**
 * Describes a cell: its contents, and what the player can do with it now.
 *
 * @param {Making} making
 * @param {string} cell
 * @param {number | null} own the viewer's seat
 * @param {Words} words
 */
export function cellWords(making, cell, own, words) {
  const { plan } = making;
  const { text } = words;
  return [cell, ...thereWords(plan, cell, own, words), ...nowWords(making, cell, words)].join(
    text('section_x.comma'),
  );
}

/**
 * @param {Plan} plan
 * @param {string} cell
 * @param {number | null} own
 * @param {Words} words
 * @returns {string[]}
 */
function thereWords(plan, cell, own, words) {
  const { text } = words;
  const who = (/** @type {number} */ seat) =>
    seat === own ? text('section_x.you_object') : words.name(seat);
  if (plan.onIsland(cell))
    return [text('section_x.cell.island'), ...countWords(plan, (at) => at === 'block', who, words)];
  const zone = plan.area(cell);
  if (zone !== null) {
    const owner = plan.view.areas[zone]?.owner ?? null;
    return [
      text('section_x.cell.green', { zone: zoneWords(zone, text) }),
      owner === null
        ? text('section_x.cell.zone_free')
        : text('section_x.cell.zone_of', { name: who(owner) }),
      ...countWords(plan, (at) => zoneOf(at) === zone, who, words),
    ];
  }
  const tile = plan.tile(cell);
  if (!tile) return [text('section_x.cell.empty')];
  const shapes = plan.sections(tile.kind);
  const sections = shapes.map(({ openings, hide_out }, at) => {
    const sides = sidesWords(sidesOf(openings, tile.rotation), text);
    const spot = `${cell}:${at}`;
    const owner = plan.owner(spot);
    const door = plan.view.doors.find((one) => one.at === spot);
    return [
      text(leadsKey(shapes.length, hide_out), { sides }),
      ...(owner === null ? [] : [text('section_x.cell.owned', { name: who(owner) })]),
      ...(door ? [text('section_x.cell.door', { name: who(door.seat) })] : []),
      ...countWords(plan, (place) => place === spot, who, words),
    ].join(text('section_x.comma'));
  });
  return [kindWords(tile.kind, text), ...sections];
}

/**
 * @param {Plan} plan
 * @param {(at: string) => boolean} here
 * @param {(seat: number) => string} who
 * @param {Words} words
 * @returns {string[]}
 */
function countWords(plan, here, who, { text }) {
  return plan.view.players.flatMap((_, seat) => {
    const count = plan.view.prisoners.filter((one) => one.seat === seat && here(one.at)).length;
    return count === 0 ? [] : [text('section_x.cell.prisoners', { count, name: who(seat) })];
  });
}

/**
 * Describes what the player can do with a cell now, or why nothing is possible.
 *
 * @param {Making} making
 * @param {string} cell
 * @param {Words} words
 * @returns {string[]}
 */
function nowWords(making, cell, words) {
  const { plan, choices, draft } = making;
  const { text } = words;
  if (!choices) return [];
  switch (draft.tool?.type) {
    case 'stock':
    case 'tile':
      return fitsAt(making, cell).length > 0 ? [text('section_x.cell.fits')] : [];
    case 'prisoner':
      if (targetsOf(making).some((one) => plan.isAt(one.to, cell)))
        return [text('section_x.cell.reachable')];
      return whyWords(making, cell, words);
    case 'door':
    case 'give':
      return spotsOf(making).some((one) => plan.isAt(one, cell))
        ? [text('section_x.cell.door_fits')]
        : [];
    default:
      if (cellsOf(making).includes(cell)) return [text('section_x.cell.choosable')];
      if (directAt(making, cell).length > 0) return [text('section_x.cell.direct')];
      return whyWords(making, cell, words);
  }
}

/**
 * Explains why a cell cannot be chosen now, as far as the view contains the reason.
 *
 * @param {Making} making
 * @param {string} cell
 * @param {Words} words
 * @returns {string[]}
 */
export function whyWords(making, cell, words) {
  return whyAt(making, cell).map((one) => sayIllegal(one, words));
}

/**
 * Describes a tile in its rotation, such as "wide bend, leads east and south-west".
 *
 * @param {Plan} plan
 * @param {import('../../protocol.js').SectionXKind} kind
 * @param {number} rotation
 * @param {Words['text']} text
 */
export function tileWords(plan, kind, rotation, text) {
  const shapes = plan.sections(kind);
  const sections = shapes.map(({ openings, hide_out }) =>
    text(leadsKey(shapes.length, hide_out), {
      sides: sidesWords(sidesOf(openings, rotation), text),
    }),
  );
  return [kindWords(kind, text), list(sections)].join(text('section_x.comma'));
}

/**
 * Returns the key of the text for the sides that a tunnel leads to. The only tunnel of a tile needs
 * no name, because the kind of the tile already describes it.
 *
 * @param {number} tunnels the number of tunnels of the tile
 * @param {boolean} hideOut
 */
function leadsKey(tunnels, hideOut) {
  if (tunnels === 1) return 'section_x.cell.leads';
  return hideOut ? 'section_x.cell.hide_out' : 'section_x.cell.tunnel';
}
