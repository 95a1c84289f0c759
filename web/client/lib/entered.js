/**
 * The name that the reader has just signed in under, for the page that they see next.
 */

const KEY = 'senda.entered';

/**
 * @param {string} name
 * @param {() => Pick<Storage, 'setItem'>} memory returns the storage of the tab, which a browser may
 *   refuse
 */
export function noteEntered(name, memory = () => sessionStorage) {
  try {
    memory().setItem(KEY, name);
  } catch {
    // The next page then shows the name only where it always does.
  }
}

/**
 * Returns the name once; `null` if the reader has not just signed in.
 *
 * @param {() => Pick<Storage, 'getItem' | 'removeItem'>} memory
 * @returns {string | null}
 */
export function takeEntered(memory = () => sessionStorage) {
  try {
    const name = memory().getItem(KEY);
    memory().removeItem(KEY);
    return name;
  } catch {
    return null;
  }
}
