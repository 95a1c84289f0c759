/**
 * The board of Tortus. It shows views and lets a player prepare a decision.
 *
 * @import {AnyView, TortusAction} from '../../protocol.js'
 * @import {Board, Shown, BoardContext} from '../modules.js'
 * @import {Draft} from './draft.js'
 * @import {Situation} from './status.js'
 */
import { pointIn } from '../../lib/dom.js';
import { BoardController } from '../board-controller.js';
import { walkMs } from '../drawing.js';
import { stepTime } from '../pace.js';
import { listenToWheel } from '../wheel.js';
import { Composer } from './composer.js';
import { decisionOf, NOTHING, reconcile, rotationOf } from './draft.js';
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
import { askedWords, cardsOf, draftWords, panelState } from './status.js';
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
export class TortusBoard extends BoardController {
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
    const composer = new Composer(this);
    this.composer = composer;
    this.panel = new Panel(this.text, {
      take: (place) => composer.take(place),
      confirm: (place) => (place === this.draft.hand ? this.commit() : composer.take(place)),
      begin: (kind) => composer.begin(kind),
      turn: (by) => composer.turn(by),
      commit: () => this.commit(),
      refused: (kind) => composer.refuse(kind),
      unready: () => composer.tryIt(),
      flip: () => this.flip(),
      legend: () => showLegend(this.text),
      end: () => composer.end(),
      takeBack: () => composer.takeBack(),
    });
    this.moments = new Moments(this.text);
    this.look = new Look(this.square, {
      changed: () => this.render(),
      tipOf: (square) => this.#tipOf(square),
    });
    this.assemble(this.panel.element, keysOf(this), {
      help: this.panel.keys,
      before: this.panel.flip,
    });
    listenToWheel(this.element, {
      takes: (over) => {
        const situation = this.situation();
        const rotation = situation && rotationOf(situation, this.draft);
        return rotation !== null && over.closest('.board-picture, .board-hand') !== null;
      },
      turn: (by) => composer.turn(by),
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
    const situation = this.situation();
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
    const situation = this.situation();
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
  situation() {
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
    const situation = this.situation();
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

  /** @param {string} why the reason why an attempt is not possible */
  tell(why) {
    this.announce(why);
    this.#told = why;
    this.render();
  }

  /** Turns the board round, and remembers the choice. */
  flip() {
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

  /** @override */
  draftedSquare() {
    return this.draft.square;
  }

  /** @override */
  decision() {
    const situation = this.situation();
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
    const leads = this.shown?.view.choices != null && this.composer.tap(square);
    this.look.pressed(event, square, leads);
  }

  /**
   * Returns the tip of a square: its tile, its marks and its position.
   *
   * @param {string} square
   */
  #tipOf(square) {
    const situation = this.situation();
    const cell = this.stage?.scene.cells.cells.get(square);
    if (!situation || !cell) return null;
    const words = tipWords(square, targetAt(situation.view.choices, this.draft, square), situation);
    return { words, box: cell.getBoundingClientRect() };
  }
}
