/**
 * Maps keys to actions on the board of Tortus.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-keys.js'
 * @import {ActionKind} from './draft.js'
 */
import { LEGEND_KEY } from './legend.js';

/**
 * @typedef {object} KeyEvents the actions; each returns whether the key was of use
 * @property {(place: number) => boolean} take takes a tile of the hand, by its index from 0
 * @property {(kind: ActionKind) => boolean} begin
 * @property {(by: 1 | -1) => boolean} turn
 * @property {() => boolean} end ends the turn, or the steps of a pawn
 * @property {(fresh: boolean) => boolean} confirm commits; `fresh` is whether it may also choose a
 *   square
 * @property {() => boolean} undo clears the draft step by step
 * @property {() => boolean} takeBack takes back the last decision
 * @property {() => boolean} flip turns the board round
 * @property {() => boolean} legend shows the meaning of the signs
 * @property {() => boolean} help shows the list of keys
 */

/** @type {Readonly<Record<string, ActionKind>>} */
const LETTERS = { m: 'move', o: 'open', s: 'swap', d: 'draw' };

/**
 * @param {KeyEvents} on
 * @returns {(press: Press, where: Place) => boolean} a handler that returns whether the key was of
 *   use
 */
export function keysOf(on) {
  return (press, where) => {
    const { key } = press;
    const kind = LETTERS[key];
    if (kind) return !press.repeat && on.begin(kind);
    if (/^[1-9]$/.test(key)) return on.take(Number(key) - 1);
    switch (key) {
      case 'r':
        return on.turn(press.shiftKey ? -1 : 1);
      case 'e':
        return !press.repeat && on.end();
      case 'Escape':
        return on.undo();
      case 'u':
        return !press.repeat && on.takeBack();
      case 'f':
        return !press.repeat && on.flip();
      case LEGEND_KEY:
        return !press.repeat && on.legend();
      case '?':
        return on.help();
      case 'Enter':
        return where !== 'elsewhere' && !press.repeat && on.confirm(true);
      default:
        return false;
    }
  };
}
