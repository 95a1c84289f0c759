/**
 * Reads keys by letter and by position. On a keyboard with non-Latin letters, or with digits that
 * need Shift, a key does the same as on an English keyboard.
 */

/**
 * @typedef {object} Press
 * @property {string} key a letter in lower case, another character, or the name of a key
 * @property {boolean} shiftKey
 * @property {boolean} repeat
 */

/**
 * Returns the meanings of a key press, the likeliest first: the typed character, then the character
 * at the same position on an English keyboard. A Latin letter means only itself, wherever it is.
 *
 * @param {Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'repeat'>} event
 * @returns {Press[]}
 */
export function pressesOf({ key: typed, code, shiftKey, repeat }) {
  const key = typed.length === 1 ? typed.toLowerCase() : typed;
  const place = /^(?:Key|Digit)(\w)$/.exec(code)?.[1]?.toLowerCase();
  const keys = place === undefined || place === key || /^[a-z]$/.test(key) ? [key] : [key, place];
  return keys.map((one) => ({ key: one, shiftKey, repeat }));
}
