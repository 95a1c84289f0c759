/**
 * The players of the game that a board shows.
 *
 * @import {Colour, SeatView} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 * @import {Shown} from './modules.js'
 */
import { shownName } from '../lib/text.js';

/** The colours of seats whose player left before this page was opened. */
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

/** The players of a game, indexed by seat. */
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
   * Updates the players from a view.
   *
   * @param {Shown} shown
   * @param {number} count the number of players
   */
  show({ phase, seats, you }, count) {
    // After the game people join and leave seats. The board keeps showing those who played.
    if (phase === 'playing' || this.#seats.length !== count) this.#seats = seats.slice(0, count);
    const seat = you?.seat ?? null;
    this.own = seat !== null && seat < count ? seat : null;
  }

  /** @param {number} seat */
  name = (seat) =>
    shownName(this.#seats[seat]?.name ?? this.text('seats.number', { number: seat + 1 }));

  /**
   * @param {number} seat
   * @returns {Colour}
   */
  colour = (seat) => this.#seats[seat]?.colour ?? COLOURS[seat % COLOURS.length] ?? 'red';
}
