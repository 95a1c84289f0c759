/**
 * Draws a view: the table, the tiles, the doors, the prisoners and the cells. The animation covers
 * the difference to the previous view.
 *
 * @import {SectionXLaidTile, SectionXView} from '../../protocol.js'
 * @import {Players} from '../players.js'
 * @import {Collapse, playCollapse} from './drama.js'
 * @import {Point} from '../squares.js'
 * @import {Plan} from './plan.js'
 * @import {LayerName} from './table.js'
 * @import {Mark} from './turns.js'
 */
import { Keyed, set, svg } from '../../lib/dom.js';
import { walkMs } from '../drawing.js';
import { Grid } from '../grid.js';
import { CORNER, columnsOf, middle, outline, rowsOf, step } from '../hexes.js';
import { Zoom } from '../zoom.js';
import { Doors, drawOwner, Prisoners } from './pieces.js';
import { planOf } from './plan.js';
import { drawWing } from './prison.js';
import { createTable, drawNames, extent } from './table.js';
import { drawTile } from './tile.js';
import { Trail } from './trail.js';
import { frameOf, keyOn, placedAt, seenAt } from './turned.js';

/** The distance around a focused cell that must be visible with it. */
const AROUND = 1.6 * CORNER;

/** The drawing of a Section X board. */
export class Scene {
  /**
   * @param {SectionXView} view
   * @param {() => void} zoomed runs when the visible part has changed
   * @param {(zone: number) => string} nameOf returns the name of a free zone
   */
  constructor(view, zoomed, nameOf) {
    const table = createTable(view, nameOf);
    this.radius = view.radius;
    this.areas = view.areas;
    this.nameOf = nameOf;
    this.root = table.root;
    /** The drawing as a whole, which may be turned. */
    this.plane = svg('g', {}, ...table.root.childNodes);
    this.root.replaceChildren(this.plane);
    this.turned = false;
    /** @type {Record<LayerName, SVGGElement>} */
    this.layers = table.layers;
    /** @type {Keyed<SVGGElement>} */
    this.tiles = new Keyed(table.layers.tiles);
    /** @type {Keyed<SVGGElement>} */
    this.zones = new Keyed(table.layers.zones);
    this.trail = new Trail(table.layers.trail);
    this.doors = new Doors(table.layers.doors);
    this.prisoners = new Prisoners(table.layers.prisoners);
    this.cells = new Grid(table.layers.cells, {
      rows: rowsOf(view.radius),
      draw: (cell) => this.#drawCell(cell),
      beside: (cell, key) => step(cell, keyOn(key, this.turned), view.radius),
      start: view.island[Math.floor(view.island.length / 2)] ?? 'g7',
    });
    this.zoom = new Zoom(table.root, extent(view.radius), zoomed);
    /** @type {Plan | null} */
    this.before = null;
    /**
     * The animation of a collapse, as soon as it has been fetched.
     *
     * @type {typeof playCollapse | null}
     */
    this.playCollapse = null;
    /** The running collapse. @type {Collapse | null} */
    this.collapse = null;
    this.restsAt = 0;
  }

  /**
   * Turns the drawing as a whole, or back.
   *
   * @param {boolean} turned whether it is turned clockwise by 90 degrees
   */
  turn(turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    this.root.classList.toggle('turned', turned);
    set(this.plane, { transform: turned ? 'rotate(90)' : null });
    for (const name of this.plane.querySelectorAll('.zone-name')) name.remove();
    this.layers.ground.append(...drawNames(this, this.nameOf, turned));
    this.cells.arrange(turned ? columnsOf(this.radius) : rowsOf(this.radius));
    this.zoom.replaceWhole(frameOf(extent(this.radius), turned));
  }

  /**
   * Returns where a point of the board is seen, in the units of the zoom.
   *
   * @param {Point} point
   */
  seen(point) {
    return seenAt(point, this.turned);
  }

  /**
   * Returns the point of the board at a point of the window.
   *
   * @param {number} x
   * @param {number} y
   */
  pointAt(x, y) {
    return placedAt(this.zoom.pointAt(x, y), this.turned);
  }

  /** Ends a running collapse. Returns whether there was one. */
  settle() {
    const running = this.fallsFor() > 0;
    this.collapse?.end();
    this.collapse = null;
    this.restsAt = 0;
    return running;
  }

