/**
 * Controls the visible part of the board: zoom by buttons and keys, and automatic zoom where a
 * finger or an event needs it.
 *
 * @import {Point} from '../squares.js'
 * @import {Scene} from './scene.js'
 * @import {Situation} from './status.js'
 * @import {Text} from './words.js'
 */
import { middle, WIDE } from '../hexes.js';
import { STEP } from '../zoom.js';
import { aimsAt } from './aim.js';
import { Follow } from './follow.js';
import { furtherOf } from './further.js';
import { keyOf, standsOf } from './pieces.js';
import { directs, targetsOf } from './targets.js';
import { ZoomButtons } from './zoom-buttons.js';

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

  /** @param {Text} text */
  constructor(text) {
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
   * Shows the whole board for an event of another player that is not visible.
   *
   * @param {Point} at
   */
  watch(at) {
    this.#follow?.watch(this.#scene?.seen(at) ?? at);
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
