/**
 * Drafts of decisions of Section X for tests.
 */
import { NOTHING } from '../../../../client/games/section_x/draft.js';
import { planOf } from '../../../../client/games/section_x/plan.js';
import { byCell, choosing, digit, tiles, viewOf } from './views.js';

/** @import {SectionXChoices, SectionXKind, SectionXView} from '../../../../client/protocol.js' */
/** @import {Draft, Making} from '../../../../client/games/section_x/draft.js' */

/**
 * @param {SectionXChoices} choices
 * @param {Partial<Draft>} [draft]
 * @param {Partial<SectionXView>} [view]
 * @returns {Making}
 */
export const making = (choices, draft = {}, view = {}) => ({
  plan: planOf(viewOf({ choices, ...view })),
  choices,
  draft: { ...NOTHING, ...draft },
  stock: /** @type {SectionXKind[]} */ (['straight', 'wide_bend']),
});
export const all = [0, 1, 2, 3, 4, 5];
export const LENGTHS = [
  { seat: 0, tiles: 1 },
  { seat: 1, tiles: 3 },
];
export const ofStock = choosing({
  tile: tiles({
    place: [
      {
        kind: 'straight',
        stock: [0],
        to: byCell({ i7: all, j7: [1, 4] }),
        fights: [
          { cell: 'i7', rotations: digit([1, 4]), lengths: LENGTHS, among: [1] },
          { cell: 'j7', rotations: digit([1]), lengths: LENGTHS, among: [1] },
        ],
      },
      { kind: 'wide_bend', stock: [1], to: byCell({}), fights: [] },
    ],
  }),
  skip_tile: true,
});
export const stock = { tool: /** @type {const} */ ({ type: 'stock', at: 0 }) };

export const walking = choosing({
  steps: [
    {
      prisoners: [0, 1],
      to: [
        { to: 'i7:0', does: null },
        { to: 'm7:0', does: null },
      ],
      barred: [{ to: 'f9:0', why: { code: 'door_blocks', owner: 1 } }],
    },
    {
      prisoners: [5],
      to: [
        { to: 'l7:0', does: null },
        { to: 'l7:1', does: null },
        {
          to: 'green:0',
          does: { takes_zone: true, loses_key: false, ends_round: null, wins: false },
        },
      ],
      barred: [],
    },
  ],
  end_turn: true,
});
export const crossing = {
  phase: /** @type {const} */ ({ type: 'act' }),
  tiles: [
    { cell: 'k7', kind: /** @type {const} */ ('straight'), rotation: 0, tunnels: [0] },
    { cell: 'l7', kind: /** @type {const} */ ('two_straights'), rotation: 0, tunnels: [0, 1] },
  ],
  prisoners: [
    ...[0, 1].map((number) => ({ seat: 0, number, at: 'block' })),
    { seat: 0, number: 5, at: 'k7:0' },
  ],
};
export const walker = (/** @type {Partial<Draft>} */ draft) => making(walking, draft, crossing);
