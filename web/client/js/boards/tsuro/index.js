/**
 * The board of Tsuro: shows views, and lets a player put a decision together.
 *
 * @import {AnyAction, AnyView, Colour, Face, Phase, Problem, SeatView, You} from '../../../protocol.js'
 * @import {Composition} from './compose.js'
 * @import {Text} from './words.js'
 */
import { html } from '../dom.js';
import { NOTHING, isBlocked, keep, placementOf, rotationsOf, turn } from './compose.js';
import { nearestMark, squareAt } from './geometry.js';
import { Ghost } from './ghost.js';
import { listenToKeys } from './keys.js';
import { Panel } from './panel.js';
import { Rim } from './rim.js';
import { Scene } from './scene.js';
import { cardsOf, panelState } from './status.js';
import { listenToWheel } from './wheel.js';
import { ledOnWords, markWords, previewWords } from './words.js';

/** @typedef {{ ok: true } | { ok: false, problem: Problem }} Answer */
/**
 * @typedef {object} Surroundings
 * @property {Text} text
 * @property {(action: AnyAction) => Promise<Answer>} act sends a decision
 * @property {(words: string) => void} announce says something to a screen reader
 */
/**
 * @typedef {object} Shown
 * @property {AnyView} view
 * @property {readonly (SeatView | null)[]} seats
 * @property {You | null} you
 * @property {Phase} phase of the room
 * @property {boolean} [still] whether it is shown at once, without anything that moves
 */
/**
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(shown: Shown) => void} show draws a view; what moves is the difference to the one before
 * @property {() => void} dispose lets go of the page
 */

/** For seats whose player has left before this page was opened. */
const COLOURS = /** @type {const} */ (['red', 'blue', 'yellow', 'green', 'purple', 'orange', 'white', 'black']);

/**
 * A board without a view yet.
 *
 * @param {Surroundings} surroundings
 * @returns {Board}
 */
export function createBoard(surroundings) {
  const board = new TsuroBoard(surroundings);
  return {
    element: board.element,
    show: (shown) => board.show(shown),
    dispose: () => board.dispose(),
  };
}

class TsuroBoard {
  /** @type {Shown | null} */
  #shown = null;
  /** @type {readonly (SeatView | null)[]} the players of the game that is shown */
  #players = [];
  /** @type {Composition} */
  #composition = NOTHING;
  /** @type {{ pointer: number | null, focus: number | null }} tiles that are looked at */
  #looked = { pointer: null, focus: null };
  /** @type {number | null} a tile whose being blocked is being explained */
  #blocked = null;
  #choices = '';
  #busy = false;
  #said = '';
  /** @type {{ scene: Scene, ghost: Ghost, rim: Rim } | null} */
  #stage = null;

