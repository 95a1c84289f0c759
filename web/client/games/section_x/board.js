/**
 * The board of Section X. It shows views and lets a player prepare a decision.
 *
 * @import {AnyView, SectionXAction, SectionXEvent, SectionXKind} from '../../protocol.js'
 * @import {Board, Shown, BoardContext} from '../modules.js'
 * @import {Draft} from './draft.js'
 * @import {Plan} from './plan.js'
 * @import {Mark, Turn} from './turns.js'
 * @import {Situation} from './status.js'
 */
import { html } from '../../lib/dom.js';
import { lastWhere } from '../../lib/last.js';
import { BoardController } from '../board-controller.js';
import { walkMs } from '../drawing.js';
import { stepTime } from '../pace.js';
import { AutoDraw } from './auto-draw.js';
import { briefWords } from './brief.js';
import { Collapses } from './collapses.js';
import { Composer } from './composer.js';
import { decisionOf, NOTHING, reconcile } from './draft.js';
import { Ghost } from './ghost.js';
import { keysOf } from './keys.js';
import { lookUpButtons } from './look-ups.js';
import { Panel } from './panel.js';
import { planOf } from './plan.js';
import { Pointer } from './pointer.js';
import { draftFor } from './proposal.js';
import { draftWords } from './prose.js';
import { Rounds } from './rounds.js';
import { Scene } from './scene.js';
import { Searchlights } from './searchlights.js';
import { showDraft } from './show-draft.js';
import { Sight } from './sight.js';
import { alarmOf, Siren } from './siren.js';
import { panelState, standingsOf } from './status.js';
import { pointOf } from './trail.js';
import { sayTurned } from './turned.js';
import { leftIn, lossIn, marksFor, recent, turnsIn } from './turns.js';
import { zoneWords } from './words.js';

export { figures } from './figures.js';
export { proposal } from './proposal.js';
export { soundsOf } from './sounds.js';
export { ending, refusal, sentence } from './words.js';

/** @typedef {Extract<AnyView, { game: 'section_x' }>} View */

/**
 * The longest time in milliseconds that the moves of all other players take between two turns of
 * the viewer.
 */
const OTHERS_MS = 3_000;

/** Returns no hand, because stocks are hidden from the other players. */
export function handOf() {
  return null;
}

/**
 * Creates a board that does not show a view yet.
 *
 * @param {BoardContext} context
 * @returns {Board<View>}
 */
export function createBoard(context) {
  return new SectionXBoard(context);
}

/**
 * Returns the events of the game.
 *
 * @param {Shown<View>} shown
 * @returns {readonly SectionXEvent[]}
 */
function eventsIn({ events = [] }) {
  return events.filter((event) => event.game === 'section_x');
}

/** @extends {BoardController<View, Draft, SectionXAction, { scene: Scene, ghost: Ghost }>} */
export class SectionXBoard extends BoardController {
  /** @type {Plan | null} */
  plan = null;
  /** @type {readonly (SectionXKind | null)[]} */
  stock = [];
  /** The turns of the round; the current one comes last. @type {readonly Turn[]} */
  #turns = [];
  /** The marks of what the other players have done. @type {readonly Mark[]} */
  #marks = [];
  /** @type {string | null} the cell that has the keyboard focus */
  #looked = null;
  /** Whether the viewer had a question to answer in the last view. */
  #asked = false;
  /** @override */
  boardKeys = 'port';

  /** @type {Collapses} */
  #collapses;
  /** @type {Pointer} */
  #pointer;
  /** @type {ResizeObserver} */
  #size;
  /**
   * Draws tiles on behalf of an active player; `null` where the context allows no automatic
   * decisions, as in lessons.
   *
   * @type {AutoDraw | null}
   */
  #auto;

  /** @param {BoardContext} context */
  constructor(context) {
    super(context, 'section_x', NOTHING);
    const { text } = this;
    const composer = new Composer(this);
    this.composer = composer;
    this.#auto = context.quick ? new AutoDraw() : null;
    const isTurned = () => this.stage?.scene.turned === true;
    this.words = { text: sayTurned(text, isTurned), name: this.players.name };
    this.panel = new Panel(text, {
      press: (key) => composer.pressStock(Number.parseInt(key, 10)),
      confirm: (key) => composer.confirmStock(Number.parseInt(key, 10)),
      look: () => {},
      draw: (pile) => void this.send({ type: 'draw', pile }),
      turn: (by, other) => composer.turn(by, other),
      begin: (action) => composer.begin(action),
      refused: () => composer.refuse(),
      drag: (key) => this.#pointer.dragOf(Number.parseInt(key, 10)),
      answer: (answer) => composer.answer(answer),
      skip: () => void this.send({ type: 'skip_tile' }),
      end: () => composer.endTurn(),
      takeBack: () => composer.takeBack(),
      commit: () => this.commit(),
    });
    this.sight = new Sight(text);
    this.rounds = new Rounds(this.words, () => this.stage?.scene.cells.focus());
    this.panel.lookUp.append(...lookUpButtons(this), this.panel.keys.element, this.rounds.again);
    this.picture = html('div', { class: 'sx-picture' });
    this.siren = new Siren(this.words);
    this.lights = new Searchlights();
    this.square.append(this.picture, this.lights.element, this.siren.element, this.rounds.element);
    this.panel.element.prepend(this.sight.buttons.element);
    this.assemble(this.panel.element, keysOf(this), {
      help: this.panel.keys,
      before: this.panel.more,
    });
    for (const type of ['focusin', 'focusout']) {
      this.picture.addEventListener(type, () => this.#look());
    }
    this.#collapses = new Collapses(this);
    this.#pointer = new Pointer(this);
    this.#size = new ResizeObserver(() => {
      if (this.#turn(this.square)) this.render();
    });
    this.#size.observe(this.square);
  }

