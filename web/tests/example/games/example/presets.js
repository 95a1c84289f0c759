/**
 * The numbers of players, the rulebooks and the rule values of the example. For the games in
 * `protocol.d.ts`, `cargo xtask types` generates such a file.
 */

/** The possible numbers of players. */
export const SEATS = { fewest: 2, most: 2 };

/** The rules of each rulebook. */
export const PRESETS = { example: { diagonals: true } };

/** The rulebook of a new room. */
export const USUAL = 'example';

/** The possible values of each rule. */
export const VALUES = { diagonals: [true, false] };