  /** @param {Surroundings} surroundings */
  constructor({ text, act, announce }) {
    this.text = text;
    this.act = act;
    this.announce = announce;
    this.panel = new Panel(text, {
      press: (tile) => this.#press(tile),
      confirm: (tile) => (tile === this.#composition.tile ? this.#commit() : this.#choose(tile)),
      look: (tile, by) => this.#look(tile, by),
      turn: (by) => this.#turn(by),
      commit: () => this.#commit(),
    });
    this.square = html('div', { class: 'tsuro-square' });
    this.element = html(
      'div',
      { class: 'tsuro' },
      html('div', { class: 'tsuro-layout' }, this.square, this.panel.element),
    );
    listenToWheel(this.element, {
      takes: (over) => this.#composition.tile !== null && this.#isHandled(over),
      turn: (by) => this.#turn(by),
    });
    this.deafen = listenToKeys(this.element, {
      choose: (index) => this.#chooseAt(index),
      turn: (by) => this.#turn(by),
      confirm: (fresh) => this.#confirm(fresh),
      undo: () => this.#undo(),
      help: () => this.panel.help(),
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    const { view, phase, seats } = shown;
    // After the game people come and go; the picture stays one of those who played.
    if (phase === 'playing' || this.#players.length !== view.markers.length) {
      this.#players = seats.slice(0, view.markers.length);
    }
    const before = this.#shown?.view;
    this.#shown = shown;
    const focused = this.element.contains(document.activeElement);
    const choices = JSON.stringify(view.choices);
    if (choices !== this.#choices) {
      this.#choices = choices;
      this.#busy = false;
      this.#said = '';
      this.#blocked = null;
    }
    this.#composition = keep(this.#composition, view.choices, this.#hand());
    this.#stageFor(view.edge).scene.show(view, {
      name: this.#name,
      colour: this.#colour,
      own: this.#own(),
      still: shown.still === true,
    });
    this.#render();
    if (focused) this.#refocus();
    const ledOn = ledOnWords(before, view, this.#own(), this.text);
    if (ledOn !== null) this.announce(ledOn);
  }

  /** Keeps the focus on the board when what had it is gone: a tile that was placed, a mark. */
  #refocus() {
    const now = document.activeElement;
    if (this.element.contains(now) && !now?.classList.contains('absent')) return;
    this.#stage?.scene.cells.focus();
  }

  dispose() {
    this.#stage?.scene.settle();
    this.deafen();
    this.element.remove();
  }

  /** @param {number} edge */
  #stageFor(edge) {
    if (this.#stage?.scene.edge === edge) return this.#stage;
    const scene = new Scene(edge, this.text);
    const ghost = new Ghost(scene.layers, () => this.#commit());
    const rim = new Rim(scene.layers.rim, {
      pick: (mark) => this.#pick(mark),
      confirm: () => this.#commit(),
    });
    scene.root.addEventListener('click', (event) => this.#onClick(event));
    this.square.replaceChildren(scene.root);
    this.#stage = { scene, ghost, rim };
    return this.#stage;
  }

  /** Draws what is being put together. */
  #render() {
    const shown = this.#shown;
    if (!shown || !this.#stage) return;
    const { view } = shown;
    const own = this.#own();
    const { choices } = view;
    const face = this.#inView();
    const placement = placementOf(choices, face, this.#composition);
    const chosen = face !== null && face.tile === this.#composition.tile;
    this.#stage.ghost.show(
      placement && face && choices?.type === 'place'
        ? { face, placement, square: choices.square, chosen }
        : null,
      this.#colour,
      !this.#busy,
    );
    this.#stage.rim.show({
      marks: choices?.type === 'start' ? choices.marks : [],
      picked: this.#composition.mark,
      colour: this.#colour(own ?? 0),
      label: this.text('tsuro.start.marks'),
      say: (mark) => markWords(mark, this.text),
    });
    this.panel.hand.show(
      cardsOf(this.#hand(), choices, this.#composition, this.text),
      this.text('tsuro.hand'),
    );
    const composed = this.#face(this.#composition.tile);
    const words = placement ? previewWords(placement, own, this.text, this.#name) : null;
    this.panel.show(
      panelState({
        view,
        own,
        words,
        chosen: composed !== null,
        ways: composed === null ? 0 : rotationsOf(choices, composed.tile).length,
        mark: this.#composition.mark,
        blocked: this.#blocked !== null,
        busy: this.#busy,
        text: this.text,
        name: this.#name,
      }),
    );
    this.element.classList.toggle('composing', choices !== null);
    this.#say(words);
  }

  /**
   * Says what a decision would do, when that changes. Looking around with a mouse stays silent.
   *
   * @param {string | null} words
   */
  #say(words) {
    const { pointer } = this.#looked;
    if (pointer !== null && pointer !== this.#composition.tile) return;
    const mark = this.#composition.mark;
    const said = words ?? (mark === null ? '' : this.text('tsuro.start.words', { mark: markWords(mark, this.text) }));
    if (said !== this.#said && said !== '') this.announce(said);
    this.#said = said;
  }

  #own() {
    const shown = this.#shown;
    const seat = shown?.you?.seat ?? null;
    return seat !== null && shown && seat < shown.view.markers.length ? seat : null;
  }

  /** @returns {readonly Face[]} */
  #hand() {
    const own = this.#own();
    return (own === null ? null : this.#shown?.view.hands[own]?.tiles) ?? [];
  }

  /** @param {number | null} tile */
  #face(tile) {
    return this.#hand().find((one) => one.tile === tile) ?? null;
  }

  /** The tile whose preview is shown: one that is looked at comes before the chosen one. */
  #inView() {
    return this.#face(this.#looked.pointer ?? this.#looked.focus ?? this.#composition.tile);
  }

  /** @param {number} seat */
  #name = (seat) => this.#players[seat]?.name ?? this.text('tsuro.seat', { number: seat + 1 });

  /**
   * @param {number} seat
   * @returns {Colour}
   */
  #colour = (seat) => this.#players[seat]?.colour ?? COLOURS[seat % COLOURS.length] ?? 'red';

  /** @param {number} tile */
  #isBlocked(tile) {
    return isBlocked(this.#shown?.view.choices ?? null, tile);
  }

  /** @param {number} tile */
  #press(tile) {
    if (tile === this.#composition.tile) this.#turn(1);
    else this.#choose(tile);
  }

  /** @param {number} tile */
  #choose(tile) {
    if (this.#isBlocked(tile)) {
      this.#blocked = tile;
      this.#composition = { ...this.#composition, tile: null };
      this.announce(this.text('tsuro.blocked'));
    } else {
      this.#blocked = null;
      this.#composition = { ...this.#composition, tile };
    }
    this.#render();
  }

