/**
 * What the keys do on the board of Section X.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-controller.js'
 */

/**
 * @typedef {object} KeyEvents each says whether the key was of use
 * @property {(index: number) => boolean} choose a pile or a tile of the stock, from 0
 * @property {() => boolean} prisoner chooses the next prisoner that can move
 * @property {() => boolean} door
 * @property {(by: 1 | -1) => boolean} turn
 * @property {() => boolean} other turns the tile with which one is exchanged
 * @property {(onBoard: boolean) => boolean} confirm `onBoard` says whether a cell has the focus
 * @property {() => boolean} end leaves the tiles alone, or ends the turn
 * @property {() => boolean} undo puts back what is put together
 * @property {() => boolean} takeBack takes back what was decided
 * @property {() => boolean} help
 * @property {(factor: 1 | -1 | 0) => boolean} zoom closer, less close, or the whole
 * @property {(x: number, y: number) => boolean} pan
 */

/** Where the arrows lead. @type {Readonly<Record<string, readonly [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {KeyEvents} on
 * @returns {(press: Press, where: Place) => boolean} whether the key was of use
 */
export function keysOf(on) {
  return (press, where) => {
    const [x, y] = ARROWS[press.key] ?? [0, 0];
    // Without Shift the arrows walk over the cells, or scroll the page.
    if (x !== 0 || y !== 0) return press.shiftKey && on.pan(x, y);
    switch (press.key) {
      case '1':
      case '2':
      case '3':
        return on.choose(Number(press.key) - 1);
      case 'p':
        return on.prisoner();
      case 'o':
        return on.door();
      case 'r':
        return on.turn(press.shiftKey ? -1 : 1);
      case 't':
        return on.other();
      case 'n':
        return !press.repeat && on.end();
      case '+':
      case '=':
        return on.zoom(1);
      case '-':
        return on.zoom(-1);
      case '0':
        return on.zoom(0);
      case 'u':
        return !press.repeat && on.takeBack();
      case 'Escape':
        return on.undo();
      case '?':
        return on.help();
      case 'Enter':
        return (
          where !== 'elsewhere' &&
          !press.repeat &&
          on.confirm(document.activeElement?.matches('.cell') ?? false)
        );
      default:
        return false;
    }
  };
}
