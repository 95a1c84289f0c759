/**
 * The board of a page that only shows a game. It keeps one board for each kind of game, so that a
 * page that shows games for hours does not grow.
 *
 * @import {AnyEvent, AnyView, GameKind, SeatView} from '../protocol.js'
 * @import {Board} from '../games/modules.js'
 * @import {Text} from '../lib/text.js'
 */
// The server leaves out of a board's file what every page with a board has run before. These pages
// need neither module, but without them each room would load both twice.
import '../lib/dialog.js';
import '../lib/keys.js';
import { createPicture } from '../room/game/picture-board.js';

/** The ratio of width and height from which a board is wide. */
const WIDE = 1.08;

export class Stage {
  /** @type {Map<GameKind, Board<any>>} */
  #boards = new Map();

  /**
   * @param {HTMLElement} place
   * @param {Text} text
   */
  constructor(place, text) {
    this.place = place;
    this.text = text;
  }

  /**
   * Shows a position, or nothing.
   *
   * @param {AnyView | null} view
   * @param {(SeatView | null)[]} seats
   * @param {AnyEvent[]} events the events of the game so far
   * @param {boolean} still whether the position is shown without animations
   */
  show(view, seats, events, still) {
    this.place.hidden = view === null;
    if (view === null) return;
    const board = this.#board(view.game);
    const isOther = this.place.firstElementChild !== board.element;
    if (isOther) this.place.replaceChildren(board.element);
    this.place.dataset['game'] = view.game;
    const known = 'choices' in view ? { ...view, choices: null } : view;
    board.show({
      phase: 'playing',
      view: known,
      seats,
      you: null,
      events,
      still: still || isOther,
    });
    if (isOther) this.#noteShape();
  }

  /** Notes whether the shown board is wider than high. */
  #noteShape() {
    const picture = this.place.querySelector('.board-picture');
    const { width = 0, height = 0 } = picture?.getBoundingClientRect() ?? {};
    document.body.toggleAttribute('data-wide', width > WIDE * height);
  }

  /**
   * Marks the marker and the path of a player.
   *
   * @param {string | null | undefined} colour
   */
  follow(colour) {
    if (colour) this.place.dataset['follow'] = colour;
    else delete this.place.dataset['follow'];
  }

  /** Returns the milliseconds until the board has come to rest. */
  restsIn() {
    const shown = [...this.#boards.values()].find(
      ({ element }) => element === this.place.firstElementChild,
    );
    return shown?.restsIn() ?? 0;
  }

  /** @param {GameKind} kind */
  #board(kind) {
    const known = this.#boards.get(kind);
    if (known) return known;
    const board = createPicture(kind, this.text);
    this.#boards.set(kind, board);
    return board;
  }
}
