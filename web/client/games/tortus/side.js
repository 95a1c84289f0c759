/**
 * The side of the board that is at the bottom: the viewer's own, unless the viewer has turned the
 * board round. The choice is stored in the browser.
 */

/** The key of the choice in local storage. */
const KEY = 'senda.tortus.turned_round';

/** Returns whether the viewer has turned the board round. */
export function isTurnedRound() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // A viewer whose browser refuses access to storage gets the default.
    return false;
  }
}

/** @param {boolean} turned */
export function rememberTurnedRound(turned) {
  try {
    if (turned) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // The choice then lasts until the viewer leaves the page.
  }
}

/**
 * Returns whether the first row is at the bottom. The first player's rows are the first ones.
 *
 * @param {number | null} own the viewer's seat
 * @param {boolean} turnedRound
 */
export function isTurned(own, turnedRound) {
  return (own === 0) !== turnedRound;
}
