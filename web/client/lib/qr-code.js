/**
 * Encodes QR codes according to ISO/IEC 18004: bytes only, with error correction level M, which
 * suits links.
 */

/** The number of error correction codewords in each block, by version from 1. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
/** The number of blocks, by version from 1. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];
/** The predicates of the eight masks. Each decides whether a module is inverted. */
const MASKS = [
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 2 === 0,
  (/** @type {number} */ _, /** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % 3 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) =>
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (/** @type {number} */ x, /** @type {number} */ y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @typedef {boolean[][]} Modules the rows of modules; dark modules are true */

/**
 * Returns the QR code of a text, or `null` for a text that is too long.
 *
 * @param {string} text
 * @param {number} [mask] the mask; without it the mask with the lowest penalty is used
 * @returns {Modules | null}
 */
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, at) => bytes.length <= capacity(at + 1)) + 1;
  if (version === 0) return null;
  const codewords = interleaved(version, dataOf(bytes, version));
  const masks = mask === undefined ? MASKS.keys() : [mask];
  const drawn = [...masks].map((one) => draw(version, codewords, one));
  return drawn.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

/**
 * Returns the total number of codewords.
 *
 * @param {number} version
 */
function codewordsOf(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const patterns = Math.floor(version / 7) + 2;
    modules -= (25 * patterns - 10) * patterns - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/**
 * Returns the number of data codewords.
 *
 * @param {number} version
 */
function dataCodewords(version) {
  const [blocks = 0, correction = 0] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  return codewordsOf(version) - blocks * correction;
}

/** Returns the number of bits in the length field, by version. @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** Returns the number of bytes that fit. @param {number} version */
const capacity = (version) =>
  Math.floor((dataCodewords(version) * 8 - 4 - lengthBits(version)) / 8);

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function dataOf(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >>> at) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  const all = dataCodewords(version) * 8;
  push(0, Math.min(4, all - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let fill = 0xec; bits.length < all; fill ^= 0xec ^ 0x11) push(fill, 8);
  const codewords = new Uint8Array(all / 8);
  for (const [at, bit] of bits.entries())
    codewords[at >>> 3] = (codewords[at >>> 3] ?? 0) | (bit << (7 - (at & 7)));
  return codewords;
}

/**
 * Returns all codewords in the order in which they are drawn, interleaved across the blocks.
 *
 * @param {number} version
 * @param {Uint8Array} data
 */
function interleaved(version, data) {
  const [count = 0, length = 0] = [BLOCKS[version - 1], CORRECTION[version - 1]];
  const all = codewordsOf(version);
  // The first blocks are shorter by a codeword if the total is not divisible.
  const shorter = count - (all % count);
  const short = Math.floor(all / count) - length;
  const divisor = generator(length);
  let at = 0;
  const blocks = Array.from({ length: count }, (_, block) => {
    const own = data.slice(at, at + short + (block < shorter ? 0 : 1));
    at += own.length;
    return { own, correction: remainder(own, divisor) };
  });
  /** @type {number[]} */
  const out = [];
  for (let place = 0; place <= short; place += 1) {
    for (const { own } of blocks) if (place < own.length) out.push(own[place] ?? 0);
  }
  for (let place = 0; place < length; place += 1) {
    for (const { correction } of blocks) out.push(correction[place] ?? 0);
  }
  return out;
}

/**
 * Returns the product of two elements of GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1.
 *
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/**
 * Returns the coefficients of (x - 1)(x - 2)(x - 4)..., without the first, which is 1.
 *
 * @param {number} degree
 */
function generator(degree) {
  const result = new Uint8Array(degree);
  result[degree - 1] = 1;
  let root = 1;
  for (let factor = 0; factor < degree; factor += 1) {
    for (let at = 0; at < degree; at += 1) {
      result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return result;
}

/**
 * @param {Uint8Array} data
 * @param {Uint8Array} divisor
 */
function remainder(data, divisor) {
  const result = new Uint8Array(divisor.length);
  for (const byte of data) {
    const factor = byte ^ (result[0] ?? 0);
    result.copyWithin(0, 1);
    result[result.length - 1] = 0;
    for (const [at, coefficient] of divisor.entries()) {
      result[at] = (result[at] ?? 0) ^ times(coefficient, factor);
    }
  }
  return result;
}

/**
 * @param {number} version
 * @param {number[]} codewords
 * @param {number} mask
 * @returns {Modules}
 */
function draw(version, codewords, mask) {
  const size = version * 4 + 17;
  /**
   * The function patterns, drawn first; `null` marks the modules for data.
   *
   * @type {(boolean | null)[][]}
   */
  const fixed = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    const row = fixed[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  drawAlignment(version, size, set);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    drawSquares(x ?? 0, y ?? 0, 4, (distance) => distance !== 2 && distance !== 4, set);
  }
  drawFormat(size, mask, set);
  if (version >= 7) drawVersion(version, size, set);
  return fill(fixed, codewords, MASKS[mask] ?? (() => false));
}

/**
 * Draws concentric squares around a module.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {(distance: number) => boolean} isDark
 * @param {(x: number, y: number, dark: boolean) => void} set
 */
function drawSquares(x, y, reach, isDark, set) {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

/**
 * @param {number} version
 * @param {number} size
 * @param {(x: number, y: number, dark: boolean) => void} set
 */
function drawAlignment(version, size, set) {
  if (version === 1) return;
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let at = size - 7; places.length < count; at -= step) places.splice(1, 0, at);
  const last = places.at(-1);
  for (const x of places) {
    for (const y of places) {
      // The three finder patterns occupy these corners.
      const taken = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!taken) drawSquares(x, y, 2, (distance) => distance !== 1, set);
    }
  }
}

/**
 * Draws the format information twice: the error correction level, which is 0 for M, and the mask,
 * with their own error correction.
 *
 * @param {number} size
 * @param {number} mask
 * @param {(x: number, y: number, dark: boolean) => void} set
 */
function drawFormat(size, mask, set) {
  let rest = mask;
  for (let at = 0; at < 10; at += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >>> at) & 1) === 1;
    // The timing pattern leaves a gap here.
    if (at < 6) set(8, at, dark);
    else if (at < 8) set(8, at + 1, dark);
    else if (at === 8) set(7, 8, dark);
    else set(14 - at, 8, dark);
    if (at < 8) set(size - 1 - at, 8, dark);
    else set(8, size - 15 + at, dark);
  }
  set(8, size - 8, true);
}

