/**
 * Boards that are only pictures, for positions of the past.
 *
 * @import {GameKind} from '../../protocol.js'
 * @import {Board} from '../../games/modules.js'
 * @import {Text} from '../../lib/text.js'
 */
import { boardOf } from '../../games/modules.js';
import { set } from '../../lib/dom.js';
import { setInert } from '../../lib/inert.js';

/**
 * Creates a board that is only a picture. The sentences beside it contain all of it.
 *
 * @param {GameKind} kind
 * @param {Text} text
 * @returns {Board<any>}
 */
export function createPicture(kind, text) {
  const board = boardOf(kind).createBoard({
    text,
    announce: () => {},
    act: async () => ({ ok: true }),
    takeBack: async () => ({ ok: true }),
  });
  setInert(board.element, true);
  set(board.element, { 'aria-hidden': 'true' });
  return board;
}
