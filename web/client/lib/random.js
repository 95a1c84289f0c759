/**
 * Numbers that nobody can guess. They come from what every page has, and not from what a browser keeps for pages that
 * come over https: a server in one's own network is reached without.
 */

/** Bytes in a nonce; the server takes no other number. */
const NONCE_BYTES = 16;
/** Bytes in the token of a seat; the server takes no other number. */
const TOKEN_BYTES = 32;
/** Bytes in the id of a command: that two are the same does not happen. */
const ID_BYTES = 16;

/**
 * @param {number} count
 * @returns {string} so many bytes, in hexadecimal
 */
function randomBytes(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns {string} what this device adds to the shuffle, so that the server alone can't choose it */
export const newNonce = () => randomBytes(NONCE_BYTES);

/** @returns {string} an id that no other command has */
export const newId = () => randomBytes(ID_BYTES);

/** @returns {string} by which a program from outside plays on a seat */
export const newToken = () => randomBytes(TOKEN_BYTES);
