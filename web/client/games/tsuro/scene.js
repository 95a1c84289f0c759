/**
 * Draws a view: the table, the tiles, the trails, the markers and the squares. The animation covers
 * the difference to the previous view.
 *
 * @import {Out, TsuroView} from '../../protocol.js'
 * @import {Players} from '../players.js'
 * @import {Point} from '../squares.js'
 * @import {Walker} from './animate.js'
 * @import {Marker} from './markers.js'
 * @import {LayerName} from './table.js'
 * @import {Text} from './words.js'
 */

import { svg } from '../../lib/dom.js';
import { burst } from '../burst.js';
import { LANDING, land, REST, walkMs } from '../drawing.js';
import { SquareScene } from '../square-board.js';
import { corner, SQUARE } from '../squares.js';
import { LEAVING, leave, walk, walkTime } from './animate.js';
import { facedBy, isSide, parseMark } from './geometry.js';
import { createMarkers } from './markers.js';
import { createTable } from './table.js';
import { drawTile } from './tile.js';
import { Trails } from './trail.js';
import { APART, markerPoint, trailOf } from './walked.js';
import { squareWords } from './words.js';

/** The centre of a tile in its own coordinates. */
const MIDDLE = { x: SQUARE / 2, y: SQUARE / 2 };

/**
 * @typedef {Walker & { trail: SVGGElement | undefined, out: Out | null }} Leaver a marker that walks;
 *   `out` is the way in which it then leaves the game, or `null` if it stays
 */

/** The drawing of a Tsuro board. @extends {SquareScene<LayerName>} */
export class Scene extends SquareScene {
  /**
   * @param {number} edge the number of squares along an edge
   * @param {Text} text
   */
  constructor(edge, text) {
    super(edge, createTable(edge));
    this.text = text;
    this.trails = new Trails(this.layers.trails);
    this.markers = createMarkers(this.layers.markers);
    /** @type {TsuroView | null} */
    this.before = null;
    /** Ends the animations that still run. */
    this.settle = () => {};
    /** The time at which the markers have arrived, as in `performance.now()`. */
    this.restsAt = 0;
  }

  /**
   * Draws a view and animates the changes.
   *
   * @param {TsuroView} view
   * @param {Players} players
   * @param {boolean} still whether the view is shown without animations
   */
  show(view, players, still) {
    this.settle();
    const before = this.before !== null && continues(this.before, view) ? this.before : null;
    if (before === null) this.trails.clear();
    this.before = view;

    // A laid tile that waits for a player to choose a path already lies on the board.
    const tiles = view.waiting === null ? view.board : [...view.board, view.waiting];
    const laid = new Map(tiles.map((one) => [`${one.square} ${one.tile} ${one.rotation}`, one]));
    const last = tiles.at(-1);
    const fresh = new Set(laid.keys());
    for (const key of this.tiles.elements.keys()) fresh.delete(key);
    this.tiles.keep(laid.keys(), (key) => {
      const one = /** @type {NonNullable<ReturnType<typeof laid.get>>} */ (laid.get(key));
      const { x, y } = corner(one.square);
      return svg('g', { transform: `translate(${x} ${y})` }, drawTile(one, one.rotation));
    });
    for (const [key, one] of laid) this.tiles.get(key)?.classList.toggle('last', one === last);

    this.trails.show(
      view.markers.map((_, seat) => ({
        seat,
        colour: players.colour(seat),
        path: trailOf(view.markers, seat),
        out: view.markers[seat]?.out != null,
      })),
    );
    this.markers.show(this.#stands(view, players));
    const words = squareWords(view, players.own, this.text, players.name);
    const target = targetOf(view);
    const targets = new Set(target === null ? [] : [target]);
    const home = players.own === null ? null : facedBy(view, players.own);
    this.cells.show(
      this.text('tsuro.board'),
      (square) => words.get(square) ?? square,
      targets,
      home,
    );
    if (before !== null && !still) this.#move(before, view, players, fresh);
  }

  /**
   * @param {TsuroView} view
   * @param {Players} players
   * @returns {Marker[]}
   */
  #stands(view, players) {
    return view.markers.flatMap((marker, seat) => {
      const point = markerPoint(view.markers, seat);
      if (point === null) return [];
      const out = marker.out !== null;
      const name = players.name(seat);
      const title = out ? this.text('tsuro.marker_out', { name }) : name;
      const own = seat === players.own;
      const acting = seat === view.acting && view.phase !== 'over';
      return [{ number: seat, colour: players.colour(seat), title, point, own, acting, out }];
    });
  }

