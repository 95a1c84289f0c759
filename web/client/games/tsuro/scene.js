/**
 * Draws a view: the table, the tiles, the trails, the markers and the squares. The animation covers
 * the difference to the previous view.
 *
 * @import {TsuroView} from '../../protocol.js'
 * @import {Players} from '../players.js'
 * @import {Marker} from './markers.js'
 * @import {LayerName} from './table.js'
 * @import {Text} from './words.js'
 */

import { svg } from '../../lib/dom.js';
import { burst } from '../burst.js';
import { walkMs } from '../drawing.js';
import { SquareScene } from '../square-board.js';
import { corner } from '../squares.js';
import { walk, walkTime } from './animate.js';
import { facedBy, isSide, parseMark } from './geometry.js';
import { createMarkers } from './markers.js';
import { createTable } from './table.js';
import { drawTile } from './tile.js';
import { Trails } from './trail.js';
import { markerPoint, trailOf } from './walked.js';
import { squareWords } from './words.js';

/** The time that a new tile takes to settle before the markers set off, in milliseconds. */
const ARRIVAL = 180;

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
      tile?.animate(
        [
          { opacity: 0, transform: 'translateY(14px)' },
          { opacity: 1, transform: 'none' },
        ],
        { duration: ARRIVAL + 60, easing: 'ease-out' },
      );
    }
    const walkers = view.markers.flatMap((marker, seat) => {
      const from = before.markers[seat]?.path.length ?? 0;
      const pieces = this.trails.since(seat, players.colour(seat), from);
      const element = this.markers.of(seat);
      return pieces.length > 0 && element
        ? [{ marker: element, pieces, out: marker.out !== null }]
        : [];
    });
    if (walkers.length === 0) return;
    // A marker must not look eliminated before it has arrived at the point where it leaves the
    // board.
    for (const one of walkers) one.marker.classList.remove('out');
    const delay = fresh.size > 0 ? ARRIVAL : 0;
    const squares = Math.max(...walkers.map(({ pieces }) => pieces.length));
    this.restsAt = performance.now() + delay + walkTime(squares, each);
    const finish = walk(walkers, each, delay, () => {
      for (const { marker, pieces, out } of walkers) {
        marker.classList.toggle('out', out);
        const end = out && pieces.at(-1)?.pointAt(1);
        if (end) burst(this.layers.markers, end);
      }
      this.settle = () => {};
    });
    this.settle = finish;
  }
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
