/**
 * Unpredictable random values. `crypto.getRandomValues` works on every page, unlike
 * `crypto.randomUUID`, which needs https: a server in a local network is reached over plain http.
 */

/** The number of bytes in a nonce. The server rejects any other length. */
const NONCE_BYTES = 16;
/** The number of bytes in the token of a seat. The server rejects any other length. */
const TOKEN_BYTES = 32;
/** The number of bytes in the id of a command, enough to rule out collisions. */
const ID_BYTES = 16;

/**
 * @param {number} count
 * @returns {string} random bytes in hexadecimal
 */
function randomBytes(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @returns {string} the nonce that this device adds to the shuffle, so that the server alone can't
 *   choose the shuffle
 */
export const newNonce = () => randomBytes(NONCE_BYTES);

/** @returns {string} a unique id for a command */
export const newId = () => randomBytes(ID_BYTES);

/** @returns {string} a token that lets an outside program play on a seat */
export const newToken = () => randomBytes(TOKEN_BYTES);
