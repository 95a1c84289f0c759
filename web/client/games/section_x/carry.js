/**
 * Makes it possible to drag tiles and prisoners to their destinations. Everything that can be
 * dragged can also be chosen and sent by presses.
 *
 * @import {At, DragEvents} from '../drag.js'
 * @import {Point} from '../squares.js'
 * @import {SectionXBoard} from './board.js'
 * @import {Draft, Tool} from './draft.js'
 * @import {Scene} from './scene.js'
 * @import {Situation} from './status.js'
 */
import { set, svg } from '../../lib/dom.js';
import { cellAt, middle, WIDE } from '../hexes.js';
import { aimsAt, nearestTo } from './aim.js';
import { NOTHING } from './draft.js';
import { furtherOf } from './further.js';
import { keyOf, standsOf } from './pieces.js';
import { nearest } from './rotations.js';
import { fitsAt, targetsOf, toolsAt } from './targets.js';

/** The distance that a pointer must move before it starts to drag, in pixels. */
const SLIP = 8;
/** The distance from a destination within which a prisoner can be dropped. */
const NEAR = WIDE * 0.6;

/** Drags the pieces of one board. */
export class Carrier {
  /** @type {{ id: number, x: number, y: number, tool: Tool } | null} */
  #pressed = null;
  /** @type {{ picture: SVGElement, before: Draft } | null} */
  #lifted = null;
  #dragged = false;

  /** @param {SectionXBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** Whether a piece is being dragged, so that the visible part of the board has to stay. */
  get carries() {
    return this.#lifted !== null;
  }

