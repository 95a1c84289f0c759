/**
 * The positions on a Tsuro board: ports, marks and the curves between them. The functions are pure.
 * Lengths are in the drawing's own units, and y grows to the south.
 *
 * @import {Marker, Step, TsuroView} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { once } from '../../lib/once.js';
import { corner, SQUARE, squareName } from '../squares.js';

/** The width of the rim around the squares. */
export const RIM = 30;

/** @typedef {{ from: Point, c1: Point, c2: Point, to: Point }} Curve a cubic Bézier curve */
/** @typedef {'north' | 'east' | 'south' | 'west'} Side */

/** The positions of the ports in thirds of a side, clockwise from the north-west corner. */
const PORTS = /** @type {const} */ ([
  [1, 0],
  [2, 0],
  [3, 1],
  [3, 2],
  [2, 3],
  [1, 3],
  [0, 2],
  [0, 1],
]);
/** @type {readonly Side[]} */
const SIDES = ['north', 'east', 'south', 'west'];
/** The direction into the square, for each side. */
const INWARD = { north: [0, 1], east: [-1, 0], south: [0, -1], west: [1, 0] };

/**
 * Returns the corner of a square that is farthest from all the points. Of equally distant corners,
 * the south-east one comes first.
 *
 * @param {string} square
 * @param {readonly Point[]} points
 * @returns {Point}
 */
export function freestCorner(square, points) {
  const { x, y } = corner(square);
  const corners = [
    { x: x + SQUARE, y: y + SQUARE },
    { x, y: y + SQUARE },
    { x: x + SQUARE, y },
    { x, y },
  ];
  const room = (/** @type {Point} */ at) =>
    Math.min(...points.map((point) => Math.hypot(point.x - at.x, point.y - at.y)));
  return corners.reduce((best, one) => (room(one) > room(best) + 1 ? one : best));
}

/**
 * Parses a mark into its square and ports. A side of the rim has two ports, and `port` is the first
 * of them.
 *
 * @param {string} mark a mark such as `a1:0`, or `a1:01` for a side
 */
export function parseMark(mark) {
  const [square = '', written = ''] = mark.split(':');
  const ports = [...written].map(Number);
  return { square, port: ports[0] ?? 0, ports };
}

/**
 * Returns whether a mark is a side of the rim, whose path the player still has to choose.
 *
 * @param {string} mark
 */
export function isSide(mark) {
  return parseMark(mark).ports.length === 2;
}

/**
 * Returns the side of a square on which a port lies.
 *
 * @param {number} port
 * @returns {Side}
 */
export function sideOf(port) {
  return SIDES[port >> 1] ?? 'north';
}

/**
 * Returns whether a port is the left or the upper one of its side.
 *
 * @param {number} port
 */
export function isFirst(port) {
  return [0, 2, 5, 7].includes(port);
}

/**
 * Returns the position of a port in a square whose corner is at the origin.
 *
 * @param {number} port
 * @returns {Point}
 */
export function portPoint(port) {
  const [x, y] = PORTS[port] ?? PORTS[0];
  return { x: (x * SQUARE) / 3, y: (y * SQUARE) / 3 };
}

/**
 * The distance between the squares and a marker on a side of the rim. It keeps the ports before the
 * marker visible.
 */
const ASIDE = 15;

/**
 * Returns the position of a marker on a mark.
 *
 * @param {string} mark
 * @returns {Point}
 */
export function markPoint(mark) {
  const { square, port, ports } = parseMark(mark);
  const at = plus(corner(square), portPoint(port));
  const second = ports[1];
  if (second === undefined) return at;
  const other = plus(corner(square), portPoint(second));
  const look = inward(port);
  return { x: (at.x + other.x) / 2 - look.x * ASIDE, y: (at.y + other.y) / 2 - look.y * ASIDE };
}

/**
 * Returns the direction in which a marker on a port looks.
 *
 * @param {number} port
 * @returns {Point}
 */
