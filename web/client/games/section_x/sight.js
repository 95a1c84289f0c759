/**
 * Controls the visible part of the board: zoom by buttons and keys, automatic zoom where a finger
 * needs it, and an arrow to events outside the visible part.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Pointer} from './pointer.js'
 * @import {Scene} from './scene.js'
 * @import {Situation} from './status.js'
 * @import {Text} from './words.js'
 */
import { CORNER, middle, WIDE } from '../hexes.js';
import { holds, STEP } from '../zoom.js';
import { aimsAt } from './aim.js';
import { Follow } from './follow.js';
import { furtherOf } from './further.js';
import { keyOf, standsOf } from './pieces.js';
import { directs, targetsOf } from './targets.js';
import { ZoomButtons } from './zoom-buttons.js';

/** The distance around a requested point that must be visible with it. */
const AROUND = 1.6 * CORNER;

/**
 * Returns the points of the draft that must be visible and large enough for a finger.
 *
 * @param {Situation} situation
 * @returns {Point[] | null} the points, or `null` for the whole board
 */
export function pointsOf(situation) {
  const { plan, draft, own } = situation;
  const { tool, to } = draft;
  const aims = (/** @type {string} */ place) => aimsAt(plan, place, own).map(({ at }) => at);
  const stands = standsOf(plan);
  const stand = (/** @type {number} */ number) => {
    const at = stands.get(keyOf({ seat: own ?? 0, number }));
    return at ? [at] : [];
  };
  switch (tool?.type) {
    case 'stock':
      return to === null ? null : [middle(to, plan.radius)];
    case 'tile':
      return [tool.cell, to ?? tool.cell].map((cell) => middle(cell, plan.radius));
    case 'prisoner':
      return [
        ...[...targetsOf(situation), ...furtherOf(situation)].flatMap((one) => aims(one.to)),
        ...stand(tool.number),
      ];
    case 'door':
    case 'give':
      return to === null ? null : [plan.door(to)];
    default: {
      const all = directs(situation).flatMap(({ target, prisoners }) => [
        ...aims(target.to),
        ...prisoners.flatMap(stand),
      ]);
      all.push(...furtherOf(situation).flatMap((one) => aims(one.to)));
      return all.length === 0 ? null : all;
    }
  }
}

export class Sight {
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Follow | null} */
  #follow = null;

  /**
   * The last event of another player.
   *
   * @type {{ at: Point, colour: Colour, label: string } | null}
   */
  #event = null;
  /** The arrow to it, once it has been fetched. @type {Pointer | null} */
  #pointer = null;

  /**
   * @param {Text} text
   * @param {HTMLElement} place the element that the arrow lies over
   */
  constructor(text, place) {
    this.place = place;
    this.buttons = new ZoomButtons(text, (factor) => this.zoom(factor));
  }

  get #zoom() {
    return this.#scene?.zoom ?? null;
  }

  /**
   * Attaches the controls to a new board.
   *
   * @param {Scene} scene
   */
  attach(scene) {
    this.#scene = scene;
    this.#follow = new Follow(scene.zoom);
    this.changed();
  }

  /**
   * Shows the whole board again after it has been turned.
   *
   * @param {boolean} turned
   */
  turn(turned) {
    if (!this.#scene || this.#scene.turned === turned) return;
    this.#scene.turn(turned);
    this.#follow = new Follow(this.#scene.zoom);
  }

  /** Handles a change of the visible part. */
  changed() {
    const zoom = this.#zoom;
    if (!zoom) return;
    this.buttons.show(zoom.closest, zoom.isWhole);
    this.#follow?.changed();
    void this.#showPointer();
  }

  /**
   * Handles the start of a turn.
   *
   * @param {boolean} own whether it is the viewer's turn
   */
  begin(own) {
    this.#follow?.begin();
    if (own) this.#follow?.resume();
  }

  /**
   * Moves the visible part to the draft.
   *
   * @param {Situation} situation
   */
  show(situation) {
    const scene = this.#scene;
    if (!situation.choices || !scene || !this.#follow) return;
    const { zoom } = scene;
    const { plan, draft } = situation;
    if (draft.at !== null) {
      this.#follow.ask(scene.seen(middle(draft.at, plan.radius)));
      return;
    }
    const points = pointsOf(situation)?.map((point) => scene.seen(point)) ?? null;
    this.#follow.show(points);
    const [first] = points ?? [];
    // After the viewer has moved the visible part, nothing zooms automatically. A destination that
    // was just chosen is still brought into view.
    if (first && draft.to !== null && this.#follow.isLeft && !zoom.isWhole)
      zoom.reveal(first, WIDE);
  }

  /**
   * Points to an event of another player if it is not visible.
   *
   * @param {Point} at
   * @param {Colour} colour
   * @param {string} label
   */
  point(at, colour, label) {
    this.#event = { at: this.#scene?.seen(at) ?? at, colour, label };
    this.#follow?.watch(this.#event.at);
    void this.#showPointer();
  }

  /** Shows the arrow where the event is outside the visible part, until the viewer has seen it. */
  async #showPointer() {
    const zoom = this.#zoom;
    if (zoom && this.#event && holds(zoom.frame, this.#event.at, CORNER / 2)) this.#event = null;
    if (!zoom || (!this.#event && !this.#pointer)) return;
    if (this.#event) {
      const module = await import('./pointer.js').catch(() => null);
      if (!module || !this.#event) return;
      if (!this.#pointer) {
        this.#pointer = new module.Pointer((at) => this.#zoom?.reveal(at, AROUND));
        this.place.append(this.#pointer.element);
      }
      const { at, colour, label } = this.#event;
      this.#pointer.point(at, colour, label);
    }
    this.#pointer?.show(zoom);
  }

  /** @param {1 | -1 | 0} factor 1 zooms in, -1 zooms out, 0 shows the whole board */
  zoom(factor) {
    if (!this.#zoom) return false;
    if (factor === 0) this.#zoom.fit();
    else this.#zoom.by(factor > 0 ? STEP : 1 / STEP);
    return true;
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  pan(x, y) {
    if (!this.#zoom || this.#zoom.isWhole) return false;
    this.#zoom.stride(x, y);
    return true;
  }
}
