/**
 * The tiles and the board at the start of a game, for figures without a game.
 *
 * @import {SectionXKind, SectionXKindShape} from '../../../protocol.js'
 */

/**
 * The sides that the tunnels of each kind lead to, from 0 in the east; `*` marks a hide-out.
 *
 * @type {Record<SectionXKind, string>}
 */
const TUNNELS = {
  straight: '03',
  wide_bend: '02',
  sharp_bend: '01',
  y_junction: '024',
  left_junction: '013',
  right_junction: '023',
  four_way: '0134',
  two_bends: '02 35',
  straight_and_bend: '03 12',
  two_straights: '03 14',
  three_straights: '03 14 25',
  three_bends: '01 23 45',
  straight_and_two_bends: '03 12 45',
  hide_out_end: '0*',
  hide_out_straight: '03*',
  hide_out_bend: '02*',
  hide_out_junction: '024*',
};

/** @type {SectionXKindShape[]} */
export const KINDS = Object.entries(TUNNELS).map(([kind, written]) => ({
  kind: /** @type {SectionXKind} */ (kind),
  count: 1,
  sections: written.split(' ').map((tunnel) => ({
    openings: [...tunnel.replace('*', '')].map(Number),
    hide_out: tunnel.endsWith('*'),
  })),
}));

/** The number of steps from the centre of the board to its rim. */
export const RADIUS = 6;
export const ISLAND = ['g6', 'h6', 'f7', 'g7', 'h7', 'f8', 'g8'];
/** The green areas, clockwise from the one in the east. */
export const AREAS = ['m7 m6 l8', 'g13 h12 f13', 'a13 b13 a12', 'a7 a8 b6', 'g1 f2 h1', 'm1 l1 m2'];
