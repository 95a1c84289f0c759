/**
 * Maps keys to actions on the board of Section X.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-keys.js'
 */

/**
 * @typedef {object} KeyEvents the actions; each returns whether the key was of use
 * @property {(index: number) => boolean} choose chooses a pile or a tile of the stock, by its index
 *   from 0
 * @property {() => boolean} prisoner chooses the next prisoner that can move
 * @property {() => boolean} door
 * @property {(action: 'move' | 'swap' | 'turn') => boolean} begin
 * @property {(by: 1 | -1) => boolean} turn rotates the chosen tile, or selects the next place
 * @property {() => boolean} other turns the tile that the chosen one is exchanged with
 * @property {(onBoard: boolean) => boolean} confirm commits; `onBoard` is whether a cell has the
 *   focus
 * @property {() => boolean} end skips the tile action, or ends the turn
 * @property {() => boolean} undo clears the draft step by step
 * @property {() => boolean} takeBack takes back the last decision
 * @property {() => boolean} help
 * @property {(factor: 1 | -1 | 0) => boolean} zoom zooms in, zooms out, or shows the whole board
 * @property {(x: number, y: number) => boolean} pan
 */

/** The directions of the arrow keys. @type {Readonly<Record<string, readonly [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {KeyEvents} on
 * @returns {(press: Press, where: Place) => boolean} a handler that returns whether the key was of
 *   use
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
        return on.turn(press.shiftKey ? -1 : 1) || on.begin('turn');
      case 'm':
        return on.begin('move');
      case 's':
        return on.begin('swap');
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