  /** @param {number} index */
  #chooseAt(index) {
    const face = this.#hand()[index];
    if (face) this.#press(face.tile);
    return face !== undefined;
  }

  /**
   * @param {number | null} tile
   * @param {'pointer' | 'focus'} by
   */
  #look(tile, by) {
    if (this.#looked[by] === tile) return;
    this.#looked = { ...this.#looked, [by]: tile };
    this.#blocked = tile !== null && this.#isBlocked(tile) ? tile : null;
    this.#render();
  }

  /** @param {1 | -1} by */
  #turn(by) {
    const face = this.#inView();
    if (!face || this.#isBlocked(face.tile)) return false;
    this.#composition = turn(this.#shown?.view.choices ?? null, face, this.#composition, by);
    this.#render();
    return true;
  }

  /** @param {string} mark */
  #pick(mark) {
    this.#composition = { ...this.#composition, mark };
    this.#render();
  }

  #undo() {
    const { tile, mark } = this.#composition;
    this.#composition = { ...this.#composition, tile: null, mark: null };
    this.#render();
    return tile !== null || mark !== null;
  }

  /**
   * Enter: decides, or begins to put a decision together.
   *
   * @param {boolean} fresh whether it may begin
   */
  #confirm(fresh) {
    const choices = this.#shown?.view.choices;
    if (!choices) return false;
    if (fresh && choices.type === 'place' && this.#composition.tile === null) {
      const first = choices.placements[0];
      if (first) this.#choose(first.tile);
      return first !== undefined;
    }
    return this.#commit();
  }

  /** Sends the decision that has been put together. */
  #commit() {
    const choices = this.#shown?.view.choices ?? null;
    const { tile, mark } = this.#composition;
    if (this.#busy || choices === null) return false;
    if (choices.type === 'start') {
      if (mark === null) return false;
      this.#send({ game: 'tsuro', type: 'start', mark });
      return true;
    }
    const face = this.#face(tile);
    if (face !== this.#inView()) {
      // Nobody should lay another tile than the one they see.
      this.#looked = { pointer: null, focus: null };
      this.#render();
      return true;
    }
    const placement = placementOf(choices, face, this.#composition);
    if (!placement) return false;
    this.#send({ game: 'tsuro', type: 'place', tile: placement.tile, rotation: placement.rotation });
    return true;
  }

  /** @param {AnyAction} action */
  async #send(action) {
    this.#busy = true;
    this.#render();
    const answer = await this.act(action).catch(() => ({ ok: false }));
    // After a yes the next view brings other choices; after a no everything stays as it was.
    if (answer.ok) return;
    this.#busy = false;
    this.#render();
  }

  /**
   * Whether the tile is put together there: on the board in one's turn, on the hand at any time.
   *
   * @param {Element} over
   */
  #isHandled(over) {
    const choosing = this.#shown?.view.choices != null;
    return over.closest(choosing ? '.tsuro-board, .tsuro-hand' : '.tsuro-hand') !== null;
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const choices = this.#shown?.view.choices;
    const matrix = this.#stage?.scene.root.getScreenCTM();
    if (!choices || !matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (choices.type === 'start') {
      const mark = nearestMark(choices.marks, point);
      if (mark !== null) this.#pick(mark);
      return;
    }
    if (choices.type === 'place' && squareAt(point) === choices.square) this.#turn(1);
  }
}
