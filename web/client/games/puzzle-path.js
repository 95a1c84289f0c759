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
