/**
 * Who plays the game that a board shows.
 *
 * @import {Colour, SeatView} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 * @import {Shown} from './modules.js'
 */

/** For seats whose player has left before this page was opened. */
const COLOURS = /** @type {const} */ ([
  'red',
  'blue',
  'yellow',
  'green',
  'purple',
  'orange',
  'white',
  'black',
]);

/** The players of a game, by their seats. */
export class Players {
  /** @type {readonly (SeatView | null)[]} */
  #seats = [];
  /** The viewer's seat. @type {number | null} */
  own = null;

  /** @param {Text} text */
  constructor(text) {
    this.text = text;
  }

  /**
   * Takes over who plays.
   *
   * @param {Shown} shown
   * @param {number} count how many play
   */
  show({ phase, seats, you }, count) {
    // After the game people come and go; the picture stays one of those who played.
    if (phase === 'playing' || this.#seats.length !== count) this.#seats = seats.slice(0, count);
    const seat = you?.seat ?? null;
    this.own = seat !== null && seat < count ? seat : null;
  }

  /** @param {number} seat */
  name = (seat) => this.#seats[seat]?.name ?? this.text('seats.number', { number: seat + 1 });

  /**
   * @param {number} seat
   * @returns {Colour}
   */
  colour = (seat) => this.#seats[seat]?.colour ?? COLOURS[seat % COLOURS.length] ?? 'red';
}
