/**
 * The board of Tortus. It shows views and lets a player prepare a decision.
 *
 * @import {AnyView, TortusAction} from '../../protocol.js'
 * @import {Board, Shown, BoardContext} from '../modules.js'
 * @import {Draft, ActionKind} from './draft.js'
 * @import {Situation} from './status.js'
 */
import { pointIn } from '../../lib/dom.js';
import { BoardController } from '../board-controller.js';
import { walkMs } from '../drawing.js';
import { stepTime } from '../pace.js';
import { listenToWheel } from '../wheel.js';
import { triedAt, triedSo } from './asking.js';
import {
  begin,
  decisionOf,
  isAtOnce,
  isRotatable,
  NOTHING,
  reconcile,
  rotationOf,
  take,
  tap,
  turned,
  undone,
} from './draft.js';
import { Facing, PLAIN } from './facing.js';
import { Ghost } from './ghost.js';
import { keysOf } from './keys.js';
import { actionsOf, traceOf } from './last-turn.js';
import { showLegend } from './legend.js';
import { focusedIn, Look } from './look.js';
import { Moments } from './moments.js';
import { Panel } from './panel.js';
import { drawPlan } from './plan.js';
import { homeOf, previewOf } from './preview.js';
import { draftFor } from './proposal.js';
import { fateOf, Scene } from './scene.js';
import { isTurned, isTurnedRound, rememberTurnedRound } from './side.js';
import { squareLabels } from './square-labels.js';
import { chainOf } from './stakes.js';
import { askedWords, cardsOf, draftWords, panelState, whyNotPossible } from './status.js';
import { inLine, targetAt, targetsOf } from './targets.js';
import { tipWords } from './words.js';

export { figures } from './figures.js';
export { handOf } from './hand.js';
export { later, proposal } from './proposal.js';
export { soundsOf } from './sounds.js';
export { ending, onlyEndsTurn, sentence } from './words.js';

/** @typedef {Extract<AnyView, { game: 'tortus' }>} View */

/**
 * Creates a board that does not show a view yet.
 *
 * @param {BoardContext} context
 * @returns {Board<View>}
 */
export function createBoard(context) {
  return new TortusBoard(context);
}

/** @extends {BoardController<View, Draft, TortusAction, { scene: Scene, ghost: Ghost }>} */
class TortusBoard extends BoardController {
  /** @type {string | null} the reason why the last attempt is not possible */
  #told = null;
  /** The turn that was shown last, by the number of turns before it; -1 before the first view. */
  #turnNow = -1;
  #turnedRound = isTurnedRound();
  /** @override */
  boardKeys = 'mors';
  /** The rest of the proposed turn. @type {readonly TortusAction[]} */
  #plan = [];

