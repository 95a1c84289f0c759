/**
 * Which side of the board is at the bottom: one's own, unless its owner would rather have it the other way round. Browsers
 * remember it.
 */

/** Where it is remembered. */
const KEY = 'senda.tortus.turned_round';

/** Whether the board is seen the other way round than usual. */
export function isTurnedRound() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Somebody who lets nothing be stored sees the board as everybody does at first.
    return false;
  }
}

/** @param {boolean} turned */
export function rememberTurnedRound(turned) {
  try {
    if (turned) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // It holds until the page is left.
  }
}

/**
 * Whether the first row is at the bottom: the first player's rows are the first ones.
 *
 * @param {number | null} own the viewer's seat
 * @param {boolean} turnedRound
 */
export function isTurned(own, turnedRound) {
  return (own === 0) !== turnedRound;
}
