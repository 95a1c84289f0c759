/**
 * Decodes the packed messages of the server: objects without keys, and views as diffs. This module
 * knows no game and no message type. docs/protocol.md describes the format.
 */

/** Received data can't be decoded or does not fit; the server has to send a full snapshot. */
export class ProtocolError extends Error {}

/**
 * @typedef {string | [key: string, constant: unknown]} Key a key, or a key with a constant value
 * @typedef {unknown[]} Patch pairs of a position and its change, with unpacked values
 */

/**
 * Creates the decoder of one connection. It learns the shapes of objects, which the server sends
 * before it uses them.
 *
 * @returns {(frame: string) => any} decodes a frame into a message, or into `null` for a frame that
 *   only declares shapes
 */
export function createReader() {
  /** @type {Key[][]} */
  const shapes = [];

  /**
   * @param {unknown} packed
   * @returns {unknown}
   */
  function unpack(packed) {
    if (Array.isArray(packed)) {
      return packed[0] === 0 ? packed.slice(1).map((item) => unpack(item)) : object(packed);
    }
    if (packed === undefined || (typeof packed === 'object' && packed !== null)) {
      throw new ProtocolError('a value is missing, or not packed');
    }
    return packed;
  }

  /**
   * @param {any[]} packed
   * @param {(packed: unknown, key: string) => unknown} [read] decodes one of the values
   */
  function object([number, ...values], read = unpack) {
    if (number === -1) {
      return Object.fromEntries(pairs(values).map(([key, value]) => [key, unpack(value)]));
    }
    const shape = shapes[number - 1];
    if (!shape) throw new ProtocolError(`shape ${number} was not told`);
    let next = 0;
    const entries = shape.map((key) =>
      typeof key === 'string' ? [key, read(values[next++], key)] : key,
    );
    if (next !== values.length) throw new ProtocolError(`shape ${number} has ${next} values`);
    // With `fromEntries` a key like `__proto__` is an ordinary key.
    return Object.fromEntries(entries);
  }

  /**
   * @param {unknown} packed a patch with packed values
   * @returns {Patch}
   */
  function unpackPatch(packed) {
    return pairs(packed).flatMap(([where, what]) => {
      if (where === '-') return [where, what];
      if (where === '+') return [where, listOf(what).map((item) => unpack(item))];
      return [where, where < 0 ? unpackPatch(what) : unpack(what)];
    });
  }

  return (frame) => {
    try {
      const told = JSON.parse(frame);
      if (Array.isArray(told)) {
        return object(told, (value, key) => (key === 'change' ? unpackPatch : unpack)(value));
      }
      // Messages that are the same for all protocol versions are not packed.
      if (!('shapes' in told)) return told;
      // From here on another server sends, which numbers its own shapes.
      if (told.anew) shapes.length = 0;
      shapes.push(...told.shapes);
      return null;
    } catch (error) {
      throw new ProtocolError(String(error));
    }
  };
}

/**
 * Returns a value after a patch. The input is not modified; unchanged parts are shared.
 *
 * @param {any} value
 * @param {Patch} changes
 * @returns {any}
 */
export function patched(value, changes) {
  if (changes.length === 0) return value;
  if (!isObject(value)) throw new ProtocolError('a patch of what has no parts');
  const keys = Object.keys(value);
  const next = copy(value);
  for (const [where, what] of pairs(changes)) {
    if (where === '+') listOf(next).push(...what);
    else if (where === '-') cut(listOf(next), what);
    else {
      const key = keys[where < 0 ? -1 - where : where];
      if (key === undefined || !Object.hasOwn(next, key)) {
        throw new ProtocolError(`there is nothing at ${where}`);
      }
      next[key] = where < 0 ? patched(next[key], what) : what;
    }
  }
  return next;
}

/**
 * Returns the public part of a view with the viewer's private part merged over it. Neither is
 * modified.
 *
 * @param {any} base
 * @param {any} own the private part, or `null` for none
 * @returns {any}
 */
export function overlaid(base, own) {
  if (own === null) return base;
  if (!isObject(base) || !isObject(own) || Array.isArray(own)) return own;
  const next = copy(base);
  for (const [key, value] of Object.entries(own)) {
    if (Array.isArray(next) && !Object.hasOwn(next, key)) {
      throw new ProtocolError(`there is nothing at ${key}`);
    }
    next[key] = overlaid(next[key] ?? null, value);
  }
  return next;
}

/**
 * Returns `now` with every part that is equal to its counterpart in `before` replaced by that
 * counterpart. Parts that keep their identity need no redraw.
 *
 * @param {any} before
 * @param {any} now a value that only the caller holds, because it is modified
 * @returns {any}
 */
export function reusing(before, now) {
  if (!isObject(before) || !isObject(now)) return now;
  const known = Object.keys(before);
  const keys = Object.keys(now);
  // The order of the keys matters as well, because patches address parts by position.
  let same = Array.isArray(before) === Array.isArray(now) && known.length === keys.length;
  for (const [place, key] of keys.entries()) {
    now[key] = reusing(before[key], now[key]);
    same &&= known[place] === key && now[key] === before[key];
  }
  return same ? before : now;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {any} value
 * @returns {any}
 */
function copy(value) {
  return Array.isArray(value) ? [...value] : { ...value };
}

/**
 * @param {unknown} value
 * @returns {any[]}
 */
function listOf(value) {
  if (!Array.isArray(value)) throw new ProtocolError('no list');
  return value;
}

/**
 * Groups a flat list into pairs.
 *
 * @param {unknown} list
 * @returns {[any, any][]}
 */
function pairs(list) {
  const flat = listOf(list);
  if (flat.length % 2 !== 0) throw new ProtocolError('half a pair');
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]]);
}

/**
 * @param {any[]} list
 * @param {any} length
 */
function cut(list, length) {
  if (!Number.isInteger(length) || length < 0 || length > list.length) {
    throw new ProtocolError(`no list of ${length}`);
  }
  list.length = length;
}