  /** @param {BoardContext} context */
  constructor(context) {
    super(context, 'tortus', NOTHING);
    this.panel = new Panel(this.text, {
      take: (place) => this.#take(place),
      confirm: (place) => (place === this.draft.hand ? this.commit() : this.#take(place)),
      begin: (kind) => this.#begin(kind),
      turn: (by) => this.#turn(by),
      commit: () => this.commit(),
      refused: (kind) => this.#refuse(kind),
      unready: () => this.#tryIt(),
      flip: () => this.#flip(),
      legend: () => showLegend(this.text),
      end: () => this.#end(),
      takeBack: () => this.#takeBack(),
    });
    const keys = keysOf({
      take: (place) => this.#take(place),
      begin: (kind) => this.#beginByKey(kind),
      turn: (by) => this.#turnByKey(by),
      end: () => this.#end(),
      confirm: () => this.#confirm(),
      undo: () => this.#undo(),
      takeBack: () => this.#takeBack(),
      flip: () => this.#flip(),
      legend: () => showLegend(this.text),
      help: () => this.panel.keys.show(),
    });
    this.moments = new Moments(this.text);
    this.look = new Look(this.square, {
      changed: () => this.render(),
      tipOf: (square) => this.#tipOf(square),
    });
    this.assemble(this.panel.element, keys, { help: this.panel.keys, before: this.panel.flip });
    listenToWheel(this.element, {
      takes: (over) =>
        this.#rotation() !== null && over.closest('.board-picture, .board-hand') !== null,
      turn: (by) => this.#turn(by),
    });
  }

  /**
   * @override
   * @param {View} view
   */
  countPlayers(view) {
    return view.hands.length;
  }

  /**
   * Returns the whole view as the question: the same choices after another event are a new
   * question. An offered draw is left out, because it does not concern the board.
   *
   * @override
   * @param {View} view
   */
  questionIn(view) {
    return { ...view, draw: null, declined: false };
  }

  /** @override */
  askedWords() {
    const situation = this.#situation();
    if (!situation) return '';
    const { turns } = situation.view;
    const begins = turns !== this.#turnNow;
    this.#turnNow = turns;
    return askedWords(situation, begins);
  }

  /**
   * @override
   * @param {boolean} same
   */
  reconciled(same) {
    const situation = this.#situation();
    return situation ? reconcile(this.draft, same, situation) : this.draft;
  }

  /**
   * Returns a time that shrinks with each step of an action.
   *
   * @override
   * @param {Shown<View>} shown
   */
  paceOf({ view }) {
    return stepTime(walkMs(), view.steps.length);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   */
  draw({ view, still = false }) {
    this.#stageFor(view.edge).scene.show(view, this.players, this.#trace(), still);
  }

  /** @param {number} edge */
  #stageFor(edge) {
    const turned = isTurned(this.players.own, this.#turnedRound);
    const before = this.stage;
    if (before?.scene.edge === edge && before.scene.facing.turned === turned) return before;
    const facing = new Facing(edge, turned);
    const scene = new Scene(facing, this.text);
    const ghost = new Ghost(scene.layers, facing, () => this.commit());
    scene.root.addEventListener('click', (event) => this.#onClick(event));
    this.look.watch(scene);
    const stage = this.setStage({ scene, ghost });
    this.square.append(this.look.tip.element, this.moments.element);
    return stage;
  }

  /**
   * Celebrates a pawn's fall that ends the game, unless the viewer has lost by it.
   *
   * @override
   * @param {Shown<View>} shown
   * @param {Shown<View> | null} before
   */
  drawn({ view, still = false }, before) {
    if (still || before === null || before.view.end !== null || fateOf(view) === null) return;
    const { own } = this.players;
    if (own === null || view.outcome?.places[own] === 1)
      this.moments.stamp(this.text('tortus.lethal'), this.restsIn());
  }

  /** @returns {Situation | null} */
  #situation() {
    const view = this.shown?.view;
    if (!view) return null;
    const { own, name, colour } = this.players;
    return {
      view,
      own,
      draft: this.draft,
      looked: this.look.square,
      told: this.#told,
      busy: this.busy,
      facing: this.stage?.scene.facing ?? PLAIN,
      marks: this.#trace().marks,
      begun: actionsOf(this.shown?.events ?? []),
      takeBack: this.shown?.takeBack ?? 0,
      text: this.text,
      name,
      colour,
    };
  }

  /** @override */
  render() {
    const situation = this.#situation();
    const stage = this.stage;
    if (!situation || !stage) return;
    const { view } = situation;
    const targets = targetsOf(situation, this.draft);
    const label = squareLabels(situation, targets);
    stage.scene.cells.show(this.text('tortus.board'), label, targets, homeOf(view));
    stage.scene.stand(view, this.players, this.draft.pawn);
    const preview = previewOf(situation);
    const lines = inLine(situation, this.draft);
    for (const [square, cell] of stage.scene.cells.cells) {
      cell.classList.toggle('chosen', square === preview.square);
      cell.classList.toggle('astray', lines.size > 0 && !lines.has(square));
    }
    stage.ghost.show(preview, decisionOf(situation, this.draft) !== null && !this.busy);
    stage.scene.layers.signs.append(...drawPlan(this.#plan, stage.scene.facing));
    const cards = cardsOf(situation);
    this.panel.hand.show(cards, this.text('tortus.hand'));
    // Where no tile can be used, no tile should look worse than the others.
    this.panel.hand.element.classList.toggle(
      'idle',
      cards.every((card) => card.blocked !== null),
    );
    this.panel.show(panelState(situation));
    this.moments.count(chainOf(view));
    this.element.classList.toggle('composing', view.choices !== null);
    this.say(draftWords(situation) ?? '');
  }

  #rotation() {
    const situation = this.#situation();
    return situation && rotationOf(situation, this.draft);
  }

  /**
   * Handles the choice of a square by a finger, a mouse or a key. Returns whether it had an effect.
   *
   * @param {string} square the chosen square
   */
  #tap(square) {
    const situation = this.#situation();
    if (!situation || this.busy) return false;
    const next = tap(situation, this.draft, square);
    if (next === this.draft) {
      const tried = triedAt(situation, this.draft, square);
      if (tried) void this.send(tried);
      return tried !== null;
    }
    const atOnce = isAtOnce(situation, next);
    // A move that needs no confirmation is announced when it has happened.
    if (atOnce) this.said = draftWords({ ...situation, draft: next }) ?? '';
    this.compose(next);
    if (atOnce) this.commit();
    return true;
  }

  /** @param {number} place */
  #take(place) {
    const situation = this.#situation();
    if (!situation || this.busy) return false;
    const blocked = cardsOf(situation)[place]?.blocked ?? null;
    if (blocked !== null) this.#tell(blocked);
    return blocked !== null || this.compose(take(situation, this.draft, place));
  }

  /**
   * Replaces the draft, and clears the explanation of an earlier attempt.
   *
   * @override
   * @param {Draft} draft
   */
  compose(draft) {
    const told = this.#told;
    this.#told = null;
    this.#plan = [];
    if (super.compose(draft)) return true;
    if (told !== null) this.render();
    return false;
  }

  /** @override */
  askedAnew() {
    this.#told = null;
    this.#plan = [];
  }

  /**
   * Assembles a decision as a proposal, and shows the rest of its turn.
   *
   * @override
   * @param {TortusAction} action
   * @param {readonly TortusAction[]} [rest]
   */
  propose(action, rest = []) {
    if (this.busy) return;
    this.#plan = rest;
    super.propose(action);
    this.render();
  }

  /** @param {ActionKind} kind */
  #begin(kind) {
    const situation = this.#situation();
    return situation !== null && !this.busy && this.compose(begin(situation, this.draft, kind));
  }

