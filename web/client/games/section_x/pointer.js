/**
 * The presses and drags of a pointer on the board, and the tips. A first look at a game does not
 * need the drags and the tips, so they are fetched when a pointer or the focus comes to the board.
 *
 * @import {DragEvents} from '../drag.js'
 * @import {SectionXBoard} from './board.js'
 * @import {Carrier} from './carry.js'
 * @import {Scene} from './scene.js'
 * @import {Tips} from './tips.js'
 */
import { cellAt, WIDE } from '../hexes.js';
import { loadExplanations } from './look-ups.js';

/** Half the width of the area that a finger covers, in pixels. */
const FINGER = 22;
/** The bounds of the distance within which a press hits something small, in the drawing's units. */
const REACH = { least: 22, most: WIDE / 2 };
/** The size of a cell whose tunnels a finger can tell apart, in pixels. */
const APART = 100;

export class Pointer {
  /** The explanations of what is drawn, once they have been fetched. @type {Tips | null} */
  #tips = null;
  /** The dragging of pieces, once it has been fetched. @type {Carrier | null} */
  #carrier = null;
  /** The fetch of both, while it lasts. @type {Promise<void> | null} */
  #coming = null;
  #isTried = false;
  /** A press from before the dragging was there. @type {PointerEvent | null} */
  #early = null;

  /** @param {SectionXBoard} board */
  constructor(board) {
    this.board = board;
    for (const type of ['pointerover', 'focusin', 'pointerdown'])
      board.layout.addEventListener(type, () => this.#fetch(type));
  }

  /** Whether a piece is being dragged. */
  get carries() {
    return this.#carrier?.carries === true;
  }

  /**
   * Fetches the drags and the tips. Where that fails, a press or the focus tries again, but not
   * every move of a mouse.
   *
   * @param {string} type the type of the event that asks for them
   */
  #fetch(type) {
    if (this.#carrier !== null || this.#coming !== null) return;
    if (this.#isTried && type === 'pointerover') return;
    this.#isTried = true;
    void this.board.composer.fetchPresses();
    this.#coming = this.#bring().finally(() => {
      this.#coming = null;
    });
  }

  async #bring() {
    const { board } = this;
    const [tips, carry] = await Promise.all([
      import('./tips.js'),
      import('./carry.js'),
      loadExplanations(),
    ]).catch(() => []);
    if (!tips || !carry) return;
    this.#tips = new tips.Tips(board);
    this.#carrier = new carry.Carrier(board);
    const scene = board.stage?.scene;
    if (!scene) return;
    this.#tips.watch(scene);
    this.#carrier.watch(scene);
    if (this.#early) this.#carrier.press(this.#early, scene);
  }

  /** Handles the pointers over a new scene. @param {Scene} scene */
  watch(scene) {
    this.#carrier?.watch(scene);
    this.#tips?.watch(scene);
    scene.root.addEventListener('pointerdown', (event) => this.#remember(event));
    scene.root.addEventListener('click', (event) => this.#press(event, scene));
  }

  /**
   * Keeps a press for as long as it lasts, so that a drag can begin before its code has come.
   *
   * @param {PointerEvent} event
   */
  #remember(event) {
    if (this.#carrier !== null) return;
    this.#early = event;
    const end = () => {
      this.#early = null;
    };
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, end, { once: true });
  }

  /**
   * Returns the handlers that drag a tile of the stock.
   *
   * @param {number} at the place of the tile in the stock
   * @returns {DragEvents}
   */
  dragOf(at) {
    /** @type {DragEvents | null} */
    let events = null;
    return {
      lift: (by) => {
        if (this.#coming) return this.#coming;
        events = this.#carrier?.ofStock(at) ?? null;
        return events?.lift(by) ?? null;
      },
      over: (point) => events?.over(point) ?? false,
      drop: (point) => events?.drop(point),
    };
  }

  /**
   * @param {MouseEvent} event
   * @param {Scene} scene
   */
  #press(event, scene) {
    const { board } = this;
    const point = scene.pointAt(event.clientX, event.clientY);
    const cell = cellAt(point, scene.radius);
    const touch = event instanceof PointerEvent && event.pointerType === 'touch';
    const { scale } = scene.zoom;
    const reach = Math.max(REACH.least, Math.min(REACH.most, touch ? FINGER / scale : 0));
    const { draft } = board;
    if (cell !== null)
      board.composer.pressCell(cell, { point, reach, blunt: touch && scale * WIDE < APART });
    const leads = board.draft !== draft || board.busy || board.composer.told !== null;
    this.#tips?.pressed(event, leads);
  }
}
