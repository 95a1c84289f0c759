/**
 * The board of Tsuro. It shows views and lets a player prepare a decision.
 *
 * @import {AnyView, TsuroAction, TsuroChoices} from '../../protocol.js'
 * @import {Board, Shown, BoardContext} from '../modules.js'
 * @import {At, DragEvents} from '../drag.js'
 * @import {Draft, Held} from './draft.js'
 * @import {Situation} from './status.js'
 */
import { pointIn } from '../../lib/dom.js';
import { BoardController } from '../board-controller.js';
import { isAround, SQUARE, squareAt } from '../squares.js';
import { listenToWheel } from '../wheel.js';
import {
  chosenOf,
  decisionOf,
  heldIn,
  isBlocked,
  NOTHING,
  portsOf,
  reconcile,
  switchPath,
  toggled,
  turn,
} from './draft.js';
import { facedBy, markBeside, nearestMark } from './geometry.js';
import { Ghost } from './ghost.js';
import { keysOf } from './keys.js';
import { Panel } from './panel.js';
import { draftFor } from './proposal.js';
import { Rim } from './rim.js';
import { Scene, targetOf } from './scene.js';
import { cardsOf, draftWords, panelState, previewOf } from './status.js';
import { ledOnWords, markWords } from './words.js';

export { figures } from './figures.js';
export { proposal } from './proposal.js';
export { handOf } from './small-hand.js';
export { soundsOf } from './sounds.js';
export { ending, sentence } from './words.js';

/** @typedef {Extract<AnyView, { game: 'tsuro' }>} View */

/**
 * Creates a board that does not show a view yet.
 *
 * @param {BoardContext} context
 * @returns {Board<View>}
 */
export function createBoard(context) {
  return new TsuroBoard(context);
}

/**
 *  @extends {BoardController<View, Draft, TsuroAction, { scene: Scene, ghost: Ghost, rim: Rim }>}
 */
class TsuroBoard extends BoardController {
  /**
   *  @type {{ pointer: string | null, focus: string | null }} the tiles that are previewed, by
   *   pointer and by focus
   */
  #looked = { pointer: null, focus: null };
  /**  @type {string | null} the key of the blocked tile that the panel explains */
  #blocked = null;

  /** The note that was shown last in the place of the pile. */
  #explained = '';
  /** @override */
  boardKeys = 'pr';

