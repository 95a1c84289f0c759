/**
 * A small picture of the position at a step, beside the timeline.
 *
 * @import {Board} from '../games/modules.js'
 * @import {Text} from '../lib/text.js'
 * @import {Viewer} from './address.js'
 * @import {Film} from './film.js'
 */
import { shownName } from '../lib/text.js';
import { createPicture } from '../room/game/picture-board.js';
import { viewerAt } from './said.js';

/**
 * Returns the function that draws the position at a step, in the same element each time. The board
 * is created with the first picture, because most readers never ask for one.
 *
 * @param {Film} film
 * @param {Viewer} viewer
 * @param {Text} text
 * @returns {(step: number) => Element | null}
 */
export function createPreview(film, viewer, text) {
  /** @type {Board<any> | null} */
  let board = null;
  /** The part of the board that is shown. @type {Element | null} */
  let square = null;
  return (step) => {
    board ??= createPicture(film.kind, text);
    square ??= board.element.querySelector('.board-square');
    const seats = film.seats(step);
    const seat = typeof viewer === 'number' ? viewer : null;
    const you = seat === null ? null : viewerAt(seat, shownName(seats[seat]?.name ?? ''));
    board.show({ phase: 'playing', view: film.position(step), seats, you, still: true });
    return square;
  };
}
