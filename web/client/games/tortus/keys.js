/**
 * What the keys do on the board of Tortus.
 *
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
 * @returns {(event: KeyboardEvent, where: Place) => boolean} whether the key was of use
 */
export function keysOf(on) {
  return (event, where) => {
    const key = event.key.toLowerCase();
    const kind = LETTERS[key];
    if (kind) return !event.repeat && on.begin(kind);
    if (/^[1-9]$/.test(key)) return on.take(Number(key) - 1);
    switch (key) {
      case 'r':
        return on.turn(event.shiftKey ? -1 : 1);
      case 'e':
        return !event.repeat && on.end();
      case 'escape':
        return on.undo();
      case 'f':
        return !event.repeat && on.flip();
      case LEGEND_KEY:
        return !event.repeat && on.legend();
      case '?':
        return on.help();
      case 'enter':
        return where !== 'elsewhere' && !event.repeat && on.confirm(true);
      default:
        return false;
    }
  };
}
