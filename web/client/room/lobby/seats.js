/**
 * The table before a game: the empty board of the chosen game with the seats around its rim. After
 * a game the seats stand in rows without the board.
 *
 * @import {GameKind, RoomView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { gameOf } from '../../games/index.js';
import { loadStyle } from '../../games/modules.js';
import { paint, part } from '../../lib/dom.js';
import { drawSeat } from './tokens.js';

/** The frames of a token that drops onto the table and bounces. @type {Keyframe[]} */
const DROP = [
  { transform: 'translateY(-2.5rem) scale(1.15)', opacity: 0, easing: 'ease-in' },
  { transform: 'none', opacity: 1, offset: 0.5, easing: 'ease-out' },
  { transform: 'translateY(-0.5rem)', offset: 0.7, easing: 'ease-in' },
  { transform: 'none', offset: 0.88, easing: 'ease-out' },
  { transform: 'translateY(-0.125rem)', offset: 0.94, easing: 'ease-in' },
  { transform: 'none' },
];
/** The duration of the drop in milliseconds. */
const DROP_MS = 520;
/** The duration in milliseconds in which the drawing of the board appears. */
const LAY_MS = 240;

export class TableStage {
  /** The owners of the seats that were drawn last. @type {(string | null)[] | null} */
  #owners = null;
  /** The board that is drawn, or that is being fetched. */
  #ground = '';

  /**
   * @param {RoomContext} context
   * @param {(seat: number | null) => void} sit takes a seat
   */
  constructor(context, sit) {
    this.context = context;
    this.sit = sit;
  }

  /** Draws the seats, and before a game the board. */
  show() {
    const { view } = this.context.state;
    if (!view) return;
    const seats = part('seats');
    paint(
      seats,
      view.seats.map((_, number) => drawSeat(this.context, number, this.sit)),
    );
    seats.dataset['count'] = String(view.seats.length);
    this.#drop(view, seats);
    if (view.phase === 'lobby') void this.#lay(view);
  }

  /**
   * Lets the tokens of new players drop onto the table.
   *
   * @param {RoomView} view
   * @param {HTMLElement} seats
   */
  #drop(view, seats) {
    const before = this.#owners;
    this.#owners = view.seats.map((seat) => (seat && !seat.vacant ? seat.person : null));
    const isStill =
      document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches || !before;
    if (isStill) return;
    for (const [number, owner] of this.#owners.entries()) {
      if (owner === null || before.includes(owner)) continue;
      seats.querySelector(`[data-seat="${number}"] > .token`)?.animate(DROP, DROP_MS);
    }
  }

  /**
   * Draws the empty board. Its drawing is fetched once for each game; the table is complete without
   * it.
   *
   * @param {RoomView} view
   */
  async #lay({ settings: { options } }) {
    const wanted = JSON.stringify(options);
    if (wanted === this.#ground) return;
    this.#ground = wanted;
    const { game } = options;
    try {
      const [{ emptyBoard }] = await Promise.all([
        gameOf(game).ground(),
        loadStyle(`games/${game}/style.css`),
      ]);
      if (this.#ground === wanted) showBoard(game, emptyBoard(options));
    } catch {
      // The picture is only decoration. The next change of the room tries again.
      if (this.#ground === wanted) this.#ground = '';
    }
  }
}

/**
 * Puts the drawing on the table. It fades in by script, because an animation of the style sheet
 * starts again when the window changes its size.
 *
 * @param {GameKind} game
 * @param {SVGElement} drawing
 */
function showBoard(game, drawing) {
  const place = part('table-board');
  place.className = `table-board ${game.replaceAll('_', '-')}`;
  place.replaceChildren(drawing);
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  drawing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: LAY_MS, easing: 'ease-out' });
}
