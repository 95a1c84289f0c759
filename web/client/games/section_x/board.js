/**
 * The board of Section X: shows views, and lets a player put a decision together.
 *
 * @import {AnyView, SectionXAction, SectionXEvent, SectionXIllegal, SectionXKind} from '../../protocol.js'
 * @import {Board, Shown, BoardContext} from '../modules.js'
 * @import {Point} from '../squares.js'
 * @import {Draft, Tool} from './draft.js'
 * @import {AnswerState} from './panel.js'
 * @import {Pressed} from './press.js'
 * @import {Situation} from './status.js'
 */
import { html } from '../../lib/dom.js';
import { BoardController } from '../board-controller.js';
import { cellAt, middle, WIDE } from '../hexes.js';
import { STEP } from '../zoom.js';
import { cellWords } from './cell-words.js';
import { CollapseReport, fallenIn } from './collapse.js';
import { cellsOf, decisionOf, NOTHING, reconcile, turn } from './draft.js';
import { Ghost } from './ghost.js';
import { keysOf } from './keys.js';
import { Panel } from './panel.js';
import { planOf } from './plan.js';
import { press } from './press.js';
import { Scene } from './scene.js';
import { sketchOf } from './sketch.js';
import { draftWords, losesByEnding, panelState, standingsOf } from './status.js';
import { sayIllegal } from './words.js';
import { ZoomButtons } from './zoom-buttons.js';

export { figures } from './figures.js';
export { soundsOf } from './sounds.js';
export { ending, refusal, sentence } from './words.js';

/** @typedef {Extract<AnyView, { game: 'section_x' }>} View */

/** A cell that a finger hits well, in pixels; on smaller ones nothing is sent at the first touch. */
const FINGER = 44;

/** Stocks are hidden from all others. */
export function handOf() {
  return null;
}

/**
 * A board without a view yet.
 *
 * @param {BoardContext} context
 * @returns {Board<View>}
 */
export function createBoard(context) {
  return new SectionXBoard(context);
}

/**
 * What has happened in the game.
 *
 * @param {Shown<View>} shown
 * @returns {readonly SectionXEvent[]}
 */
function eventsIn({ events = [] }) {
  return events.filter((event) => event.game === 'section_x');
}

/** @extends {BoardController<View, Draft, SectionXAction, { scene: Scene, ghost: Ghost }>} */
class SectionXBoard extends BoardController {
  /** @type {ReturnType<typeof planOf> | null} */
  #plan = null;
  /** @type {readonly (SectionXKind | null)[]} */
  #stock = [];
  /** @type {string | null} why something can't be done */
  #told = null;
  /** @type {string | null} the cell that the keyboard's focus is on */
  #looked = null;
  #fallen = -1;
  /** Milliseconds until what the end of a round does has been seen. */
  #falling = 0;
  #reporting = 0;

