/**
 * Finds the room of an invitation, in a code or a link as people copy and type them.
 */

import { prefixed } from './files.js';

/** The code of a room: ten digits and letters that can't be mistaken for each other. */
const CODE = /^[2-9b-df-hj-km-np-tv-z]{10}$/;
/** The path of a room in a link. */
const PATH = /\/r\/([0-9a-z]+)/;
/** Everything that people put between the characters of a code, or around it. */
const STRAY = /[^0-9a-z]/g;

/**
 * @param {string} typed a code, a link, or a text that contains a link
 * @returns {string | null} the path of the room, or `null` if the words name none
 */
export function roomPathOf(typed) {
  const words = typed.normalize('NFKC').toLowerCase();
  const code = PATH.exec(words)?.[1] ?? words.replaceAll(STRAY, '');
  return CODE.test(code) ? prefixed(`/r/${code}`) : null;
}
