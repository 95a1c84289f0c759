/**
 * Encodes messages as the server does, for tests: the counterpart of `lib/packed.js`.
 */

/** @import { Patch } from '../../../client/lib/packed.js' */

/** The keys whose value is part of the shape, such as the tag of a variant. */
const TAGS = ['type', 'game'];

/**
 * Creates the encoder of one connection.
 *
 * @returns {(message: Record<string, any>) => string[]} encodes a message into frames; the last
 *   frame is the message itself
 */
export function createPacker() {
  /** @type {string[]} */
  const shapes = [];

  /** @param {Record<string, any>} value */
  function shapeOf(value) {
    const keys = Object.entries(value).map(([key, part]) =>
      TAGS.includes(key) ? [key, part] : key,
    );
    const shape = JSON.stringify(keys);
    if (!shapes.includes(shape)) shapes.push(shape);
    return shapes.indexOf(shape) + 1;
  }

  /**
   * @param {any} value
   * @returns {any}
   */
  function pack(value) {
    if (Array.isArray(value)) return [0, ...value.map(pack)];
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Map)
      return [-1, ...[...value].flatMap(([key, part]) => [key, pack(part)])];
    return [shapeOf(value), ...fields(value).map(([, part]) => pack(part))];
  }

  /** @param {Record<string, any>} value */
  const fields = (value) => Object.entries(value).filter(([key]) => !TAGS.includes(key));

  /**
   * @param {Patch} changes
   * @returns {unknown[]}
   */
  function packPatch(changes) {
    return changes.map((what, at) => {
      const where = changes[at - 1];
      if (at % 2 === 0 || where === '-') return what;
      if (where === '+') return /** @type {unknown[]} */ (what).map(pack);
      return Number(where) < 0 ? packPatch(/** @type {Patch} */ (what)) : pack(what);
    });
  }

  return (message) => {
    const known = shapes.length;
    const packed = [
      shapeOf(message),
      ...fields(message).map(([key, part]) => (key === 'change' ? packPatch(part) : pack(part))),
    ];
    const told = shapes.slice(known).map((shape) => JSON.parse(shape));
    return [...(told.length > 0 ? [{ shapes: told }] : []), packed].map((one) =>
      JSON.stringify(one),
    );
  };
}

/**
 * Returns a patch that turns one plain value into another, or `null` if only a full snapshot can be
 * sent.
 *
 * @param {any} before
 * @param {any} now
 * @returns {Patch | null}
 */
export function patchBetween(before, now) {
  if (!isObject(before) || !isObject(now)) return null;
  const lists = Array.isArray(before);
  if (lists !== Array.isArray(now)) return null;
  if (!lists && `${Object.keys(before)}` !== `${Object.keys(now)}`) return null;
  /** @type {unknown[]} */
  const changes = [];
  const [old, next] = [Object.values(before), Object.values(now)];
  const parts = Math.min(old.length, next.length);
  for (let at = 0; at < parts; at += 1) {
    if (JSON.stringify(old[at]) === JSON.stringify(next[at])) continue;
    const inner = patchBetween(old[at], next[at]);
    changes.push(...(inner ? [-1 - at, inner] : [at, next[at]]));
  }
  if (old.length > parts) changes.push('-', parts);
  if (next.length > parts) changes.push('+', next.slice(parts));
  return changes;
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}
