/**
 * What is seen of the board: closer and further by buttons and keys, closer by itself where a finger needs it, and an
 * arrow to what happens outside of it.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Zoom} from '../zoom.js'
 * @import {Situation} from './status.js'
 * @import {Text} from './words.js'
 */
import { CORNER, middle, WIDE } from '../hexes.js';
import { STEP } from '../zoom.js';
import { aimsAt } from './aim.js';
import { Follow } from './follow.js';
import { keyOf, standsOf } from './pieces.js';
import { Pointer } from './pointer.js';
import { directs, targetsOf } from './targets.js';
import { ZoomButtons } from './zoom-buttons.js';

/** How much of what lies round a point that was asked for is to be seen with it. */
const AROUND = 1.6 * CORNER;

/**
 * What has to be seen, and hit by a finger, for what is being put together.
 *
 * @param {Situation} situation
 * @returns {Point[] | null} `null` for the whole board
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
      return [...targetsOf(situation).flatMap((one) => aims(one.to)), ...stand(tool.number)];
    case 'door':
    case 'give':
      return to === null ? null : [plan.door(to)];
    default: {
      const all = directs(situation).flatMap(({ target, prisoners }) => [
        ...aims(target.to),
        ...prisoners.flatMap(stand),
      ]);
      return all.length === 0 ? null : all;
    }
  }
}

export class Sight {
  /** @type {Zoom | null} */
  #zoom = null;
  /** @type {Follow | null} */
  #follow = null;

  /** @param {Text} text */
  constructor(text) {
    this.buttons = new ZoomButtons(text, (factor) => this.zoom(factor));
    this.pointer = new Pointer((at) => this.#zoom?.reveal(at, AROUND));
    /** To lie over the board. */
    this.elements = [this.pointer.element, this.buttons.element];
  }

  /**
   * Takes over another board.
   *
   * @param {Zoom} zoom
   */
  attach(zoom) {
    this.#zoom = zoom;
    this.#follow = new Follow(zoom);
    this.changed();
  }

  /** What is seen has changed. */
  changed() {
    const zoom = this.#zoom;
    if (!zoom) return;
    this.buttons.show(zoom.closest, zoom.isWhole);
    this.#follow?.changed();
    this.pointer.show(zoom);
  }

  /** Somebody's turn begins. */
  begin() {
    this.#follow?.begin();
  }

  /**
   * Brings what is being put together into sight.
   *
   * @param {Situation} situation
   */
  show(situation) {
    const zoom = this.#zoom;
    if (!situation.choices || !zoom || !this.#follow) return;
    const points = pointsOf(situation);
    this.#follow.show(points);
    const [first] = points ?? [];
    // Where somebody has looked elsewhere, nothing comes closer, but what was just chosen is shown.
    if (first && situation.draft.to !== null && this.#follow.isLeft && !zoom.isWhole)
      zoom.reveal(first, WIDE);
  }

  /**
   * Points to something that somebody has done, if it is not seen.
   *
   * @param {Point} at
   * @param {Colour} colour
   * @param {string} label
   */
  point(at, colour, label) {
    this.pointer.point(at, colour, label);
    if (this.#zoom) this.pointer.show(this.#zoom);
  }

  /** @param {1 | -1 | 0} factor closer, less close, or the whole */
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
