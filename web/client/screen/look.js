/**
 * The parts of the address of a page that only shows a game: the room or the replay, and the
 * options after the question mark.
 */

/**
 * @typedef {object} Look
 * @property {string | null} room the id of the room; `null` for the liveliest public game
 * @property {string | null} replay the id of the finished game
 * @property {boolean} isFramed whether the page is meant for a frame
 * @property {number | null} follow the seat whose player stands out
 */

/**
 * Reads the address.
 *
 * @param {Pick<Location, 'pathname' | 'search'>} location
 * @returns {Look}
 */
export function lookOf({ pathname, search }) {
  const id = (/** @type {RegExp} */ pattern) => {
    const [, found] = pattern.exec(pathname) ?? [];
    return found === undefined ? null : decodeURIComponent(found);
  };
  const seat = new URLSearchParams(search).get('follow');
  return {
    room: id(/\/r\/([^/]+)/),
    replay: id(/\/g\/([^/]+)/),
    isFramed: /\/embed\//.test(pathname),
    follow: seat !== null && /^[1-8]$/.test(seat) ? Number(seat) - 1 : null,
  };
}

/**
 * Applies the options of the address: a page without a background of its own, and light or dark
 * colours.
 *
 * @param {HTMLElement} root
 * @param {string} search
 */
export function applyLook(root, search) {
  const options = new URLSearchParams(search);
  if (options.get('background') === 'none') root.dataset['background'] = 'none';
  const theme = options.get('theme');
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
}
