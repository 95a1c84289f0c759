/**
 * The oldest browsers that the client supports, and the features that they lack according to MDN's
 * compatibility data.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * @typedef {{ version_added: string | boolean | null, version_removed?: string | boolean, flags?: unknown[], prefix?: string, alternative_name?: string }} Support
 */
/** @typedef {{ support: Record<string, Support | Support[] | 'mirror'> }} Compat */
/** @typedef {{ [name: string]: any, __compat?: Compat }} Feature */

/**
 * The minimum versions. docs/hosting.md names the same ones, and a test compares them.
 *
 * @type {Record<string, string>}
 */
export const FLOOR = {
  chrome: '100',
  chrome_android: '100',
  firefox: '102',
  firefox_android: '102',
  safari: '15.4',
  safari_ios: '15.4',
};

/** MDN's data as published: a tree of features. @type {Feature} */
export const data = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
);

/**
 * Whether a version is at most another one, both in the notation of the data.
 *
 * @param {string} version
 * @param {string} limit
 */
function atMost(version, limit) {
  if (version.startsWith('≤')) return atMost(version.slice(1), limit);
  const [a, b] = [version, limit].map((one) => one.split('.').map(Number));
  for (let at = 0; at < Math.max(a?.length ?? 0, b?.length ?? 0); at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    // The version "preview" is not a number and therefore later than all.
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/**
 * @param {Support | Support[] | 'mirror' | undefined} support
 * @param {string} floor
 */
function hasIt(support, floor) {
  if (support === undefined || support === 'mirror') return false;
  return [support].flat().some((one) => {
    const { version_added: added, version_removed: removed } = /** @type {Support} */ (one);
    const { flags, prefix, alternative_name: other } = /** @type {Support} */ (one);
    if (typeof added !== 'string' || flags || prefix !== undefined || other !== undefined)
      return false;
    return atMost(added, floor) && !(typeof removed === 'string' && atMost(removed, floor));
  });
}

/**
 * Returns the oldest supported browsers that lack a feature. It returns none for a feature that the
 * data does not describe.
 *
 * @param {Feature | undefined} feature
 * @returns {string[]}
 */
export function lacking(feature) {
  const compat = feature?.__compat;
  if (!compat) return [];
  return Object.entries(FLOOR)
    .filter(([browser, version]) => !hasIt(compat.support[browser], version))
    .map(([browser]) => browser);
}

/**
 * @param {string} path the path of a feature that some of the oldest supported browsers may lack
 */
export const isMissing = (path) => lacking(at(path)).length > 0;

/**
 * Returns the paths of a subtree's features that some of the oldest supported browsers lack.
 *
 * @param {string} root a path such as `javascript.builtins`
 * @returns {string[]}
 */
export function missingIn(root) {
  /** @type {string[]} */
  const found = [];
  const walk = (/** @type {Feature} */ feature, /** @type {string} */ path) => {
    if (lacking(feature).length > 0) found.push(path);
    for (const [name, child] of Object.entries(feature))
      if (name !== '__compat') walk(child, `${path}.${name}`);
  };
  walk(at(root), root);
  return found;
}

/**
 * Returns the feature at a path.
 *
 * @param {string} path
 * @returns {Feature}
 */
export function at(path) {
  return path.split('.').reduce((/** @type {any} */ feature, name) => feature?.[name], data);
}