  /**
   * Explains why a pressed action is not possible.
   *
   * @param {ActionKind} kind
   */
  #refuse(kind) {
    const situation = this.#situation();
    if (situation && !this.busy) this.#tell(whyNotPossible(situation, kind));
  }

  /**
   * Handles a press of the commit button while the draft is incomplete. Where the draft would
   * change nothing, the decision is sent and the server explains the rejection.
   */
  #tryIt() {
    const situation = this.#situation();
    const tried = situation && triedSo(situation, this.draft);
    if (tried) void this.send(tried);
  }

  /** @param {string} why the reason why an attempt is not possible */
  #tell(why) {
    this.announce(why);
    this.#told = why;
    this.render();
  }

  /** Turns the board round, and remembers the choice. */
  #flip() {
    const focused = focusedIn(this.element);
    this.#turnedRound = !this.#turnedRound;
    rememberTurnedRound(this.#turnedRound);
    if (!this.shown) return false;
    this.draw({ ...this.shown, still: true });
    this.render();
    if (focused !== null) this.stage?.scene.cells.focus(focused);
    return true;
  }

  /** Returns the visible trace of the turns. */
  #trace() {
    const { view, events = [] } = /** @type {Shown<View>} */ (this.shown);
    return traceOf(events, view, this.players.own);
  }

  /** @param {1 | -1} by */
  #turn(by) {
    const situation = this.#situation();
    return situation !== null && !this.busy && this.compose(turned(situation, this.draft, by));
  }

  /**
   * Turns the chosen tile. Without one, it chooses the tile on the focused square, or starts the
   * action that turns a tile.
   *
   * @param {1 | -1} by
   */
  #turnByKey(by) {
    if (this.#turn(by)) return true;
    const situation = this.#situation();
    const square = focusedIn(this.element);
    if (!situation || this.busy) return false;
    if (square === null || !isRotatable(situation, square)) return this.#begin('rotate');
    return this.compose(turned(situation, { ...NOTHING, kind: 'rotate', square }, by));
  }

  /** Ends the sequence of a pawn's steps, or asks whether to end the turn. */
  #end() {
    const { choices } = this.shown?.view ?? {};
    if (choices?.type === 'flow') {
      void this.send({ type: 'stop' });
      return true;
    }
    return this.draft.kind !== 'end' && this.#beginByKey('end');
  }

  /**
   * Starts an action by key. An action that needs no square moves the focus to the commit button,
   * wherever on the page the key was pressed.
   *
   * @param {ActionKind} kind
   */
  #beginByKey(kind) {
    const begun = this.#begin(kind);
    if (begun && (this.draft.kind === 'end' || this.draft.kind === 'draw'))
      this.panel.commit.element.focus();
    return begun;
  }

  /** Handles Enter: chooses the focused square, or commits the decision. */
  #confirm() {
    const square = focusedIn(this.element);
    const situation = this.#situation();
    if (!situation) return false;
    const ready = decisionOf(situation, this.draft) !== null;
    const at =
      situation.view.choices?.type === 'fill' ? situation.view.choices.square : this.draft.square;
    if (ready && (square === null || square === at || at === null)) return this.commit();
    if (square !== null && this.#tap(square)) return true;
    return this.commit();
  }

  #undo() {
    const before = undone(this.draft);
    if (before !== NOTHING) return this.compose(before);
    if (JSON.stringify(this.draft) === JSON.stringify(NOTHING)) return false;
    const focused = this.hasFocus();
    this.compose(NOTHING);
    if (focused) this.refocus();
    return true;
  }

  /** Takes back the last decision of the turn. Returns whether there is one. */
  #takeBack() {
    const situation = this.#situation();
    if (!situation || !panelState(situation).undo) return false;
    void this.takeBack();
    return true;
  }

  /** @override */
  draftedSquare() {
    return this.draft.square;
  }

  /** @override */
  decision() {
    const situation = this.#situation();
    return situation && decisionOf(situation, this.draft);
  }

  /**
   * @override
   * @param {TortusAction} action
   */
  draftFor(action) {
    return draftFor(action);
  }

  /**
   * Returns whether the action is an offer of a draw. It changes nothing on the board, and the turn
   * goes on.
   *
   * @override
   * @param {TortusAction} action
   */
  isAside(action) {
    return action.type === 'draw';
  }

  /**
   * @override
   * @param {TortusAction} action
   */
  async send(action) {
    if (this.busy) return;
    await super.send(action);
    if (this.isAside(action)) this.compose(NOTHING);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    if (!this.stage) return;
    const square = this.stage.scene.facing.squareAt(pointIn(this.stage.scene.root, event));
    const leads = this.shown?.view.choices != null && this.#tap(square);
    this.look.pressed(event, square, leads);
  }

  /**
   * Returns the tip of a square: its tile, its marks and its position.
   *
   * @param {string} square
   */
  #tipOf(square) {
    const situation = this.#situation();
    const cell = this.stage?.scene.cells.cells.get(square);
    if (!situation || !cell) return null;
    const words = tipWords(square, targetAt(situation.view.choices, this.draft, square), situation);
    return { words, box: cell.getBoundingClientRect() };
  }
}
