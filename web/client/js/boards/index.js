/**
 * The boards, one for each game there is. A page looks its board up by the `game` of a view.
 */
import { createBoard } from './tsuro/index.js';
import { openHand } from './tsuro/open-hand.js';
import { sentence } from './tsuro/words.js';

export const boards = { tsuro: { createBoard, openHand, sentence } };
