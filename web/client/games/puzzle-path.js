/**
 * The addresses of the puzzles. Most pages don't need them.
 *
 * @import {GameKind} from '../protocol.js'
 */
import { prefixed } from '../lib/files.js';

/**
 * @param {GameKind} kind
 * @returns {string} the path of the page with the puzzles
 */
export function puzzlesPath(kind) {
  return prefixed(`/puzzles/${kind.replaceAll('_', '-')}`);
}

/**
 * @param {GameKind} kind
 * @param {string} id the id of a finished game
 * @param {{ seat: number, version?: number }} missed what a seat missed in that game; all of it
 *   without a version
 * @returns {string} the path of the page on which it is looked for, as puzzles
 */
export function missedPath(kind, id, { seat, version }) {
  return `${puzzlesPath(kind)}?of=${id}&seat=${seat}${version === undefined ? '' : `#${version}`}`;
}
