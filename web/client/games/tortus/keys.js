/**
 * What the keys do on the board of Tortus.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-controller.js'
 * @import {ActionKind} from './draft.js'
 */
import { LEGEND_KEY } from './legend.js';

/**
 * @typedef {object} KeyEvents each says whether the key was of use
 * @property {(place: number) => boolean} take a tile of the hand, from 0
 * @property {(kind: ActionKind) => boolean} begin
 * @property {(by: 1 | -1) => boolean} turn
 * @property {() => boolean} end the turn, or what a pawn does
 * @property {(fresh: boolean) => boolean} confirm `fresh` says whether a square can be chosen by it
 * @property {() => boolean} undo
 * @property {() => boolean} flip turns the board round
 * @property {() => boolean} legend shows what the signs mean
 * @property {() => boolean} help shows which keys there are
 */

/** @type {Readonly<Record<string, ActionKind>>} */
const LETTERS = { m: 'move', o: 'open', s: 'swap', d: 'draw' };

/**
 * @param {KeyEvents} on
 * @returns {(press: Press, where: Place) => boolean} whether the key was of use
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
