/**
 * The selected step and viewer in the fragment of the address: `#42` as a spectator saw it, `#42/2`
 * as the player in the second seat saw it, and `#42/all` with everything open.
 */

/** @typedef {'spectator' | 'all' | number} Viewer a spectator, everything open, or a seat */
/** @typedef {{ step: number | null, viewer: Viewer }} Place */

/**
 * Reads a fragment. A part of it that means nothing is ignored.
 *
 * @param {string} fragment
 * @param {number} seats the number of seats, if it is known
 * @returns {Place}
 */
export function placeIn(fragment, seats = 8) {
  const [, step, word = ''] = /^#(\d{1,6})(?:\/(\w+))?$/.exec(fragment) ?? [];
  const seat = Number(word);
  const isSeat = Number.isInteger(seat) && seat >= 1 && seat <= seats;
  return {
    step: step === undefined ? null : Number(step),
    viewer: word === 'all' ? 'all' : isSeat ? seat - 1 : 'spectator',
  };
}

/**
 * Returns the fragment of a step.
 *
 * @param {number} step
 * @param {Viewer} viewer
 */
export function fragmentOf(step, viewer) {
  if (viewer === 'spectator') return `#${step}`;
  return `#${step}/${viewer === 'all' ? viewer : viewer + 1}`;
}

/**
 * Returns the word of a viewer in the query of the server.
 *
 * @param {Viewer} viewer
 */
export const queryOf = (viewer) => String(viewer);
