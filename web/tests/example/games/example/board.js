/**
 * The board of the example game: the player selects a card of the hand and then a free square, and
 * confirms both.
 *
 * @import {Board, BoardContext, Shown, Words} from '../modules.js'
 * @import {Action, Event, View} from './types.js'
 */
import { html, pointIn, svg, write } from '../../lib/dom.js';
import { BoardController } from '../board-controller.js';
import { CommitButton } from '../controls.js';
import { createLayers } from '../drawing.js';
import { Hand } from '../hand.js';
import {
  drawFrames,
  drawSigns,
  drawSquareBoard,
  drawStone,
  pictureOfSquare,
  SquareScene,
} from '../square-board.js';
import { corner, SQUARE, squareAt } from '../squares.js';

/** @typedef {{ card: number | null, square: string | null }} Draft */

/** The number of squares along an edge. */
const EDGE = 3;
/** The distance from the last square to the edge of the drawing. */
const MARGIN = 34;
/** The layers from the bottom to the top. */
const LAYERS = /** @type {const} */ (['ground', 'tiles', 'cells']);
/** @type {Draft} */
const NOTHING = { card: null, square: null };

/**
 * Creates a board without a view.
 *
 * @param {BoardContext} context
 * @returns {Board<any>}
 */
export function createBoard(context) {
  return new ExampleBoard(context);
}

/**
 * Returns the sentence of an event for the log.
 *
 * @param {Event} event
 * @param {Words} words
 * @returns {string | null}
 */
export function sentence(event, { text, name }) {
  switch (event.type) {
    case 'opened':
      return text('example.log.opened', { name: name(event.first) });
    case 'laid': {
      const { card, square, lines } = event;
      return text('example.log.laid', { name: name(event.seat), card, square, count: lines });
    }
    case 'resigned':
      return text('example.log.resigned', { name: name(event.seat) });
    default:
      return null;
  }
}

/** The other player's cards are only counted, not shown. */
export function handOf() {
  return null;
}

/**
 * Returns the points for the table of places.
 *
 * @param {View} view
 */
export function figures({ points }) {
  return points.map((count) => [{ key: 'example.points', count }]);
}

/**
 * Returns the sounds of an event.
 *
 * @param {Event} event
 * @returns {readonly import('../../lib/sound.js').SoundName[]}
 */
export function soundsOf({ type }) {
  return type === 'laid' ? ['tile'] : [];
}

/** The places already describe the ending. */
export function ending() {
  return { verdict: null, why: null };
}

/**
 * Draws a card with as many pips as its number, with its corner at the origin.
 *
 * @param {number} card
 */
function drawCard(card) {
  const along = (/** @type {number} */ at) => ((at + 1) * SQUARE) / (EDGE + 1);
  const pips = Array.from({ length: card }, (_, at) => {
    const place = { cx: along(at % EDGE), cy: along(Math.floor(at / EDGE)) };
    return svg('circle', { class: 'example-pip', ...place, r: 7 });
  });
  return svg('g', { class: 'tile' }, drawStone('tile-stone'), pips);
}

/** @extends {BoardController<any, Draft, Action, { scene: Scene }>} */
class ExampleBoard extends BoardController {
  /** @param {BoardContext} context */
  constructor(context) {
    super(context, /** @type {any} */ ('example'), NOTHING);
    this.status = html('p', { class: 'board-status' });
    this.hand = new Hand(
      {
        press: (card) => this.change({ card: Number(card) }),
        confirm: (card) => this.change({ card: Number(card) }),
        look: () => {},
      },
      { pictureOf: (card) => pictureOfSquare(drawCard(card)), turnTile: () => {} },
    );
    this.button = new CommitButton(() => this.commit());
    const panel = html('div', { class: 'board-panel' }, this.status, this.hand.element);
    panel.append(this.button.element);
    this.assemble(panel, ({ key }, where) => {
      if (key !== 'Enter' || where === 'elsewhere') return false;
      const square = this.stage?.scene.cells.focused ?? null;
      return this.#take(square) || this.commit();
    });
  }

