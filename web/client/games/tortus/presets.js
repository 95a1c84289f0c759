/**
 * The seats, rulebooks, rule options and lessons of a game. `cargo xtask types` generates this
 * file from server/rules/src/tortus: change that instead.
 *
 * @import {TortusOptions} from '../../protocol.js'
 */

/** The number of players. */
export const SEATS = { fewest: 2, most: 2 };

/**
 * The options of each rulebook.
 *
 * @type {Readonly<Record<'manual' | 'no_penalty', TortusOptions>>}
 */
export const PRESETS = {
  "manual": {
    "strict_open": true
  },
  "no_penalty": {
    "strict_open": false
  }
};

/** The rulebook that a new room begins with. @type {'manual' | 'no_penalty'} */
export const USUAL = "no_penalty";

/** The values of each option. All combinations are allowed. */
export const VALUES = {
  "strict_open": [
    true,
    false
  ]
};

/** The lessons, in order. @type {readonly string[]} */
export const LESSONS = ["move","follow","rotate","open","swap","capture","hole","own","knight","star","copy","danger","pindaiba","exchange","place","penalty","win"];
