/**
 * How many can play the example, its rulebook, and what its rule can be: what `cargo xtask types` writes for a game of
 * which `protocol.d.ts` knows.
 */

/** How many can play it. */
export const SEATS = { fewest: 2, most: 2 };

/** The rules of each rulebook. */
export const PRESETS = { example: { diagonals: true } };

/** The rulebook that a new room begins with. */
export const USUAL = 'example';

/** What each rule can be. */
export const VALUES = { diagonals: [true, false] };
