/**
 * Maps keys to actions on the board of Tsuro.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-keys.js'
 */

/**
 * @typedef {object} KeyEvents the actions; each returns whether the key was of use
 * @property {(index: number) => boolean} choose chooses a tile of the hand, by its index from 0
 * @property {(by: 1 | -1) => boolean} turn
 * @property {() => boolean} fork switches to the other path
 * @property {(fresh: boolean) => boolean} confirm commits; `fresh` is whether it may also start a
 *   draft
 * @property {() => boolean} undo
 * @property {() => boolean} help shows the list of keys
 */

/**
 * @param {KeyEvents} on
 * @returns {(press: Press, where: Place) => boolean} a handler that returns whether the key was of
 *   use
 */
export function keysOf(on) {
  return (press, where) => {
    switch (press.key) {
      case '1':
      case '2':
      case '3':
        return on.choose(Number(press.key) - 1);
      case 'r':
        return on.turn(press.shiftKey ? -1 : 1);
      case 'p':
        return on.fork();
      case 'Escape':
        return on.undo();
      case '?':
        return on.help();
      case 'Enter':
        return where !== 'elsewhere' && !press.repeat && on.confirm(where === 'target');
      default:
        return false;
    }
  };
}
