/**
 * What this device adds to the shuffle, so that the server alone can't choose it.
 */

/** Bytes in a nonce; the server takes no other number. */
const NONCE_BYTES = 16;

/** @returns {string} in hexadecimal */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
