/**
 * What the keys do on the board of Tsuro.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-controller.js'
 */

/**
 * @typedef {object} KeyEvents each says whether the key was of use
 * @property {(index: number) => boolean} choose a tile of the hand, from 0
 * @property {(by: 1 | -1) => boolean} turn
 * @property {() => boolean} fork sets out by the other path
 * @property {(fresh: boolean) => boolean} confirm `fresh` says whether it may begin a decision too
 * @property {() => boolean} undo
 * @property {() => boolean} help shows which keys there are
 */

/**
 * @param {KeyEvents} on
 * @returns {(press: Press, where: Place) => boolean} whether the key was of use
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
