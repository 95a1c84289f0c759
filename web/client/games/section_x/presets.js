/**
 * The seats, rulebooks, rule options and lessons of a game. `cargo xtask types` generates this
 * file from server/rules/src/section_x: change that instead.
 *
 * @import {SectionXOptions} from '../../protocol.js'
 */

/** The number of players. */
export const SEATS = { fewest: 2, most: 4 };

/**
 * The options of each rulebook.
 *
 * @type {Readonly<Record<'base' | 'expert', SectionXOptions>>}
 */
export const PRESETS = {
  "base": {
    "preset": "base",
    "target": 5,
    "open_piles": false,
    "any_order": false,
    "last_round_by_survivors": false
  },
  "expert": {
    "preset": "expert",
    "target": 7,
    "open_piles": true,
    "any_order": true,
    "last_round_by_survivors": false
  }
};

/** The rulebook that a new room begins with. @type {'base' | 'expert'} */
export const USUAL = "base";

/** The values of each option. All combinations are allowed. */
export const VALUES = {
  "target": [
    5,
    7
  ],
  "open_piles": [
    true,
    false
  ],
  "any_order": [
    true,
    false
  ],
  "last_round_by_survivors": [
    true,
    false
  ]
};

/** The lessons, in order. @type {readonly string[]} */
export const LESSONS = ["tile","walk","rotate","relocate","exchange","door","fight","hideout","distance","key","green","reserved","win"];