export function inward(port) {
  const [x = 0, y = 0] = INWARD[sideOf(port)];
  return { x, y };
}

/**
 * Returns the mark that a marker faces after it has left a square.
 *
 * @param {Step} step
 */
function beyond({ square, leave }) {
  const { x, y } = inward(leave);
  const column = String.fromCharCode(square.charCodeAt(0) - x);
  // Ports are counted clockwise, so they run in opposite directions on the two sides of an edge.
  return `${column}${Number(square.slice(1)) - y}:${(leave + (leave % 2 === 0 ? 5 : 3)) % 8}`;
}

/** Returns the squares that a marker has crossed, with the ports where it entered and left. */
export const stepsOf = once(
  /**
   * @param {Pick<Marker, 'start' | 'path'>} marker
   * @returns {readonly Step[]}
   */
  ({ start, path }) => {
    let next = start ?? '';
    return path.map((leave) => {
      const { square, port } = parseMark(next);
      const step = { square, enter: port, leave };
      next = beyond(step);
      return step;
    });
  },
);

/**
 * Returns the mark that a marker faces, or `null` before it starts and when it is out.
 *
 * @param {Pick<Marker, 'start' | 'path' | 'out'>} marker
 */
export function standOf(marker) {
  const last = stepsOf(marker).at(-1);
  if (marker.out !== null) return null;
  return last ? beyond(last) : marker.start;
}

/**
 * Returns the square that a marker faces, or `null` where it faces none.
 *
 * @param {Pick<TsuroView, 'markers'>} view
 * @param {number} seat
 */
export function facedBy({ markers }, seat) {
  const marker = markers[seat];
  const at = marker ? standOf(marker) : null;
  return at === null ? null : parseMark(at).square;
}

/**
 * Returns the path between two ports of a square with its corner at `origin`. It meets the edges at
 * right angles, so that paths of neighbouring tiles join smoothly.
 *
 * @param {number} enter
 * @param {number} leave
 * @param {Point} [origin]
 * @returns {Curve}
 */
export function curve(enter, leave, origin = { x: 0, y: 0 }) {
  const from = portPoint(enter);
  const to = portPoint(leave);
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const reach = distance * bend(enter, leave);
  const away = (/** @type {Point} */ point, /** @type {number} */ port) => {
    const direction = inward(port);
    return { x: point.x + direction.x * reach, y: point.y + direction.y * reach };
  };
  return {
    from: plus(origin, from),
    c1: plus(origin, away(from, enter)),
    c2: plus(origin, away(to, leave)),
    to: plus(origin, to),
  };
}

/**
 * Returns the distance that a curve reaches into the square, per unit of distance between its ends.
 * A loop on one side is deep, and a quarter turn is nearly a circular arc.
 *
 * @param {number} enter
 * @param {number} leave
 */
function bend(enter, leave) {
  const turn = Math.abs((enter >> 1) - (leave >> 1));
  if (turn === 0) return 1.25;
  return turn === 2 ? 0.5 : 0.4;
}

/** Returns the curve of one step of a walk, in the coordinates of the board. */
export const stepCurve = once((/** @type {Step} */ step) =>
  curve(step.enter, step.leave, corner(step.square)),
);

/**
 * The number of chords that approximate a curve. With 32 the error is a fraction of a pixel on the
 * largest board.
 */
const CHORDS = 32;

/**
 * Returns a curve parametrised by its length. The lengths are computed here, because a query to the
 * browser takes a long time in each frame of a walk.
 */