  /** @param {BoardContext} context */
  constructor(context) {
    super(context, 'section_x', NOTHING);
    const { text } = this;
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
      commit: () => this.commit(),
    });
    this.zoomButtons = new ZoomButtons(text, (factor) => this.#zoom(factor));
    this.report = new CollapseReport(this.words, () => this.stage?.scene.cells.focus());
    this.again = html('button', { type: 'button', class: 'quiet sx-again', hidden: true });
    this.again.addEventListener('click', () => this.#report());
    this.panel.element.append(this.again);
    this.picture = html('div', { class: 'sx-picture' });
    this.square.append(this.picture, this.zoomButtons.element, this.report.element);
    const keys = keysOf({
      choose: (index) => this.#chooseAt(index),
      prisoner: () => this.#nextPrisoner(),
      door: () => this.#chooseDoor(),
      turn: (by) => this.#turn(by, false),
      other: () => this.#turn(1, true),
      confirm: (onBoard) => this.#confirm(onBoard),
      end: () => this.#end(),
      undo: () => this.report.close() || this.#undo(),
      help: () => this.panel.keys.show(),
      zoom: (factor) => this.#zoom(factor),
      pan: (x, y) => this.#pan(x, y),
    });
    this.assemble(this.panel.element, keys);
    for (const type of ['focusin', 'focusout']) {
      this.picture.addEventListener(type, () => this.#look());
    }
  }

  /** Shows why the cell under the keyboard's focus can't be chosen. */
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
    this.#falling = this.#stageFor(view).scene.show(view, this.players, still);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   * @param {Shown<View> | null} before
   */
  drawn(shown, before) {
    this.#tellFallen(shown, before === null, this.#falling);
  }

  /** @override */
  focusAsked() {
    if (!this.report.open) return this.panel.focus();
    this.report.button.focus({ preventScroll: true });
    return true;
  }

  /** @override */
  dispose() {
    clearTimeout(this.#reporting);
    super.dispose();
  }

  /** @param {View} view */
  #stageFor(view) {
    if (this.stage?.scene.radius === view.radius) return this.stage;
    const scene = new Scene(view, () => this.#zoomed());
    const ghost = new Ghost(scene.layers, () => this.commit());
    scene.root.addEventListener('click', (event) => this.#onClick(event));
    const stage = this.setStage({ scene, ghost }, this.picture);
    this.#zoomed();
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
      tool === null
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
    this.say(this.#told ?? draftWords(situation));
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
      text: this.text,
      name: this.players.name,
      colour: this.players.colour,
    };
  }

  /**
   * Shows what the end of a round has done, once it has been seen to happen; to who comes later it is offered.
   *
   * @param {Shown<View>} shown
   * @param {boolean} first whether nothing was shown before
   * @param {number} wait milliseconds
   */
  #tellFallen(shown, first, wait) {
    const fallen = fallenIn(eventsIn(shown), shown.view.round);
    const last = fallen.at(-1);
    this.again.hidden = last === undefined;
    if (last) this.again.textContent = this.text('section_x.collapse.again', { round: last.round });
    const before = this.#fallen;
    this.#fallen = fallen.length;
    if (fallen.length === 0) this.report.close();
    if (first || fallen.length <= before) return;
    clearTimeout(this.#reporting);
    this.#reporting = window.setTimeout(() => this.#report(), wait);
  }

  /** Shows what the end of the last round has done. */
  #report() {
    const shown = this.shown;
    if (!shown) return;
    const last = fallenIn(eventsIn(shown), shown.view.round).at(-1);
    if (!last) return;
    const focused = this.hasFocus();
    this.report.show(last, shown.view.players.length, this.players.colour);
    if (focused) this.report.button.focus({ preventScroll: true });
  }

  /**
   * @override
   * @param {Partial<Draft>} part
   */
  change(part) {
    this.#told = null;
    const changed = super.change({ sure: false, ...part });
    this.#reveal();
    return changed;
  }

  /** Brings what is put together into sight. */
  #reveal() {
    const { to, tool } = this.draft;
    const { scene } = this.stage ?? {};
    if (to === null || !scene || !this.#plan || scene.zoom.isWhole) return;
    const cell = tool?.type === 'stock' || tool?.type === 'tile' ? to : this.#plan.cellOf(to);
    scene.zoom.reveal(middle(cell, scene.radius), WIDE);
  }

  /** @param {Tool | null} tool */
  #choose(tool) {
    this.change({ ...NOTHING, tool });
  }

  /** @param {number} at */
  #pressStock(at) {
    const { tool } = this.draft;
    if (tool?.type === 'stock' && tool.at === at) this.#turn(1, false);
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

  /** Chooses the next prisoner that can move, and goes there. */
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
    // First where it was to go is taken back, then what was chosen.
    this.change(before.to !== null && before.tool?.type === 'stock' ? { to: null } : NOTHING);
    return true;
  }

  /** Leaves the tiles alone, or ends the turn. */
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
   * Enter: presses the cell that has the focus, or decides.
   *
   * @param {boolean} onBoard
   */
  #confirm(onBoard) {
    const cell = onBoard ? (this.stage?.scene.cells.focused ?? null) : null;
    const { to, tool } = this.draft;
    const there =
      to !== null && cell !== null && (to === cell || (this.#plan?.isAt(to, cell) ?? false));
    // What was put together by keys elsewhere is decided wherever the focus is; another cell comes first.
    if (cell !== null && !there && !(tool?.type === 'prisoner' && to !== null))
      return this.#pressCell(cell, null, false);
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
    this.#pressCell(cell, point, touch && WIDE * scene.zoom.scale < FINGER);
  }

  /**
   * @param {string} cell
   * @param {Point | null} point
   * @param {boolean} careful whether nothing is sent at the first press
   */
  #pressCell(cell, point, careful) {
    const situation = this.#situation();
    if (!situation?.choices || this.busy) return false;
    const pressed = press(situation, cell, point, careful);
    this.#take(pressed);
    return true;
  }

  /** @param {Pressed} pressed */
  #take({ draft, send, ask, why }) {
    this.change(draft);
    if (why) this.#tell(why);
    if (send) void this.send(send);
    // The server alone knows why not, and says it as it says any refusal.
    else if (ask) void this.send(ask);
  }

  /** @param {readonly SectionXIllegal[]} why */
  #tell(why) {
    this.#told = why.map((one) => sayIllegal(one, this.words)).join(' ');
    this.render();
  }

  /** @param {1 | -1 | 0} factor closer, less close, or the whole */
  #zoom(factor) {
    const zoom = this.stage?.scene.zoom;
    if (!zoom) return false;
    if (factor === 0) zoom.fit();
    else zoom.by(factor > 0 ? STEP : 1 / STEP);
    return true;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #pan(x, y) {
    const zoom = this.stage?.scene.zoom;
    if (!zoom || zoom.isWhole) return false;
    zoom.stride(x, y);
    return true;
  }

  #zoomed() {
    const zoom = this.stage?.scene.zoom;
    if (zoom) this.zoomButtons.show(zoom.closest, zoom.isWhole);
  }
}
