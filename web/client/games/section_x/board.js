/**
 * The board of Section X. It shows views and lets a player prepare a decision.
 *
 * @import {AnyView, SectionXAction, SectionXEvent, SectionXIllegal, SectionXKind} from '../../protocol.js'
 * @import {Board, Shown, BoardContext} from '../modules.js'
 * @import {Draft, Tool} from './draft.js'
 * @import {AnswerState} from './panel.js'
 * @import {Plan} from './plan.js'
 * @import {Finger, Pressed} from './press.js'
 * @import {Mark, Turn} from './turns.js'
 * @import {Situation} from './status.js'
 */
import { inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { lastWhere } from '../../lib/last.js';
import { BoardController } from '../board-controller.js';
import { cellAt, WIDE } from '../hexes.js';
import { AutoDraw, drawnFrom, isWhereTheyAre } from './auto-draw.js';
import { briefWords, whyBrief } from './brief.js';
import { cellWords } from './cell-words.js';
import { decisionOf, NOTHING, reconcile, turn } from './draft.js';
import { Ghost } from './ghost.js';
import { keysOf } from './keys.js';
import { drawLegend } from './legend.js';
import { Panel } from './panel.js';
import { planOf } from './plan.js';
import { press } from './press.js';
import { draftFor } from './proposal.js';
import { draftWords } from './prose.js';
import { Rounds } from './rounds.js';
import { Scene } from './scene.js';
import { Sight } from './sight.js';
import { sketchOf } from './sketch.js';
import { losesByEnding, panelState, standingsOf } from './status.js';
import { cellsOf } from './targets.js';
import { drawLeft } from './tiles-left.js';
import { pointOf } from './trail.js';
import { leftIn, lossIn, marksFor, recent, turnsIn } from './turns.js';
import { sayIllegal } from './words.js';

export { figures } from './figures.js';
export { proposal } from './proposal.js';
export { soundsOf } from './sounds.js';
export { ending, refusal, sentence } from './words.js';

/** @typedef {Extract<AnyView, { game: 'section_x' }>} View */

/** Half the width of the area that a finger covers, in pixels. */
const FINGER = 22;
/** The bounds of the distance within which a press hits something small, in the drawing's units. */
const REACH = { least: 22, most: WIDE / 2 };

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
class SectionXBoard extends BoardController {
  /** @type {Plan | null} */
  #plan = null;
  /** @type {readonly (SectionXKind | null)[]} */
  #stock = [];
  /** The turns of the round; the current one comes last. @type {readonly Turn[]} */
  #turns = [];
  /** The marks of what the other players have done. @type {readonly Mark[]} */
  #marks = [];
  /**
   * The reason why the last attempt is not possible.
   *
   * @type {{ brief: string, prose: string } | null}
   */
  #told = null;
  /** @type {string | null} the cell that has the keyboard focus */
  #looked = null;
  /** Whether the viewer had a question to answer in the last view. */
  #asked = false;
  /** The number of milliseconds until the viewer has seen the end of a round. */
  #falling = 0;

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
    this.#auto = context.quick ? new AutoDraw() : null;
    this.words = { text, name: this.players.name };
    this.panel = new Panel(text, {
      press: (key) => this.#pressStock(Number.parseInt(key, 10)),
      confirm: (key) => this.#confirmStock(Number.parseInt(key, 10)),
      look: () => {},
      draw: (pile) => void this.send({ type: 'draw', pile }),
      turn: (by, other) => this.#turn(by, other),
      door: () => this.#chooseDoor(),
      answer: (answer) => this.#answer(answer),
      skip: () => void this.send({ type: 'skip_tile' }),
      end: () => this.#endTurn(),
      takeBack: () => this.#takeBack(),
      commit: () => this.commit(),
    });
    this.sight = new Sight(text);
    this.rounds = new Rounds(this.words, () => this.stage?.scene.cells.focus());
    this.panel.lookUp.append(
      this.#lookUp('section_x.left.title', (plan) => drawLeft(plan, text)),
      this.#lookUp('section_x.legend.title', (plan) => drawLegend(plan, this.players.colour, text)),
      this.panel.keys.element,
      this.rounds.again,
    );
    this.picture = html('div', { class: 'sx-picture' });
    this.square.append(this.picture, ...this.sight.elements, this.rounds.report.element);
    const keys = keysOf({
      choose: (index) => this.#chooseAt(index),
      prisoner: () => this.#nextPrisoner(),
      door: () => this.#chooseDoor(),
      turn: (by) => this.#turn(by, false),
      other: () => this.#turn(1, true),
      confirm: (onBoard) => this.#confirm(onBoard),
      end: () => this.#end(),
      undo: () => this.rounds.report.close() || this.#undo(),
      takeBack: () => this.#takeBack(),
      help: () => this.panel.keys.show(),
      zoom: (factor) => this.sight.zoom(factor),
      pan: (x, y) => this.sight.pan(x, y),
    });
    this.assemble(this.panel.element, keys, {
      help: this.panel.keys,
      before: this.panel.more,
    });
    for (const type of ['focusin', 'focusout']) {
      this.picture.addEventListener(type, () => this.#look());
    }
  }

  /**
   * Creates a button that opens a dialog with reference information.
   *
   * @param {string} key the key of the title's text
   * @param {(plan: Plan) => HTMLElement[]} draw draws the contents of the dialog
   */
  #lookUp(key, draw) {
    const title = this.text(key);
    const button = html(
      'button',
      { type: 'button', class: 'quiet', 'aria-haspopup': 'dialog' },
      title,
    );
    button.addEventListener('click', () => {
      if (!this.#plan) return;
      const content = html('div', { class: 'section-x sx-sheet' }, ...draw(this.#plan));
      void inform(this.text, title, [content], null);
    });
    return button;
  }

  /** Shows the reason why the cell with the keyboard focus cannot be chosen. */
  #look() {
    const cell = document.activeElement?.matches(':focus-visible')
      ? (this.stage?.scene.cells.focused ?? null)
      : null;
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
    this.#told = null;
  }

  /** @override */
  askedWords() {
    const situation = this.#situation();
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
    const before = this.#stock;
    this.#plan = view ? planOf(view) : null;
    this.#stock = (own === null ? null : view?.players[own]?.stock) ?? [];
    this.#turns = this.shown ? turnsIn(eventsIn(this.shown)) : [];
    const situation = this.#situation();
    if (!situation) return this.draft;
    const draft = same ? this.draft : { ...this.draft, sure: false };
    return reconcile({ ...situation, draft }, before);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   */
  draw({ view, still = false }) {
    const { scene } = this.#stageFor(view);
    this.#falling = scene.show(view, this.players, still);
    const plan = this.#plan;
    if (!plan) return;
    const { own, name, colour } = this.players;
    const before = new Set(this.#marks.map((mark) => JSON.stringify(mark)));
    this.#marks = marksFor(this.#turns, own, plan);
    scene.showTrail(this.#marks, colour);
    const fresh = lastWhere(this.#marks, (mark) => !before.has(JSON.stringify(mark)));
    if (!fresh) return;
    const label = this.text('section_x.pointer', { name: name(fresh.seat) });
    this.sight.point(pointOf(fresh, plan), colour(fresh.seat), label);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   * @param {Shown<View> | null} before
   */
  drawn(shown, before) {
    const { view } = shown;
    this.rounds.show(eventsIn(shown), view, {
      first: before === null,
      wait: this.#falling,
      colour: this.players.colour,
      focused: () => this.hasFocus(),
    });
    if (before?.view.turns !== view.turns || before.view.round !== view.round) this.sight.begin();
    this.#see();
    // A result concerns the whole board.
    if (before?.view.outcome === null && view.outcome !== null) this.sight.zoom(0);
    const pile = this.#drawsFrom();
    if (pile === null || this.busy) return;
    this.#auto?.drew();
    void this.send({ type: 'draw', pile });
  }

  /**
   * Returns the pile from which a tile is drawn on behalf of the viewer, or `null` where the viewer
   * draws.
   */
  #drawsFrom() {
    const { view, seats, you } = this.shown ?? {};
    const { own } = this.players;
    if (!view || own === null || seats?.[own]?.away || !this.#auto?.isHere) return null;
    return isWhereTheyAre(you?.tabs ?? 1, document.hasFocus()) ? drawnFrom(view) : null;
  }

  /** Moves the visible part of the board to the draft. */
  #see() {
    const situation = this.#situation();
    if (situation) this.sight.show(situation);
  }

  /** @override */
  focusAsked() {
    const { report } = this.rounds;
    if (!report.open) return this.panel.focus();
    report.button.focus({ preventScroll: true });
    return true;
  }

  /** @override */
  dispose() {
    this.rounds.dispose();
    this.#auto?.dispose();
    super.dispose();
  }

  /** @param {View} view */
  #stageFor(view) {
    if (this.stage?.scene.radius === view.radius) return this.stage;
    const scene = new Scene(
      view,
      () => this.sight.changed(),
      (zone) => this.text('section_x.zone', { zone: zone + 1 }),
    );
    const ghost = new Ghost(scene.layers, () => this.commit());
    scene.root.addEventListener('click', (event) => this.#onClick(event));
    const stage = this.setStage({ scene, ghost }, this.picture);
    this.sight.attach(scene.zoom);
    return stage;
  }

  /** @override */
  render() {
    const situation = this.#situation();
    if (!situation || !this.stage) return;
    const { plan, choices, own } = situation;
    const { scene, ghost } = this.stage;
    ghost.show(sketchOf(situation), !this.busy);
    const { tool } = this.draft;
    const movable = new Set(
      tool === null || tool.type === 'prisoner'
        ? choices?.steps.flatMap((one) => (one.to.length > 0 ? one.prisoners : []))
        : [],
    );
    scene.prisoners.mark(plan, {
      movable: (one) => one.seat === own && movable.has(one.number),
      chosen: (one) => one.seat === own && tool?.type === 'prisoner' && tool.number === one.number,
    });
    scene.cells.show(
      this.text('section_x.board'),
      (cell) => cellWords(situation, cell, own, this.words),
      new Set(cellsOf(situation)),
      null,
    );
    this.#renderPanel();
    this.element.classList.toggle('composing', choices !== null);
    this.say(this.#told?.prose ?? draftWords(situation));
  }

  #renderPanel() {
    const situation = this.#situation();
    if (!situation) return;
    const { plan } = situation;
    this.panel.show(
      panelState(situation),
      standingsOf(plan.view, this.players.name),
      this.players.colour,
      plan.sections,
    );
  }

  /** @returns {Situation | null} */
  #situation() {
    const view = this.shown?.view;
    if (!view || !this.#plan) return null;
    return {
      plan: this.#plan,
      choices: view.choices,
      draft: this.draft,
      stock: this.#stock,
      own: this.players.own,
      busy: this.busy,
      told: this.#told,
      looked: this.#looked,
      takeBack: this.shown?.takeBack ?? 0,
      left: leftIn(this.#turns, this.players.own),
      loss: lossIn(
        [...recent(this.#turns, this.players.own), ...this.#turns.slice(-1)],
        this.players.own,
      ),
      text: this.text,
      name: this.players.name,
      colour: this.players.colour,
    };
  }

  /**
   * @override
   * @param {Partial<Draft>} part
   */
  change(part) {
    this.#told = null;
    const changed = super.change({ sure: false, ...part });
    this.#see();
    return changed;
  }

  /** @param {Tool | null} tool */
  #choose(tool) {
    this.change({ ...NOTHING, tool });
  }

  /** @param {number} at */
  #pressStock(at) {
    const { tool, to } = this.draft;
    const again = tool?.type === 'stock' && tool.at === at;
    // Clearing the last announcement makes a screen reader name the chosen tile even if it was
    // already chosen when it was drawn, or if it is identical to the previous one.
    if (!again || to === null) this.said = '';
    if (again) this.#turn(1, false);
    else if (this.shown?.view.choices?.tile?.place.some((one) => one.stock.includes(at)))
      this.#choose({ type: 'stock', at });
  }

  /** @param {number} at */
  #confirmStock(at) {
    const { tool } = this.draft;
    if (tool?.type === 'stock' && tool.at === at && this.commit()) return;
    this.#pressStock(at);
  }

  /** @param {number} index */
  #chooseAt(index) {
    const { choices } = this.shown?.view ?? {};
    if (choices?.draw.includes(index)) {
      void this.send({ type: 'draw', pile: index });
      return true;
    }
    if (this.#stock[index] === undefined) return false;
    this.#pressStock(index);
    return true;
  }

  /** Chooses the next prisoner that can move, and moves the focus to its cell. */
  #nextPrisoner() {
    const situation = this.#situation();
    const steps = situation?.choices?.steps.filter((one) => one.to.length > 0) ?? [];
    if (!situation || steps.length === 0) return false;
    const { tool } = this.draft;
    const at =
      tool?.type === 'prisoner'
        ? steps.findIndex((one) => one.prisoners.includes(tool.number))
        : -1;
    const number = steps[(at + 1) % steps.length]?.prisoners[0] ?? 0;
    // If only this prisoner can move, its announcement is repeated.
    this.said = '';
    this.#choose({ type: 'prisoner', number });
    const place = situation.plan.view.prisoners.find(
      (one) => one.seat === situation.own && one.number === number,
    )?.at;
    if (place !== undefined) this.stage?.scene.cells.focus(situation.plan.cellOf(place));
    return true;
  }

  #chooseDoor() {
    const { choices } = this.shown?.view ?? {};
    if (!choices?.doors.some((one) => one.from === null)) return false;
    const { tool } = this.draft;
    this.#choose(tool?.type === 'door' && tool.from === null ? null : { type: 'door', from: null });
    return true;
  }

  /** @param {AnswerState} answer */
  #answer({ key, action }) {
    if (action !== null) void this.send(action);
    else this.change({ ...NOTHING, tool: { type: 'give' }, to: key });
  }

  /**
   * @param {1 | -1} by
   * @param {boolean} other
   */
  #turn(by, other) {
    const situation = this.#situation();
    if (!situation || this.draft.tool === null) return false;
    const after = turn(situation, by, other);
    if (after === this.draft) return false;
    this.change(after);
    return true;
  }

  #undo() {
    const before = this.draft;
    if (before.tool === null && !before.sure && this.#told === null) return false;
    // The first press clears the destination, the second one the chosen tool.
    this.change(before.to !== null && before.tool?.type === 'stock' ? { to: null } : NOTHING);
    return true;
  }

  /** Takes back the last decision of the turn, where the server allows it. */
  #takeBack() {
    const situation = this.#situation();
    if (!situation || panelState(situation).takeBack === null || this.busy) return false;
    this.change(NOTHING);
    void this.takeBack();
    return true;
  }

  /** Skips the tile action, or ends the turn. */
  #end() {
    const { choices } = this.shown?.view ?? {};
    if (choices?.skip_tile) void this.send({ type: 'skip_tile' });
    else if (choices?.end_turn) this.#endTurn();
    else return false;
    return true;
  }

  #endTurn() {
    const situation = this.#situation();
    if (!situation || this.busy) return;
    if (this.draft.sure || !losesByEnding(situation)) void this.send({ type: 'end_turn' });
    else this.change({ ...NOTHING, sure: true });
  }

  /**
   * Handles Enter: presses the focused cell, or commits the decision.
   *
   * @param {boolean} onBoard whether a cell of the board has the focus
   */
  #confirm(onBoard) {
    const cell = onBoard ? (this.stage?.scene.cells.focused ?? null) : null;
    const { to, tool } = this.draft;
    const there =
      to !== null && cell !== null && (to === cell || (this.#plan?.isAt(to, cell) ?? false));
    // A draft that was prepared elsewhere by keys can be committed from its own destination. On
    // another focused cell, Enter presses that cell first.
    if (cell !== null && !there && !(tool?.type === 'prisoner' && to !== null))
      return this.#pressCell(cell, null);
    if (this.draft.sure) {
      this.#endTurn();
      return true;
    }
    return tool !== null && this.commit();
  }

  /** @override */
  decision() {
    const situation = this.#situation();
    return situation && decisionOf(situation);
  }

  /**
   * @override
   * @param {SectionXAction} action
   */
  draftFor(action) {
    const situation = this.#situation();
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
    if (!this.busy) this.#told = null;
    return super.send(action);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const scene = this.stage?.scene;
    if (!scene || !this.shown?.view.choices) return;
    const point = scene.zoom.pointAt(event.clientX, event.clientY);
    const cell = cellAt(point, scene.radius);
    if (cell === null) return;
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    const covered = touch ? FINGER / scene.zoom.scale : 0;
    const reach = Math.max(REACH.least, Math.min(REACH.most, covered));
    this.#pressCell(cell, { point, reach });
  }

  /**
   * @param {string} cell
   * @param {Finger | null} finger
   */
  #pressCell(cell, finger) {
    const situation = this.#situation();
    if (!situation?.choices || this.busy) return false;
    this.#take(press(situation, cell, finger));
    return true;
  }

  /** @param {Pressed} pressed */
  #take({ draft, send, ask, why, which = false }) {
    this.change(draft);
    if (why) this.#tell(why);
    if (which) this.#tellWhich();
    if (send) void this.send(send);
    // Only the server knows the reason. It rejects the decision with an explanation like any other.
    else if (ask) void this.send(ask);
  }

  /** @param {readonly SectionXIllegal[]} why */
  #tell(why) {
    this.#told = {
      brief: whyBrief(why, this.words),
      prose: why.map((one) => sayIllegal(one, this.words)).join(' '),
    };
    this.render();
  }

  /** Explains that several prisoners can go to the pressed place. */
  #tellWhich() {
    const words = this.text('section_x.brief.which');
    this.#told = { brief: words, prose: words };
    this.render();
  }
}
