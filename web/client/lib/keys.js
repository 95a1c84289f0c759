/**
 * Keys by their letter and by their place: on a keyboard whose letters are not Latin, or whose digits need Shift, a key
 * does what it does on an English one.
 */

/**
 * @typedef {object} Press
 * @property {string} key a letter in lower case, another character, or the name of a key
 * @property {boolean} shiftKey
 * @property {boolean} repeat
 */

/**
 * What a key may mean, the likeliest first: what it types, then what is at its place on an English keyboard. A Latin
 * letter means only itself, wherever it is.
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
