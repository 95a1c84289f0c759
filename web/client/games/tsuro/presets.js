/**
 * The seats, rulebooks, rule options and lessons of a game. `cargo xtask types` generates this
 * file from server/rules/src/tsuro: change that instead.
 *
 * @import {TsuroOptions} from '../../protocol.js'
 */

/** The number of players. */
export const SEATS = { fewest: 2, most: 8 };

/**
 * The options of each rulebook.
 *
 * @type {Readonly<Record<'2005' | '2020' | 'leaflet', TsuroOptions>>}
 */
export const PRESETS = {
  "2020": {
    "preset": "2020",
    "start": "marks",
    "suicide_rule": true,
    "bonus": false,
    "dragon": "2020",
    "eliminated": "shuffled",
    "tiles": 35,
    "open_hands": false,
    "longest": false,
    "edge": 6
  },
  "2005": {
    "preset": "2005",
    "start": "marks",
    "suicide_rule": "edge",
    "bonus": true,
    "dragon": "2005",
    "eliminated": "shuffled",
    "tiles": 35,
    "open_hands": false,
    "longest": false,
    "edge": 6
  },
  "leaflet": {
    "preset": "leaflet",
    "start": "sides",
    "suicide_rule": false,
    "bonus": false,
    "dragon": "leaflet",
    "eliminated": "laid_down",
    "tiles": 64,
    "open_hands": false,
    "longest": false,
    "edge": 6
  }
};

/** The rulebook that a new room begins with. @type {'2005' | '2020' | 'leaflet'} */
export const USUAL = "2020";

/** The values of each option. All combinations are allowed. */
export const VALUES = {
  "start": [
    "marks",
    "sides"
  ],
  "suicide_rule": [
    true,
    "edge",
    false
  ],
  "bonus": [
    true,
    false
  ],
  "dragon": [
    "2020",
    "2005",
    "leaflet"
  ],
  "eliminated": [
    "shuffled",
    "laid_down"
  ],
  "tiles": [
    35,
    64
  ],
  "open_hands": [
    true,
    false
  ],
  "longest": [
    true,
    false
  ],
  "most_loops": [
    true,
    false
  ],
  "edge": [
    6,
    7,
    8,
    9,
    10
  ]
};

/** The lessons, in order. @type {readonly string[]} */
export const LESSONS = ["start","lay","preview","danger","attack","dragon","win"];
