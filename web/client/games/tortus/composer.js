/**
 * Composes the draft of a decision on the board of Tortus, from presses and keys.
 *
 * @import {TortusBoard} from './board.js'
 * @import {ActionKind} from './draft.js'
 */
import { triedAt, triedSo } from './asking.js';
import {
  begin,
  decisionOf,
  isAtOnce,
  isRotatable,
  NOTHING,
  take,
  tap,
  turned,
  undone,
} from './draft.js';
import { focusedIn } from './look.js';
import { cardsOf, draftWords, panelState, whyNotPossible } from './status.js';

/** The methods for keys return whether the key had an effect. */
export class Composer {
  /** @param {TortusBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** The situation, or `null` while the viewer cannot decide. */
  get #open() {
    return this.board.busy ? null : this.board.situation();
  }

  /**
   * Handles the choice of a square by a finger, a mouse or a key. Returns whether it had an effect.
   *
   * @param {string} square the chosen square
   */
  tap(square) {
    const situation = this.#open;
    if (!situation) return false;
    const { draft } = situation;
    const next = tap(situation, draft, square);
    if (next === draft) {
      const tried = triedAt(situation, draft, square);
      if (tried) void this.board.send(tried);
      return tried !== null;
    }
    const atOnce = isAtOnce(situation, next);
    // A move that needs no confirmation is announced when it has happened.
    if (atOnce) this.board.said = draftWords({ ...situation, draft: next }) ?? '';
    this.board.compose(next);
    if (atOnce) this.board.commit();
    return true;
  }

  /** @param {number} place */
  take(place) {
    const situation = this.#open;
    if (!situation) return false;
    const blocked = cardsOf(situation)[place]?.blocked ?? null;
    if (blocked !== null) this.board.tell(blocked);
    return blocked !== null || this.board.compose(take(situation, situation.draft, place));
  }

  /** @param {ActionKind} kind */
  begin(kind) {
    const situation = this.#open;
    return situation !== null && this.board.compose(begin(situation, situation.draft, kind));
  }

  /**
   * Explains why a pressed action is not possible.
   *
   * @param {ActionKind} kind
   */
  refuse(kind) {
    const situation = this.#open;
    if (situation) this.board.tell(whyNotPossible(situation, kind));
  }

  /**
   * Handles a press of the commit button while the draft is incomplete. Where the draft would
   * change nothing, the decision is sent and the server explains the rejection.
   */
  tryIt() {
    const situation = this.#open;
    const tried = situation && triedSo(situation, situation.draft);
    if (tried) void this.board.send(tried);
  }

  /** @param {1 | -1} by */
  turn(by) {
    const situation = this.#open;
    return situation !== null && this.board.compose(turned(situation, situation.draft, by));
  }

  /**
   * Turns the chosen tile. Without one, it chooses the tile on the focused square, or starts the
   * action that turns a tile.
   *
   * @param {1 | -1} by
   */
  turnByKey(by) {
    if (this.turn(by)) return true;
    const situation = this.#open;
    const square = focusedIn(this.board.element);
    if (!situation) return false;
    if (square === null || !isRotatable(situation, square)) return this.begin('rotate');
    return this.board.compose(turned(situation, { ...NOTHING, kind: 'rotate', square }, by));
  }

  /** Ends the sequence of a pawn's steps, or asks whether to end the turn. */
  end() {
    const { draft, shown } = this.board;
    if (shown?.view.choices?.type !== 'flow') return draft.kind !== 'end' && this.beginByKey('end');
    void this.board.send({ type: 'stop' });
    return true;
  }

  /**
   * Starts an action by key. An action that needs no square moves the focus to the commit button,
   * wherever on the page the key was pressed.
   *
   * @param {ActionKind} kind
   */
  beginByKey(kind) {
    const begun = this.begin(kind);
    const { draft, panel } = this.board;
    if (begun && (draft.kind === 'end' || draft.kind === 'draw')) panel.commit.element.focus();
    return begun;
  }

  /** Handles Enter: chooses the focused square, or commits the decision. */
  confirm() {
    const square = focusedIn(this.board.element);
    const situation = this.#open;
    if (!situation) return false;
    const { draft, view } = situation;
    const ready = decisionOf(situation, draft) !== null;
    const at = view.choices?.type === 'fill' ? view.choices.square : draft.square;
    const commits = ready && (square === null || square === at || at === null);
    return (!commits && square !== null && this.tap(square)) || this.board.commit();
  }

  undo() {
    const { board } = this;
    const before = undone(board.draft);
    if (before !== NOTHING) return board.compose(before);
    if (JSON.stringify(board.draft) === JSON.stringify(NOTHING)) return false;
    const focused = board.hasFocus();
    board.compose(NOTHING);
    if (focused) board.refocus();
    return true;
  }

  /** Takes back the last decision of the turn. Returns whether there is one. */
  takeBack() {
    const situation = this.board.situation();
    if (!situation || !panelState(situation).undo) return false;
    void this.board.takeBack();
    return true;
  }
}