  /**
   * Animates the arrival of new tiles and the walks of the markers.
   *
   * @param {TsuroView} before
   * @param {TsuroView} view
   * @param {Players} players
   * @param {ReadonlySet<string>} fresh the keys of the new tiles
   */
  #move(before, view, players, fresh) {
    const each = walkMs();
    if (each === 0) return;
    for (const key of fresh) {
      const tile = this.tiles.get(key)?.querySelector('.tile');
      if (tile) land(tile, MIDDLE);
    }
    const walkers = this.#walkers(before, view, players);
    const walking = walkers.filter(({ pieces }) => pieces.length > 0);
    if (walking.length === 0) {
      for (const one of walkers) this.#leave(one);
      return;
    }
    // A marker must not look eliminated before it has arrived at the point where it leaves the
    // board.
    for (const { marker, trail } of walkers) {
      marker.classList.remove('out');
      trail?.classList.remove('out');
    }
    const delay = fresh.size > 0 ? LANDING + REST : 0;
    const squares = Math.max(...walking.map((one) => one.squares));
    const leaves = walkers.some(({ out }) => out !== null);
    this.restsAt = performance.now() + delay + walkTime(squares, each) + (leaves ? LEAVING : 0);
    this.settle = walk(walking, each, delay, () => {
      for (const one of walkers) this.#leave(one);
      this.settle = () => {};
    });
  }

  /**
   * Returns the markers that have walked or left the game since the previous view. Two markers that
   * collide arrive at the same time, whichever has the longer way.
   *
   * @param {TsuroView} before
   * @param {TsuroView} view
   * @param {Players} players
   * @returns {Leaver[]}
   */
  #walkers(before, view, players) {
    const walked = view.markers.map(({ path }, seat) => {
      const from = before.markers[seat]?.path.length ?? 0;
      return this.trails.since(seat, players.colour(seat), Math.min(from, path.length));
    });
    return view.markers.flatMap(({ out }, seat) => {
      const marker = this.markers.of(seat);
      const pieces = walked[seat] ?? [];
      const left = before.markers[seat]?.out ? null : out;
      if (!marker || (pieces.length === 0 && left === null)) return [];
      const other = left?.how === 'collision' ? (walked[left.with]?.length ?? 0) : 0;
      const squares = Math.max(pieces.length, other);
      const trail = this.trails.of(seat, players.colour(seat));
      return [{ marker, trail, pieces, squares, out: left }];
    });
  }

  /**
   * Shows a marker that leaves the game, after its walk.
   *
   * @param {Leaver} leaver
   */
  #leave({ marker, trail, pieces, out }) {
    if (out === null) return;
    marker.classList.add('out');
    trail?.classList.add('out');
    const last = pieces.at(-1)?.curve;
    const ahead = last ? towards(last.c2, last.to) : { x: 0, y: 0 };
    leave(marker, out.how, ahead);
    if (!last) return;
    // Markers that collide stand face to face, so the burst is in front of each.
    const far = out.how === 'collision' ? APART : 0;
    const at = { x: last.to.x + ahead.x * far, y: last.to.y + ahead.y * far };
    burst(this.layers.markers, at);
  }
}

/**
 * Returns the direction from one point to another as a vector of length 1.
 *
 * @param {Point} from
 * @param {Point} to
 * @returns {Point}
 */
function towards(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/**
 * Returns the square that the viewer's decision is about, or `null` where it concerns none.
 *
 * @param {TsuroView} view
 */
export function targetOf({ choices, waiting }) {
  switch (choices?.type) {
    case 'place':
      return choices.square;
    case 'path':
      return waiting?.square ?? null;
    default:
      return null;
  }
}

/**
 * Returns whether a view shows the same game as the previous one, at a later time.
 *
 * @param {TsuroView} before
 * @param {TsuroView} after
 */
export function continues(before, after) {
  if (before.markers.length !== after.markers.length) return false;
  if (
    !before.board.every(
      (one, index) =>
        one.square === after.board[index]?.square && one.tile === after.board[index]?.tile,
    )
  ) {
    return false;
  }
  return before.markers.every(
    ({ start }, seat) => start === null || stays(start, after.markers[seat]?.start ?? null),
  );
}

/**
 * Returns whether a start mark is still the same. A side of the rim becomes one of its two marks.
 *
 * @param {string} before
 * @param {string | null} after
 */
function stays(before, after) {
  if (after === null || before === after) return before === after;
  const [from, to] = [parseMark(before), parseMark(after)];
  return isSide(before) && from.square === to.square && from.ports.includes(to.port);
}