  /**
   * Turns the board where the space for it is higher than wide. Returns whether this is new.
   *
   * @param {{ offsetWidth: number, offsetHeight: number }} space
   */
  #turn({ offsetWidth: wide, offsetHeight: high }) {
    const turned = high > wide;
    if (wide === 0 || turned === this.stage?.scene.turned) return false;
    this.element.classList.toggle('turned', turned);
    this.sight.turn(turned);
    this.lights.place();
    return true;
  }

  /** Shows the reason why the cell with the keyboard focus cannot be chosen. */
  #look() {
    const cell = document.activeElement?.matches(':focus-visible')
      ? (this.stage?.scene.cells.focused ?? null)
      : null;
    this.element.classList.toggle('keyed', cell !== null);
    if (cell === this.#looked) return;
    this.#looked = cell;
    this.#renderPanel();
  }

  /**
   * @override
   * @param {View} view
   */
  countPlayers(view) {
    return view.players.length;
  }

  /** @override */
  askedAnew() {
    this.composer.told = null;
  }

  /** @override */
  askedWords() {
    const situation = this.situation();
    if (!situation) return '';
    const wasAsked = this.#asked;
    this.#asked = situation.choices !== null;
    if (this.#drawsFrom() !== null) return '';
    // The end of the viewer's own turn is announced, because the log has no line for it.
    const { tool } = situation.draft;
    // A drawn tile is chosen automatically, and its own announcement describes it.
    const isNews = this.#asked ? tool === null || tool.type === 'stock' : wasAsked;
    // A screen reader has already spoken the focused cell when it received the focus.
    return isNews ? briefWords({ ...situation, draft: NOTHING, looked: null, told: null }) : '';
  }

  /**
   * @override
   * @param {boolean} same
   */
  reconciled(same) {
    const view = this.shown?.view;
    const { own } = this.players;
    const before = this.stock;
    this.plan = view ? planOf(view) : null;
    this.stock = (own === null ? null : view?.players[own]?.stock) ?? [];
    this.#turns = this.shown ? turnsIn(eventsIn(this.shown)) : [];
    const situation = this.situation();
    if (!situation) return this.draft;
    const draft = same ? this.draft : { ...this.draft, sure: false };
    return reconcile({ ...situation, draft }, before);
  }

  /**
   * Returns a time that shrinks with each move of the other players since the viewer's own turn.
   *
   * @override
   * @param {Shown<View>} shown
   */
  paceOf({ view }) {
    const { own } = this.players;
    if (own === null || view.turn === own) return Number.POSITIVE_INFINITY;
    const events = recent(this.#turns, own).flatMap((turn) => turn.events);
    return stepTime(walkMs(), events.length, OTHERS_MS);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   */
  draw({ view, still = false }) {
    const { scene } = this.#stageFor(view);
    // The style sheet moves the prisoners.
    scene.layers.prisoners.style.setProperty('--walk', `${walkMs().toFixed(0)}ms`);
    scene.show(view, this.players, still);
    const plan = this.plan;
    if (!plan) return;
    const { own, colour } = this.players;
    const before = new Set(this.#marks.map((mark) => JSON.stringify(mark)));
    this.#marks = marksFor(this.#turns, own, plan);
    scene.showTrail(this.#marks, colour);
    const fresh = lastWhere(this.#marks, (mark) => !before.has(JSON.stringify(mark)));
    if (fresh) this.sight.watch(pointOf(fresh, plan));
  }

  /**
   * @override
   * @param {Shown<View>} shown
   * @param {Shown<View> | null} before
   */
  drawn(shown, before) {
    const { view } = shown;
    // The viewer may have ended a collapse since it was drawn.
    const falling = this.stage?.scene.fallsFor() ?? 0;
    this.rounds.show(eventsIn(shown), view, {
      first: before === null,
      wait: falling,
      own: this.players.own,
      colour: this.players.colour,
    });
    this.siren.show(view, this.players.colour, falling);
    const { lit, last } = alarmOf(view);
    this.lights.warn(last, falling);
    if (lit > 0 || view.last_turn) void this.#collapses.fetch();
    if (before?.view.turns !== view.turns || before.view.round !== view.round)
      this.sight.begin(view.turn === this.players.own);
    this.#see();
    // A result concerns the whole board.
    if (before?.view.outcome === null && view.outcome !== null) this.sight.zoom(0);
    this.composer.walkOn();
    const pile = this.#drawsFrom();
    if (pile === null || this.busy) return;
    this.#auto?.drew();
    void this.send({ type: 'draw', pile });
  }

  /** Returns the pile from which a tile is drawn on behalf of the viewer, or `null`. */
  #drawsFrom() {
    return (this.shown && this.#auto?.pileFor(this.shown, this.players.own)) ?? null;
  }

  /** Moves the visible part of the board to the draft. */
  #see() {
    const situation = this.situation();
    // Nothing moves under a pointer that drags something.
    if (situation && !this.#pointer.carries) this.sight.show(situation);
  }

  /** @override */
  focusAsked() {
    return this.panel.focus();
  }

  /** @override */
  dispose() {
    this.rounds.dispose();
    this.#collapses.dispose();
    this.#auto?.dispose();
    this.#size.disconnect();
    super.dispose();
  }

  /** @param {View} view */
  #stageFor(view) {
    if (this.stage?.scene.radius === view.radius) return this.stage;
    // The size is read before the board is drawn, whose layout takes a while.
    const { offsetWidth, offsetHeight } = this.square;
    const scene = new Scene(
      view,
      () => {
        this.sight.changed();
        this.lights.place();
      },
      (zone) => zoneWords(zone, this.text),
    );
    const ghost = new Ghost(
      scene.layers,
      () => this.commit(),
      () => this.composer.turn(1, false),
    );
    this.#pointer.watch(scene);
    const stage = this.setStage({ scene, ghost }, this.picture);
    this.sight.attach(scene);
    this.lights.attach(scene.layers.yard);
    this.#turn({ offsetWidth, offsetHeight });
    return stage;
  }

  /** @override */
  render() {
    const situation = this.situation();
    if (!situation || !this.stage) return;
    showDraft(this.stage, situation, this.words);
    this.#renderPanel();
    this.element.classList.toggle('composing', situation.choices !== null);
    this.say(this.composer.told?.prose ?? draftWords(situation));
  }

  #renderPanel() {
    const situation = this.situation();
    if (!situation) return;
    const { plan } = situation;
    this.panel.show(
      panelState(situation),
      standingsOf(plan.view, this.players.name),
      this.players.colour,
      plan.sections,
    );
  }

  /**
   * Returns all that the descriptions of the board and the composer need, or `null` before the
   * first view.
   *
   * @returns {Situation | null}
   */
  situation() {
    const view = this.shown?.view;
    if (!view || !this.plan) return null;
    return {
      plan: this.plan,
      choices: view.choices,
      draft: this.draft,
      stock: this.stock,
      own: this.players.own,
      busy: this.busy,
      told: this.composer.told,
      looked: this.#looked,
      takeBack: this.shown?.takeBack ?? 0,
      left: leftIn(this.#turns, this.players.own),
      loss: lossIn(
        [...recent(this.#turns, this.players.own), ...this.#turns.slice(-1)],
        this.players.own,
      ),
      ...this.words,
      colour: this.players.colour,
    };
  }

  /**
   * @override
   * @param {Partial<Draft>} part
   */
  change(part) {
    this.composer.told = null;
    const changed = super.change({ sure: false, at: null, ...part });
    this.#see();
    return changed;
  }

  /** @override */
  draftedSquare() {
    const { tool, to } = this.draft;
    const { cells } = this.stage?.scene ?? {};
    const squares = [to, tool?.type === 'tile' ? tool.cell : null];
    return squares.find((square) => square !== null && cells?.cells.has(square)) ?? null;
  }

  /** @override */
  decision() {
    const situation = this.situation();
    return situation && decisionOf(situation);
  }

  /**
   * @override
   * @param {SectionXAction} action
   */
  draftFor(action) {
    const situation = this.situation();
    return situation && draftFor(action, situation);
  }

  /**
   * @override
   * @param {SectionXAction} action
   */
  propose(action) {
    super.propose(action);
    this.#see();
  }

  /**
   * @override
   * @param {SectionXAction} action
   */
  send(action) {
    if (!this.busy) this.composer.told = null;
    if (action.type !== 'draw') this.rounds.close();
    return super.send(action);
  }
}