  /** Listens to the pieces of a scene. @param {Scene} scene */
  watch(scene) {
    scene.root.addEventListener('pointerdown', (event) => this.press(event, scene), {
      capture: true,
    });
    // The click that ends a drag must not press anything.
    scene.root.addEventListener(
      'click',
      (event) => {
        if (this.#dragged && event.detail > 0) event.stopImmediatePropagation();
        this.#dragged = false;
      },
      { capture: true },
    );
  }

  /**
   * Returns the handlers that drag a tile of the stock. A dragged tile stays on its cell as a
   * draft, so that the player can rotate it there.
   *
   * @param {number} at the place of the tile in the stock
   * @returns {DragEvents}
   */
  ofStock(at) {
    const { board } = this;
    let before = board.draft;
    return {
      lift: () => {
        const situation = board.situation();
        const scene = board.stage?.scene;
        const fits = situation?.choices?.tile?.place.some(({ stock }) => stock.includes(at));
        if (!scene || !fits || board.busy) return null;
        before = board.draft;
        const { tool, turned } = before;
        const again = tool?.type === 'stock' && tool.at === at;
        this.#lifted = { picture: svg('g', {}), before };
        board.change({
          ...NOTHING,
          tool: { type: 'stock', at },
          turned: again ? turned : 0,
        });
        return { across: scene.zoom.scale * WIDE };
      },
      over: (point) => this.#over(point),
      drop: (point) => {
        const there = point !== null && this.#over(point);
        this.#lifted = null;
        if (!there) board.change({ ...before, to: null });
        else board.change({});
      },
    };
  }

  /**
   * Begins the drag of the piece under a pointer that has been pressed, if it can be dragged.
   *
   * @param {PointerEvent} event
   * @param {Scene} scene
   */
  press(event, scene) {
    this.#dragged = false;
    if (event.button !== 0 || !event.isPrimary || this.board.busy) return;
    const situation = this.board.situation();
    const tool = situation && toolUnder(situation, scene.pointAt(event.clientX, event.clientY));
    if (!tool) return;
    this.#pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, tool };
    document.addEventListener('pointermove', this.#move);
    document.addEventListener('pointerup', this.#release);
    document.addEventListener('pointercancel', this.#cancel);
  }

  #move = (/** @type {PointerEvent} */ event) => {
    const pressed = this.#pressed;
    const scene = this.board.stage?.scene;
    if (!pressed || !scene) return;
    // A second finger zooms instead.
    if (event.pointerId !== pressed.id) return this.#end(null);
    const slipped = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (this.#lifted === null && slipped >= SLIP) this.#lift(pressed.tool, scene, event.pointerId);
    if (this.#lifted === null) return;
    const { x, y } = scene.pointAt(event.clientX, event.clientY);
    set(this.#lifted.picture, { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
    this.#over(event);
  };

  #release = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === this.#pressed?.id) this.#end(event);
  };

  #cancel = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === this.#pressed?.id) this.#end(null);
  };

  #onEscape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#end(null);
  };

  /**
   * @param {Tool} tool
   * @param {Scene} scene
   * @param {number} pointer
   */
  #lift(tool, scene, pointer) {
    const situation = this.board.situation();
    if (!situation) return;
    const { plan, own } = situation;
    const drawn =
      tool.type === 'prisoner'
        ? scene.prisoners.of({ seat: own ?? 0, number: tool.number })
        : [...scene.tiles.elements].find(
            ([key]) => tool.type === 'tile' && key.startsWith(`${tool.cell} `),
          )?.[1];
    if (!drawn) return;
    const copy = /** @type {SVGGElement} */ (drawn.cloneNode(true));
    copy.style.removeProperty('transform');
    const upright = tool.type === 'prisoner' ? 'rotate(var(--upright, 0deg)) scale(2.2)' : 'none';
    copy.removeAttribute('transform');
    copy.style.setProperty('transform', upright);
    const picture = svg('g', { class: 'sx-carried' }, copy);
    scene.zoom.forget(pointer);
    scene.plane.append(picture);
    this.#dragged = true;
    const { draft } = this.board;
    const same = JSON.stringify(draft.tool) === JSON.stringify(tool);
    this.#lifted = { picture, before: same ? { ...draft, to: null } : NOTHING };
    const turned = tool.type === 'tile' ? (plan.tile(tool.cell)?.rotation ?? 0) : 0;
    this.board.change({ ...NOTHING, mode: draft.mode, tool, turned });
    document.addEventListener('keydown', this.#onEscape, { capture: true });
  }

  /** @param {At | null} at */
  #end(at) {
    this.#pressed = null;
    document.removeEventListener('pointermove', this.#move);
    document.removeEventListener('pointerup', this.#release);
    document.removeEventListener('pointercancel', this.#cancel);
    document.removeEventListener('keydown', this.#onEscape, { capture: true });
    const lifted = this.#lifted;
    if (lifted === null) return;
    const { board } = this;
    const there = at !== null && this.#over(at);
    const { tool, to } = board.draft;
    this.#lifted = null;
    lifted.picture.remove();
    if (!there || to === null) board.change(lifted.before);
    else if (tool?.type === 'prisoner') this.#dropPrisoner(to);
    else board.change({});
  }

  /**
   * Lets a prisoner go where it was dropped. A step that does more than move it still needs its
   * confirmation.
   *
   * @param {string} to
   */
  #dropPrisoner(to) {
    const { board } = this;
    board.change({ to: null });
    const situation = board.situation();
    const [aim] = situation ? aimsAt(situation.plan, to, situation.own) : [];
    const cell = aim && situation && cellAt(aim.at, situation.plan.radius);
    if (aim && cell) board.composer.pressCell(cell, { point: aim.at, reach: 1 });
  }

  /**
   * Shows the dragged piece at the destination under a point of the window. Returns whether there
   * is one.
   *
   * @param {At} at
   */
  #over({ clientX, clientY }) {
    const { board } = this;
    const scene = board.stage?.scene;
    const situation = board.situation();
    if (!scene || !situation) return false;
    const found = destinationAt(situation, scene.pointAt(clientX, clientY));
    const { to, turned } = board.draft;
    if (found === null && to !== null) board.change({ to: null });
    if (found === null) return false;
    if (found !== to) {
      const legal = fitsAt(situation, found);
      board.change({ to: found, ...(legal.length > 0 && { turned: nearest(turned, legal) }) });
    }
    return true;
  }
}

/**
 * Returns the piece at a point that can be dragged: a prisoner that can walk, or a tile that can be
 * moved.
 *
 * @param {Situation} situation
 * @param {Point} point
 * @returns {Tool | null}
 */
function toolUnder(situation, point) {
  const { plan, choices, draft, own } = situation;
  const cell = cellAt(point, plan.radius);
  if (!choices || cell === null || draft.tool?.type === 'door' || draft.tool?.type === 'give')
    return null;
  const stands = standsOf(plan);
  const isWalking = draft.mode === null || draft.mode === 'walk';
  const prisoners = (isWalking ? choices.steps : []).flatMap(({ prisoners: all, to }) =>
    to.length === 0
      ? []
      : all.flatMap((number) => {
          const at = stands.get(keyOf({ seat: own ?? -1, number }));
          return at ? [{ at, is: /** @type {Tool} */ ({ type: 'prisoner', number }) }] : [];
        }),
  );
  const prisoner = nearestTo(prisoners, point, WIDE * 0.3);
  if (prisoner) return prisoner;
  return toolsAt(situation, cell).find((one) => one.type === 'tile') ?? null;
}

/**
 * Returns the destination of the chosen piece at a point.
 *
 * @param {Situation} situation
 * @param {Point} point
 * @returns {string | null}
 */
function destinationAt(situation, point) {
  const { plan, draft, own } = situation;
  const { tool } = draft;
  const cell = cellAt(point, plan.radius);
  if (tool?.type === 'stock' || tool?.type === 'tile') {
    const isHere = tool.type === 'tile' && cell === tool.cell;
    return cell !== null && !isHere && fitsAt(situation, cell).length > 0 ? cell : null;
  }
  const ways = [...targetsOf(situation), ...furtherOf(situation)];
  const aims = ways.flatMap(({ to }) =>
    aimsAt(plan, to, own).map(({ at, shape }) => ({
      at: shape === 'block' ? middle(plan.cellOf(to), plan.radius) : at,
      is: to,
    })),
  );
  return nearestTo(aims, point, NEAR);
}
