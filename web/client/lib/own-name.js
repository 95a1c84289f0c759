/**
 * Remembers on this device whether the reader has chosen their name. Everybody starts with a name
 * that the server has made up.
 */

/** The key of the name that the reader has chosen or decided to keep. */
const CHOSEN = 'senda.name';
/** The form of the names that the server makes up: a wind and a number. */
const MADE_UP = /^\p{Lu}\p{L}+ \d{1,3}$/u;

/**
 * Whether a name is the reader's own. A name that does not look made up may have been chosen on
 * another device.
 *
 * @param {string} name
 * @param {() => Pick<Storage, 'getItem'>} [storage]
 */
export function isOwnName(name, storage = () => localStorage) {
  if (!MADE_UP.test(name)) return true;
  try {
    return storage().getItem(CHOSEN) === name;
  } catch {
    // Without storage the question would come back with every room.
    return true;
  }
}

/**
 * @param {string} name
 * @param {() => Pick<Storage, 'setItem'>} [storage]
 */
export function keepName(name, storage = () => localStorage) {
  try {
    storage().setItem(CHOSEN, name);
  } catch {
    // Without storage nothing is asked.
  }
}