  /** @param {string} cell */
  #drawCell(cell) {
    const { x, y } = middle(cell, this.radius);
    const path = svg('path', { d: outline(3), transform: `translate(${x} ${y})` });
    path.addEventListener('focus', () => {
      if (path.matches(':focus-visible')) this.zoom.reveal(this.seen({ x, y }), AROUND);
    });
    return path;
  }

  /**
   * Draws a view and animates the changes.
   *
   * @param {SectionXView} view
   * @param {Players} players
   * @param {boolean} still whether the view is shown without animations
   */
  show(view, players, still) {
    const plan = planOf(view);
    const before = this.before !== null && continues(this.before.view, view) ? this.before : null;
    this.before = plan;
    const each = before === null || still ? 0 : walkMs();
    this.root.classList.toggle('still', each === 0);
    if (before && each > 0 && collapses(before, plan)) this.#collapse(before, plan);
    this.#showTiles(plan, players, before !== null && each > 0 ? before : null);
    this.#showZones(plan, players);
    this.doors.show(plan, players.colour);
    this.prisoners.show(plan, players.colour);
  }

  /** Returns the milliseconds for which a collapse still runs; 0 without a collapse. */
  fallsFor() {
    return Math.max(0, this.restsAt - performance.now());
  }

  /**
   * Draws the marks of what the other players have done.
   *
   * @param {readonly Mark[]} marks
   * @param {Players['colour']} colour
   */
  showTrail(marks, colour) {
    if (this.before) this.trail.show(marks, this.before, colour);
  }

  /**
   * @param {Plan} plan
   * @param {Players} players
   * @param {Plan | null} before the previous plan where the arrival of new tiles is animated,
   *   otherwise `null`
   */
  #showTiles(plan, players, before) {
    const { view } = plan;
    const owners = (/** @type {SectionXLaidTile} */ tile) =>
      tile.tunnels.map((tunnel) => {
        const owner = view.tunnels[tunnel]?.owner ?? null;
        return owner === null ? null : players.colour(owner);
      });
    const laid = new Map(
      view.tiles.map((tile) => [
        `${tile.cell} ${tile.kind} ${tile.rotation} ${owners(tile).join()}`,
        tile,
      ]),
    );
    this.tiles.keep(laid.keys(), (key) => {
      const tile = /** @type {SectionXLaidTile} */ (laid.get(key));
      const { x, y } = middle(tile.cell, plan.radius);
      const drawn = drawTile(plan.sections(tile.kind), tile.rotation, owners(tile));
      const was = before?.tile(tile.cell);
      if (before && (was?.kind !== tile.kind || was.rotation !== tile.rotation))
        drawn.classList.add('arriving');
      return svg('g', { transform: `translate(${x} ${y})` }, drawn);
    });
  }

  /**
   * @param {Plan} plan
   * @param {Players} players
   */
  #showZones(plan, players) {
    /** @type {Map<string, () => SVGGElement>} */
    const drawn = new Map([
      ...plan.view.players.map((_, seat) => {
        const colour = players.colour(seat);
        return pair(`wing ${seat} ${colour}`, () => drawWing(seat, colour));
      }),
      ...plan.view.areas.flatMap(({ owner }, zone) => {
        if (owner === null) return [];
        const colour = players.colour(owner);
        return [pair(`${zone} ${colour}`, () => drawOwner(zone, plan.radius, colour))];
      }),
    ]);
    this.zones.keep(drawn.keys(), (key) => /** @type {() => SVGGElement} */ (drawn.get(key))());
  }

  /**
   * @param {Plan} before
   * @param {Plan} after
   */
  #collapse(before, after) {
    this.settle();
    this.collapse = this.playCollapse?.(this, before, after) ?? null;
    this.restsAt = performance.now() + (this.collapse?.ms ?? 0);
  }
}

/**
 * @param {string} key
 * @param {() => SVGGElement} draw
 * @returns {[string, () => SVGGElement]}
 */
const pair = (key, draw) => [key, draw];

/**
 * Returns whether the tunnels have collapsed between two views. Nothing else takes tiles away, and
 * after the last round no other one begins.
 *
 * @param {Plan} before
 * @param {Plan} after
 */
function collapses({ view: before }, { view: after }) {
  return after.round > before.round || after.tiles.length < before.tiles.length;
}

/**
 * Returns whether a view shows the same game as the previous one, at a later time.
 *
 * @param {SectionXView} before
 * @param {SectionXView} after
 */
export function continues(before, after) {
  if (before.first !== after.first || before.players.length !== after.players.length) return false;
  if (before.outcome !== null && after.outcome === null) return false;
  return (
    after.round > before.round || (after.round === before.round && after.turns >= before.turns)
  );
}
