/**
 * The place of the board on the page: the board of the game that runs, shown each picture once.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {Board, BoardContext} from '../games/modules.js'
 * @import {Table} from './page.js'
 */

import { boardOf } from '../games/modules.js';
import { eventsOf } from './state.js';

/** Versions at once that are told and shown one by one; of more only where they lead. */
export const FEW = 2;

/** Shows boards in their place. */
export class BoardFrame {
  /**
   * The board, and what it was last asked to show.
   *
   * @type {{kind: GameKind, board: Board<any>, picture: unknown[]} | null}
   */
  #shown = null;

  /**
   * @param {HTMLElement} place
   * @param {Table} table
   * @param {() => void} hint asks for a hint
   */
  constructor(place, table, hint) {
    this.place = place;
    this.table = table;
    this.hint = hint;
  }

  /** Shows the game as it is now. */
  show() {
    const { state } = this.table;
    const { you, view } = state;
    const game = view?.game;
    if (!you || !view || !game) return;
    const shown = this.#shownFor(game.game);
    // What somebody else's coming or a return brings must neither end a walk nor redraw what stands.
    const { seats, phase, take_back: takeBack, hints } = view;
    const picture = [game, seats, you.seat, phase, takeBack, hints];
    if (picture.every((part, at) => part === shown.picture[at])) return;
    shown.picture = picture;
    const still = state.steps > FEW;
    const events = eventsOf(state.happenings);
    shown.board.show({ view: game, seats, you, phase, takeBack, hints, still, events });
  }

  /** Milliseconds until what happened last has been seen to happen. */
  restsIn() {
    return this.#shown?.board.restsIn() ?? 0;
  }

  /**
   * Puts a decision together on the board, for its player to look at.
   *
   * @param {any} action one of the game that is shown
   */
  propose(action) {
    this.#shown?.board.propose(action);
  }

  /** @param {GameKind} kind */
  #shownFor(kind) {
    if (this.#shown?.kind === kind) return this.#shown;
    this.#shown?.board.dispose();
    const { place, table } = this;
    /** @type {BoardContext} */
    const context = {
      text: table.text,
      announce: table.announce,
      act: (action) => table.issue({ type: 'act', version: table.state.at.version, action }),
      takeBack: () => table.issue({ type: 'take_back', version: table.state.at.version }),
      hint: this.hint,
      quick: true,
    };
    const board = boardOf(kind).createBoard(context);
    place.append(board.element);
    this.#shown = { kind, board, picture: [] };
    return this.#shown;
  }
}
