/**
 * Options of games for tests.
 *
 * @import {TsuroOptions} from '../../client/protocol.js'
 */

/** @type {TsuroOptions} those of the preset 2020, as a view says them */
export const OPTIONS_2020 = {
  preset: '2020',
  start: 'marks',
  suicide_rule: true,
  bonus: false,
  dragon: '2020',
  eliminated: 'shuffled',
  tiles: 35,
  open_hands: false,
  longest: false,
  edge: 6,
};