  /** @param {BoardContext} context */
  constructor(context) {
    super(context, 'tsuro', NOTHING);
    this.panel = new Panel(this.text, {
      press: (tile) => this.#press(tile),
      confirm: (tile) => (tile === this.draft.tile ? this.commit() : this.#choose(tile)),
      look: (tile, by) => this.#look(tile, by),
      drag: (tile) => this.#dragOf(tile),
      turn: (by) => this.#turn(by),
      fork: (port) => this.change({ port }),
      give: (tile) => this.change({ give: toggled(this.draft.give, tile) }),
      take: (tile) => this.change({ take: toggled(this.draft.take, tile) }),
      swap: () => this.commit(),
      keepAll: () => void this.send({ type: 'keep' }),
      commit: () => this.commit(),
    });
    const keys = keysOf({
      choose: (index) => this.#chooseAt(index),
      turn: (by) => this.#turn(by),
      fork: () => this.#fork(),
      confirm: (fresh) => this.#confirm(fresh),
      undo: () => this.#undo(),
      help: () => this.panel.keys.show(),
    });
    this.assemble(this.panel.element, keys, { help: this.panel.keys, before: this.panel.meta });
    listenToWheel(this.element, {
      takes: (over) => this.draft.tile !== null && this.#isHandled(over),
      turn: (by) => this.#turn(by),
    });
  }

  /**
   * @override
   * @param {View} view
   */
  countPlayers(view) {
    return view.markers.length;
  }

  /** @override */
  askedAnew() {
    this.#blocked = null;
  }

  /** @override */
  askedWords() {
    const situation = this.#situation();
    const isSaid = !situation?.view.choices || draftWords(situation) !== '';
    return isSaid ? '' : panelState(situation).status;
  }

  /**
   * @override
   * @param {boolean} same
   */
  reconciled(same) {
    return reconcile(this.draft, this.#open(), this.#hand(), !same);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   */
  draw({ view, still = false }) {
    this.#stageFor(view.edge).scene.show(view, this.players, still);
  }

  /**
   * @override
   * @param {Shown<View>} shown
   * @param {Shown<View> | null} before
   */
  drawn({ view }, before) {
    const ledOn = ledOnWords(before?.view, view, this.players.own, this.text);
    if (ledOn !== null) this.announce(ledOn);
    const note = this.panel.explained.textContent;
    if (before !== null && note !== '' && note !== this.#explained) this.announce(note);
    this.#explained = note;
  }

  /** @override */
  focusAsked() {
    return this.panel.focus();
  }

  /** @param {number} edge */
  #stageFor(edge) {
    if (this.stage?.scene.edge === edge) return this.stage;
    const scene = new Scene(edge, this.text);
    const ghost = new Ghost(scene.layers, {
      confirm: () => this.commit(),
      fork: (port) => this.change({ port }),
    });
    const rim = new Rim(scene.layers.rim, {
      pick: (mark) => this.change({ mark }),
      confirm: () => this.commit(),
    });
    scene.root.addEventListener('click', (event) => this.#onClick(event));
    return this.setStage({ scene, ghost, rim });
  }

  /** @override */
  render() {
    const situation = this.#situation();
    if (!situation || !this.stage) return;
    const { view, own, hand } = situation;
    const { choices } = view;
    this.stage.ghost.show(previewOf(situation), this.players.colour, !this.busy);
    this.stage.rim.show({
      marks: choices?.type === 'start' ? choices.marks : [],
      picked: this.draft.mark,
      colour: this.players.colour(own ?? 0),
      label: this.text('tsuro.start.marks'),
      say: (mark) => markWords(mark, this.text),
    });
    this.panel.hand.show(cardsOf(hand, choices, this.draft, this.text), this.text('tsuro.hand'));
    this.panel.hand.element.classList.toggle('draggable', choices?.type === 'place');
    this.panel.show(panelState(situation));
    this.element.classList.toggle('composing', choices !== null);
    this.say(draftWords(situation));
  }

  /** @returns {Situation | null} */
  #situation() {
    const view = this.shown?.view;
    if (!view) return null;
    return {
      view,
      own: this.players.own,
      hand: this.#hand(),
      draft: this.draft,
      inView: this.#inView(),
      blocked: this.#blocked !== null,
      busy: this.busy,
      events: this.shown?.events ?? [],
      text: this.text,
      name: this.players.name,
      colour: this.players.colour,
    };
  }

  /**
   * Does not announce the previews that a mouse causes by hovering over the hand.
   *
   * @override
   * @param {string} words
   */
  say(words) {
    const { pointer } = this.#looked;
    if (pointer === null || pointer === this.draft.tile) super.say(words);
  }

  /** @returns {readonly Held[]} */
  #hand() {
    const own = this.players.own;
    return heldIn((own === null ? null : this.shown?.view.hands[own]?.tiles) ?? []);
  }

  /** @returns {TsuroChoices | null} */
  #open() {
    return this.shown?.view.choices ?? null;
  }

  /**
   * Returns the tile whose preview is shown. A tile under the pointer or with the focus takes
   * precedence over the chosen one.
   */
  #inView() {
    const key = this.#looked.pointer ?? this.#looked.focus ?? this.draft.tile;
    return this.#hand().find((one) => one.key === key) ?? null;
  }

  /** @param {string} key */
  #isBlocked(key) {
    const held = this.#hand().find((one) => one.key === key);
    return held !== undefined && isBlocked(this.#open(), held.face.tile);
  }

