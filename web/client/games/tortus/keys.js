/**
 * Maps keys to actions on the board of Tortus.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-keys.js'
 * @import {TortusBoard} from './board.js'
 * @import {ActionKind} from './draft.js'
 */
import { LEGEND_KEY, showLegend } from './legend.js';

/** @type {Readonly<Record<string, ActionKind>>} */
const LETTERS = { m: 'move', o: 'open', s: 'swap', d: 'draw' };

/**
 * @param {TortusBoard} board
 * @returns {(press: Press, where: Place) => boolean} a handler that returns whether the key was of
 *   use
 */
export function keysOf(board) {
  const { composer, panel, text } = board;
  return (press, where) => {
    const { key } = press;
    const kind = LETTERS[key];
    if (kind) return !press.repeat && composer.beginByKey(kind);
    if (/^[1-9]$/.test(key)) return composer.take(Number(key) - 1);
    switch (key) {
      case 'r':
        return composer.turnByKey(press.shiftKey ? -1 : 1);
      case 'e':
        return !press.repeat && composer.end();
      case 'Escape':
        return composer.undo();
      case 'u':
        return !press.repeat && composer.takeBack();
      case 'f':
        return !press.repeat && board.flip();
      case LEGEND_KEY:
        return !press.repeat && showLegend(text);
      case '?':
        return panel.keys.show();
      case 'Enter':
        return where !== 'elsewhere' && !press.repeat && composer.confirm();
      default:
        return false;
    }
  };
}