/**
 * @param {number} version
 * @param {number} size
 * @param {(x: number, y: number, dark: boolean) => void} set
 */
function drawVersion(version, size, set) {
  let rest = version;
  for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >>> at) & 1) === 1;
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    set(far, near, dark);
    set(near, far, dark);
  }
}

/**
 * Draws the codewords into the free modules: two columns at a time from the right, alternating up
 * and down.
 *
 * @param {(boolean | null)[][]} fixed
 * @param {number[]} codewords
 * @param {(x: number, y: number) => boolean} isTurned
 * @returns {Modules}
 */
function fill(fixed, codewords, isTurned) {
  const size = fixed.length;
  const modules = fixed.map((row) => row.map((dark) => dark === true));
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The vertical timing pattern has a column of its own, which is skipped.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = modules[y];
        if (!row || fixed[y]?.[x] !== null) continue;
        const dark = (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        row[x] = dark !== isTurned(x, y);
        bit += 1;
      }
    }
  }
  return modules;
}

/**
 * Returns the penalty score of a code by the rules of the standard. A lower score is easier to
 * scan.
 *
 * @param {Modules} modules
 */
function penalty(modules) {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    // A sequence that looks like a finder pattern beside four light modules.
    for (const _ of text.matchAll(/(?=00001011101|10111010000)/g)) sum += 40;
  }
  let dark = 0;
  for (const [y, row] of modules.entries()) {
    for (const [x, own] of row.entries()) {
      dark += own ? 1 : 0;
      const below = modules[y + 1];
      const isBlock = own === row[x + 1] && own === below?.[x] && own === below?.[x + 1];
      if (isBlock) sum += 3;
    }
  }
  return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}
