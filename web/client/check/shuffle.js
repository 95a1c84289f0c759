/**
 * The verifiable shuffle. The seed is SHA-256("senda-shuffle-1", secret, then for each seat the
 * length of its nonce as a byte and the nonce). The n-th shuffle sorts its items by
 * HMAC-SHA256(seed, n, item), both numbers as four big-endian bytes, in ascending order.
 */

const LABEL = 'senda-shuffle-1';

/**
 * @param {string} digits the hexadecimal digits
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));
}

/**
 * @param {ArrayBuffer} bytes
 * @returns {string} the hexadecimal digits
 */
export function hexOf(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} secret
 * @returns {Promise<string>} the commitment to this secret
 */
export async function commitmentOf(secret) {
  return hexOf(await crypto.subtle.digest('SHA-256', bytesOf(secret)));
}

/**
 * @typedef {(number: number, items: number[]) => Promise<number[]>} Shuffler puts items into the
 *   order of the shuffle with this number
 */

/**
 * Creates the shuffler of a game.
 *
 * @param {string} secret
 * @param {(string | null)[]} nonces the nonces, indexed by seat
 * @returns {Promise<Shuffler>}
 */
export async function createShuffler(secret, nonces) {
  const parts = [new TextEncoder().encode(LABEL), bytesOf(secret)];
  for (const nonce of nonces) {
    const bytes = bytesOf(nonce ?? '');
    parts.push(Uint8Array.of(bytes.length), bytes);
  }
  const seed = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  const way = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', seed, way, false, ['sign']);

  return async (number, items) => {
    const keyed = await Promise.all(
      items.map(async (item) => {
        const message = new DataView(new ArrayBuffer(8));
        message.setUint32(0, number);
        message.setUint32(4, item);
        return { item, mac: hexOf(await crypto.subtle.sign('HMAC', key, message)) };
      }),
    );
    keyed.sort((a, b) => (a.mac < b.mac ? -1 : a.mac > b.mac ? 1 : 0));
    return keyed.map(({ item }) => item);
  };
}
