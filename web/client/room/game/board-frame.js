/**
 * The container of the board on the page. It holds the board of the current game and passes each
 * state to it at most once.
 *
 * @import {AnyAction, AnyEvent, AnyView, GameKind, Phase, SeatView, You} from '../../protocol.js'
 * @import {Board} from '../../games/modules.js'
 * @import {RoomContext} from '../context.js'
 */

import { boardOf } from '../../games/modules.js';
import { part } from '../../lib/dom.js';
import { eventsOf } from '../state.js';
import { Recorder } from './recorder.js';

/**
 * The maximum number of new versions that are announced and animated one by one. After more
 * versions only the final state is shown.
 */
export const FEW = 2;

/**
 * @typedef {object} Reviewed a position of a finished game
 * @property {AnyView} view
 * @property {readonly SeatView[]} seats
 * @property {You | null} you the player from whose seat the board is seen, or `null`
 * @property {() => Board<any>} create creates the board that shows the position
 * @property {AnyAction | null} proposal a decision that is assembled on the board, or `null`
 * @property {readonly AnyEvent[]} [events] the events of the game up to the position
 * @property {boolean} [still] whether the position is shown without animations; it is by default
 * @property {number} [pace] the longest time in milliseconds that a piece takes over a square
 */

/** Shows the board of the current game in its container. */
export class BoardFrame {
  /**
   * The current board, and the picture and the phase that it showed last.
   *
   * @type {{kind: GameKind, board: Board<any>, picture: unknown[], phase: Phase | null} | null}
   */
  #shown = null;
  /** The last positions of the game. */
  recorder = new Recorder();
  /** Whether the rest of the game is shown without animations. */
  #skips = false;
  /** The board of a review, which replaces that of the game. @type {Board<any> | null} */
  #reviewed = null;

  /**
   * @param {HTMLElement} place
   * @param {RoomContext} context
   * @param {object} on
   * @param {() => void} on.hint requests a hint
   * @param {() => void} on.drafted reports that the player has changed the draft
   */
  constructor(place, context, { hint, drafted }) {
    this.place = place;
    this.context = context;
    this.hint = hint;
    this.drafted = drafted;
    // They move into the panel of each board.
    this.parts = { notice: part('board-notice'), tools: part('hand-tools') };
  }

  /** Shows the current state of the game. */
  show() {
    const { state } = this.context;
    const { you, view } = state;
    const game = view?.game;
    if (!you || !view || !game || this.#reviewed) return;
    const shown = this.#shownFor(game.game);
    // Updates such as another visitor's arrival or a reconnection must neither interrupt an
    // animation nor redraw the board.
    const { seats, phase, take_back: takeBack, hints } = view;
    const paused = view.paused !== null;
    const picture = [game, seats, you.seat, phase, takeBack, hints, paused];
    if (picture.every((part, at) => part === shown.picture[at])) return;
    // The end of a game that the player has skipped is still a part of it.
    if (phase === 'playing' && shown.phase !== 'playing') this.#skips = false;
    shown.picture = picture;
    shown.phase = phase;
    const still = this.#skips || state.steps > FEW;
    const events = eventsOf(state.happenings);
    // A game that was ended without a result does not wait for a decision.
    const drawn = phase === 'over' ? { ...game, acting: null } : game;
    const now = { view: drawn, seats, you, phase, takeBack, hints, paused, still, events };
    this.recorder.record({ version: state.at.version, view: game, seats, you }, state.at.epoch);
    shown.board.show(now);
  }

  /** Creates the board of the game anew, in the page's language, with the same draft. */
  rebuild() {
    const draft = this.#shown?.board.draft;
    this.#dispose();
    this.show();
    if (draft !== undefined) this.#shown?.board.compose(draft);
  }

  /** Whether the rest of the game is shown without animations. */
  get skips() {
    return this.#skips;
  }

  /** Shows the rest of the game without animations, which is as fast as the bots play. */
  skip() {
    this.#skips = true;
  }

  /** The drawn board, for signs over it. */
  get picture() {
    return this.place.querySelector('.board-square:not([hidden])') ?? this.place;
  }

  /**
   * Replaces the controls beside the board by an element, or shows them again.
   *
   * @param {HTMLElement | null} element
   */
  setAside(element) {
    this.#shown?.board.setAside(element);
  }

  /** Returns the milliseconds until the animation of the last events ends. */
  restsIn() {
    return (this.#reviewed ?? this.#shown?.board)?.restsIn() ?? 0;
  }

  /**
   * Assembles a decision on the board as a proposal that the player can inspect.
   *
   * @param {any} action a decision of the game that is shown
   * @param {readonly any[]} [rest] the decisions that are to follow it in the same turn
   */
  propose(action, rest) {
    this.#shown?.board.propose(action, rest);
  }

  /**
   * Shows a position of the finished game, until the next call or until `null` shows the current
   * state again.
   *
   * @param {Reviewed | null} position
   */
  review(position) {
    if (position === null) {
      if (!this.#reviewed) return;
      this.#reviewed.dispose();
      this.#reviewed = null;
      this.show();
      return;
    }
    const { proposal, create, ...shown } = position;
    if (!this.#reviewed) {
      this.#dispose();
      this.#reviewed = create();
      this.place.append(this.#reviewed.element);
    }
    this.#reviewed.show({ phase: 'playing', still: true, ...shown });
    if (proposal) this.#reviewed.propose(proposal);
  }

  /** @param {GameKind} kind */
  #shownFor(kind) {
    if (this.#shown?.kind === kind) return this.#shown;
    this.#dispose();
    const { context } = this;
    const board = boardOf(kind).createBoard({
      text: context.text,
      announce: context.announce,
      act: (action) => context.issue({ type: 'act', version: context.state.at.version, action }),
      takeBack: () => context.issue({ type: 'take_back', version: context.state.at.version }),
      hint: this.hint,
      drafted: this.drafted,
      parts: this.parts,
      quick: true,
    });
    this.place.append(board.element);
    this.#shown = { kind, board, picture: [], phase: null };
    return this.#shown;
  }

  /** Removes the board of the game. The parts of the page that it contains stay on the page. */
  #dispose() {
    if (!this.#shown) return;
    const { notice, tools } = this.parts;
    this.place.after(notice, tools);
    this.#shown.board.dispose();
    this.#shown = null;
  }
}