export const measure = once(
  /**
   * @param {Curve} curve
   * @returns {{ length: number, at: (part: number) => Point, timeAt: (part: number) => number }}
   *   the length of the curve and two functions. `at` and `timeAt` take 0 for the beginning and 1
   *   for the end; a time is the curve's own Bézier parameter
   */
  ({ from, c1, c2, to }) => {
    const points = Array.from({ length: CHORDS + 1 }, (_, index) => {
      const t = index / CHORDS;
      const u = 1 - t;
      const mix = (/** @type {'x' | 'y'} */ axis) =>
        u * u * u * from[axis] +
        3 * u * u * t * c1[axis] +
        3 * u * t * t * c2[axis] +
        t * t * t * to[axis];
      return { x: mix('x'), y: mix('y') };
    });
    let length = 0;
    const walked = points.map((point, index) => {
      const before = points[index - 1] ?? point;
      length += Math.hypot(point.x - before.x, point.y - before.y);
      return length;
    });
    const timeAt = (/** @type {number} */ part) => {
      const wanted = part * length;
      const next = walked.findIndex((far) => far >= wanted);
      if (next <= 0) return next === 0 ? 0 : 1;
      const start = walked[next - 1] ?? 0;
      return (next - 1 + (wanted - start) / ((walked[next] ?? length) - start)) / CHORDS;
    };
    const at = (/** @type {number} */ part) => {
      const along = timeAt(part) * CHORDS;
      const before = Math.floor(along);
      const a = points[before] ?? to;
      const b = points[before + 1] ?? to;
      return { x: a.x + (b.x - a.x) * (along - before), y: a.y + (b.y - a.y) * (along - before) };
    };
    return { length, at, timeAt };
  },
);

/**
 * Joins consecutive curves into the `d` attribute of an SVG path.
 *
 * @param {readonly Curve[]} curves
 */
export function pathOf(curves) {
  const first = curves[0];
  if (!first) return '';
  const pair = (/** @type {Point} */ { x, y }) => `${round(x)} ${round(y)}`;
  return curves.reduce(
    (path, { c1, c2, to }) => `${path}C${pair(c1)} ${pair(c2)} ${pair(to)}`,
    `M${pair(first.from)}`,
  );
}

/**
 * Returns all start marks of a board, clockwise from the north-west.
 *
 * @param {number} edge the number of squares along an edge
 */
export function rimMarks(edge) {
  const last = edge - 1;
  const along = Array.from({ length: edge }, (_, index) => index);
  return [
    ...along.flatMap((i) => [`${squareName(i, 0)}:0`, `${squareName(i, 0)}:1`]),
    ...along.flatMap((i) => [`${squareName(last, i)}:2`, `${squareName(last, i)}:3`]),
    ...along.flatMap((i) => [`${squareName(last - i, last)}:4`, `${squareName(last - i, last)}:5`]),
    ...along.flatMap((i) => [`${squareName(0, last - i)}:6`, `${squareName(0, last - i)}:7`]),
  ];
}

/**
 * Returns the mark that is nearest to a point, so that a finger need not hit a mark exactly.
 *
 * @param {readonly string[]} marks
 * @param {Point} point
 * @returns {string | null}
 */
export function nearestMark(marks, point) {
  let best = null;
  let least = Infinity;
  for (const mark of marks) {
    const at = markPoint(mark);
    const distance = Math.hypot(at.x - point.x, at.y - point.y);
    if (distance < least) {
      least = distance;
      best = mark;
    }
  }
  return best;
}

/**
 * Returns the mark that lies a number of places further round the rim.
 *
 * @param {readonly string[]} marks the marks, clockwise
 * @param {string | null} mark
 * @param {number} by
 * @returns {string | null}
 */
export function markBeside(marks, mark, by) {
  const index = mark === null ? -1 : marks.indexOf(mark);
  if (index < 0) return marks[0] ?? null;
  return marks[(index + by + marks.length) % marks.length] ?? null;
}

/**
 * Returns a string for the look of a tile at a rotation. It is equal for rotations that cannot be
 * told apart.
 *
 * @param {readonly (readonly number[])[]} paths the paths at rotation 0
 * @param {number} rotation
 */
export function look(paths, rotation) {
  return paths
    .map((ends) =>
      ends
        .map((port) => (port + 2 * rotation) % 8)
        .sort((a, b) => a - b)
        .join(''),
    )
    .sort()
    .join(' ');
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
function plus(a, b) {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
