/**
 * Views of Section X for tests, in the form in which a server sends them.
 */

import { rowsOf } from '../../../../client/games/hexes.js';
import {
  AREAS as GREEN,
  ISLAND,
  KINDS,
  RADIUS,
} from '../../../../client/games/section_x/how-to/tiles.js';

/**
 * @import {SectionXChoices, SectionXOptions, SectionXTileChoices, SectionXView} from '../../../../client/protocol.js'
 */

/** @type {SectionXOptions} */
const BASE = {
  preset: 'base',
  target: 5,
  open_piles: false,
  any_order: false,
  last_round_by_survivors: false,
};
const AREAS = GREEN.map((cells) => ({ cells: cells.split(' '), owner: null }));
const TAKEN = new Set([...ISLAND, ...AREAS.flatMap((area) => area.cells)]);
/** The cells where tiles can be laid. */
export const CELLS = rowsOf(RADIUS)
  .flat()
  .filter((cell) => !TAKEN.has(cell));

const player = {
  stock: [],
  doors: 2,
  key: false,
  free: 0,
  green: 0,
  hidden: 0,
  exposed: 0,
  lost: 0,
  potential: 8,
};

/**
 * Returns the view of a game for two without any action, with the given changes.
 *
 * @param {Partial<SectionXView>} [more]
 * @returns {SectionXView}
 */
export function viewOf(more = {}) {
  return {
    options: BASE,
    radius: RADIUS,
    cells: CELLS,
    island: ISLAND,
    areas: AREAS,
    kinds: KINDS,
    phase: { type: 'tile' },
    turn: 0,
    acting: 0,
    first: 0,
    round: 1,
    round_limit: 12,
    turns: 1,
    turn_limit: 120,
    idle: 0,
    stalled: 0,
    last_turn: false,
    last_round: false,
    escape: 2,
    done: { drew: true, tile: false, steps: [0, 0, 0, 0, 0, 0, 0, 0], door: false },
    steps_left: 5,
    touched: [],
    before: [],
    tiles: [],
    tunnels: [],
    doors: [],
    prisoners: [0, 1].flatMap((seat) =>
      Array.from({ length: 8 }, (_, number) => ({ seat, number, at: 'block' })),
    ),
    piles: [18, 18, 17].map((count) => ({ count, top: [] })),
    players: [{ ...player, stock: ['straight'] }, player],
    resigned: [],
    choices: null,
    outcome: null,
    end: null,
    ...more,
  };
}

/** @type {SectionXChoices} */
const NONE = {
  draw: [],
  tile: null,
  skip_tile: false,
  steps: [],
  doors: [],
  end_turn: false,
  ends_round: false,
  fight: null,
  give_door: [],
};

/** @param {Partial<SectionXChoices>} choices @returns {SectionXChoices} */
export const choosing = (choices) => ({ ...NONE, ...choices });

/** @param {Partial<SectionXTileChoices>} tile @returns {SectionXTileChoices} */
export const tiles = (tile) => ({ place: [], moves: [], beside: [], turn: [], fixed: [], ...tile });

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * @param {number[]} rotations
 * @returns {string} the digit of that set
 */
export const digit = (rotations) =>
  DIGITS[rotations.reduce((set, one) => set | (1 << one), 0)] ?? 'A';

/**
 * @param {Record<string, number[]>} rotations the rotations for some cells
 * @returns {string} a digit for every cell
 */
export const byCell = (rotations) => CELLS.map((cell) => digit(rotations[cell] ?? [])).join('');