  /** The view that is shown. @returns {View} */
  get #view() {
    return this.shown?.view;
  }

  /**
   * @override
   * @param {View} view
   */
  countPlayers(view) {
    return view.hands.length;
  }

  /**
   * @override
   * @param {boolean} same
   */
  reconciled(same) {
    return same ? this.draft : NOTHING;
  }

  /**
   * @override
   * @param {Shown<any>} shown
   */
  draw({ view }) {
    const { scene } = this.stage ?? this.#setScene();
    scene.show(view);
  }

  #setScene() {
    const scene = new Scene();
    scene.root.addEventListener('click', (event) => {
      this.#take(squareAt(pointIn(scene.root, event)));
    });
    return this.setStage({ scene });
  }

  /**
   * Selects a free square. Returns whether the selection has changed.
   *
   * @param {string | null} square
   */
  #take(square) {
    const free = square !== null && this.#view.choices?.squares.includes(square);
    return free === true && square !== this.draft.square && this.change({ square });
  }

  /** @override */
  render() {
    const { choices, turn, laid, hands } = this.#view;
    const { text } = this;
    const { name, own } = this.players;
    const targets = new Set(choices?.squares);
    const lies = new Map(laid.map(([card, square]) => [square, card]));
    const say = (/** @type {string} */ square) => {
      const card = lies.get(square);
      if (card === undefined) return text('example.square.free', { square });
      return text('example.square.card', { square, card });
    };
    this.stage?.scene.cells.show(text('example.board'), say, targets, null);
    this.stage?.scene.choose(this.draft.square);
    const ask = choices === null ? null : text('example.ask');
    const waits = turn === null ? text('example.over') : text('example.turn', { name: name(turn) });
    write(this.status, ask ?? waits);
    this.status.dataset['tone'] = ask === null ? 'calm' : 'act';
    const held = own === null ? [] : (hands[own] ?? []);
    const cards = held.filter((card) => card !== null);
    this.hand.show(
      cards.map((card, at) => this.#cardOf(card, at + 1, cards.length)),
      text('example.hand'),
    );
    const lay = choices === null ? null : text('example.lay');
    this.button.show(lay, this.decision() !== null && !this.busy);
  }

  /**
   * @param {number} card
   * @param {number} number the number of its place in the hand, from 1
   * @param {number} count
   */
  #cardOf(card, number, count) {
    return {
      held: { key: String(card), face: card },
      rotation: 0,
      chosen: this.draft.card === card,
      blocked: this.#view.choices === null ? this.text('example.blocked') : null,
      label: this.text('example.card', { number, count, card }),
    };
  }

  /** @override */
  decision() {
    const { card, square } = this.draft;
    if (this.#view.choices === null || card === null || square === null) return null;
    return /** @type {const} */ ({ type: 'lay', card, square });
  }
}

/** The scene with the cards on the board. @extends {SquareScene<'ground'>} */
class Scene extends SquareScene {
  constructor() {
    const layers = createLayers(LAYERS, ['cells']);
    layers.ground.append(...drawFrames(EDGE, MARGIN), ...drawSigns(EDGE, { x: 19, y: 18 }));
    super(EDGE, { root: drawSquareBoard(EDGE, MARGIN, layers), layers });
  }

  /** @param {View} view */
  show({ laid }) {
    const cards = new Map(laid.map(([card, square]) => [`${square} ${card}`, { card, square }]));
    this.tiles.keep(cards.keys(), (key) => {
      const { card, square } = /** @type {{ card: number, square: string }} */ (cards.get(key));
      const { x, y } = corner(square);
      return svg('g', { transform: `translate(${x} ${y})` }, drawCard(card));
    });
  }

  /** @param {string | null} chosen */
  choose(chosen) {
    for (const [square, cell] of this.cells.cells)
      cell.classList.toggle('chosen', square === chosen);
  }

  /** Does nothing, because the example has no animations. */
  settle() {}
}
