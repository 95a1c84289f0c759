/**
 * Maps keys to actions on the board of Section X.
 *
 * @import {Press} from '../../lib/keys.js'
 * @import {Place} from '../board-keys.js'
 * @import {SectionXBoard} from './board.js'
 */

/** The directions of the arrow keys. @type {Readonly<Record<string, readonly [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {SectionXBoard} board
 * @returns {(press: Press, where: Place) => boolean} a handler that returns whether the key was of
 *   use
 */
export function keysOf({ composer, panel, rounds, sight }) {
  return (press, where) => {
    const [x, y] = ARROWS[press.key] ?? [0, 0];
    // Without Shift the arrows walk over the cells, or scroll the page.
    if (x !== 0 || y !== 0) return press.shiftKey && sight.pan(x, y);
    switch (press.key) {
      case '1':
      case '2':
      case '3':
        return composer.chooseAt(Number(press.key) - 1);
      case 'p':
        return composer.nextPrisoner();
      case 'o':
        return composer.chooseDoor();
      case 'r':
        return composer.turn(press.shiftKey ? -1 : 1, false) || composer.begin('turn', true);
      case 'm':
        return composer.begin('move', true);
      case 's':
        return composer.begin('swap', true);
      case 't':
        return composer.turn(1, true);
      case 'n':
        return !press.repeat && composer.end();
      case '+':
      case '=':
        return sight.zoom(1);
      case '-':
        return sight.zoom(-1);
      case '0':
        return sight.zoom(0);
      case 'u':
        return !press.repeat && composer.takeBack();
      case 'Escape':
        return rounds.close() || composer.undo();
      case '?':
        return panel.keys.show();
      case 'Enter':
        return (
          where !== 'elsewhere' &&
          !press.repeat &&
          composer.confirm(document.activeElement?.matches('.cell') ?? false)
        );
      default:
        return false;
    }
  };
}