  /** @param {string} tile */
  #press(tile) {
    if (tile === this.draft.tile) this.#turn(1);
    else this.#choose(tile);
  }

  /** @param {string} tile */
  #choose(tile) {
    const blocked = this.#isBlocked(tile);
    this.#blocked = blocked ? tile : null;
    if (blocked) this.announce(this.text('tsuro.blocked'));
    this.change({ tile: blocked ? null : tile });
  }

  /**
   * Returns the drag handlers of a tile. A dragged tile becomes the chosen one, and a player turns
   * it on its square like a tile chosen by a click. When it is dropped elsewhere, it goes back to
   * the hand.
   *
   * @param {string} tile
   * @returns {DragEvents}
   */
  #dragOf(tile) {
    let before = this.draft;
    return {
      lift: (by) => {
        const square = this.#square();
        const drawing = this.stage?.scene.root.getScreenCTM();
        // Out of turn a finger scrolls the page instead.
        if (square === null || !drawing || (by !== 'mouse' && this.#open() === null)) return null;
        before = this.draft;
        this.#choose(tile);
        return this.draft.tile === tile ? { across: drawing.a * SQUARE } : null;
      },
      over: (at) => this.#isOnSquare(at),
      drop: (at) => {
        if (at !== null && this.#isOnSquare(at)) return;
        this.change({ tile: before.tile === tile ? null : before.tile });
      },
    };
  }

  /** Returns the square on which the viewer would lay a tile, or `null` where there is none. */
  #square() {
    const view = this.shown?.view;
    const { own } = this.players;
    if (!view || view.phase === 'over' || own === null) return null;
    if (view.choices === null) return facedBy(view, own);
    return view.choices.type === 'place' ? view.choices.square : null;
  }

  /**  @param {At} at the point at which a tile is dropped */
  #isOnSquare(at) {
    const square = this.#square();
    const root = this.stage?.scene.root;
    return square !== null && root !== undefined && isAround(pointIn(root, at), square);
  }

  /** @param {number} index */
  #chooseAt(index) {
    const choices = this.#open();
    if (choices?.type === 'path') {
      const port = portsOf(choices, null, this.draft)[index];
      if (port !== undefined) this.change({ port });
      return port !== undefined;
    }
    const held = this.#hand()[index];
    if (held && choices?.type === 'swap') this.change({ give: toggled(this.draft.give, held.key) });
    else if (held) this.#press(held.key);
    return held !== undefined;
  }

  /**
   * @param {string | null} tile
   * @param {'pointer' | 'focus'} by
   */
  #look(tile, by) {
    if (this.#looked[by] === tile) return;
    this.#looked = { ...this.#looked, [by]: tile };
    this.#blocked = tile !== null && this.#isBlocked(tile) ? tile : null;
    this.render();
  }

  /**
   * Turns the tile, or selects the next start mark along the rim.
   *
   * @param {1 | -1} by
   */
  #turn(by) {
    const choices = this.#open();
    if (choices?.type === 'start') {
      this.change({ mark: markBeside(choices.marks, this.draft.mark, by) });
      return true;
    }
    const held = this.#inView();
    if (!held || this.#isBlocked(held.key)) return false;
    this.change(turn(choices, held, this.draft, by));
    return true;
  }

  /** Switches to the other path. Returns whether the path has changed. */
  #fork() {
    const before = this.draft;
    this.change(switchPath(this.#open(), this.#inView(), before));
    return this.draft.port !== before.port;
  }

  #undo() {
    const before = this.draft;
    this.change({ ...NOTHING, turned: before.turned });
    return JSON.stringify(this.draft) !== JSON.stringify(before);
  }

  /**
   * Handles Enter: commits the decision, or starts a draft with the first tile that can be laid.
   *
   * @param {boolean} fresh whether Enter may start a draft
   */
  #confirm(fresh) {
    const choices = this.#open();
    if (!choices) return false;
    if (fresh && choices.type === 'place' && this.draft.tile === null) {
      const tile = choices.placements[0]?.tile;
      const first = this.#hand().find((one) => one.face.tile === tile);
      if (first) this.#choose(first.key);
      return first !== undefined;
    }
    return this.commit();
  }

  /** @override */
  decision() {
    return decisionOf(this.#open(), this.#hand(), this.draft);
  }

  /**
   * @override
   * @param {TsuroAction} action
   */
  draftFor(action) {
    return draftFor(action, this.#open(), this.#hand());
  }

  /** @override */
  commit() {
    const seen = chosenOf(this.#hand(), this.draft)?.key === this.#inView()?.key;
    if (seen || this.busy || this.decision()?.type !== 'place') return super.commit();
    // The viewer sees the preview of another tile than the one that would be laid. First show the
    // tile that would be laid.
    this.#looked = { pointer: null, focus: null };
    this.render();
    return true;
  }

  /**
   * Returns whether the wheel over an element turns the tile. In the viewer's turn it does so over
   * the board and the hand, at any other time over the hand alone.
   *
   * @param {Element} over
   */
  #isHandled(over) {
    return (
      over.closest(this.#open() === null ? '.board-hand' : '.board-picture, .board-hand') !== null
    );
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const view = this.shown?.view;
    if (!view || !this.stage) return;
    const point = pointIn(this.stage.scene.root, event);
    if (view.choices?.type === 'start') {
      this.change({ mark: nearestMark(view.choices.marks, point) });
    } else if (squareAt(point) === (targetOf(view) ?? this.#square())) {
      if (view.choices?.type === 'path') this.#fork();
      else this.#turn(1);
    }
  }
}
