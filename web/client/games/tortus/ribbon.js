/**
 * Draws the ways of pawns: one ribbon a pawn, from the square where it stood to the one where it
 * stands or fell, whatever number of steps lies between.
 *
 * @import {Colour, TortusStep} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Facing} from './facing.js'
 * @import {Trace} from './last-turn.js'
 */
import { Keyed, svg } from '../../lib/dom.js';
import { drawFoot } from './pawns.js';

/** The distance between the end of a ribbon and the centre of its last square. */
const SHORT = 27;
/** The radius of a ribbon's bends. */
const BEND = 22;
/** The distance between ribbons that lie beside each other, and of all of them together. */
const APART = 9;
const WIDE = 34;
/** The cross over a pawn that fell. */
const CROSS = 'M-9 -9L9 9M9 -9L-9 9';
/** The length of an arrowhead, and half its width. */
const HEAD = { long: 17, half: 11 };

/**
 * Returns the squares that each pawn comes to, starting with the square where it stood.
 *
 * @param {readonly TortusStep[]} steps
 * @returns {Map<number, string[]>}
 */
export function pathsOf(steps) {
  /** @type {Map<number, string[]>} */
  const paths = new Map();
  for (const { pawn, from, to } of steps) paths.set(pawn, [...(paths.get(pawn) ?? [from]), to]);
  return paths;
}

/** The ribbons of a board, and the ghosts of the pawns that fell. */
export class Ribbons {
  /**
   * @param {SVGGElement} layer
   * @param {Facing} facing
   */
  constructor(layer, facing) {
    this.facing = facing;
    /** @type {Keyed<SVGGElement>} */
    this.drawn = new Keyed(layer);
  }

  /**
   * @param {Pick<Trace, 'past' | 'current' | 'fallen'>} trace
   * @param {(pawn: number) => Colour} colour returns the colour of a pawn
   */
  show({ past, current, fallen }, colour) {
    const ways = [
      ...[...pathsOf(past)].map(([pawn, squares]) => ({ pawn, squares, over: true })),
      ...[...pathsOf(current)].map(([pawn, squares]) => ({ pawn, squares, over: false })),
    ];
    const apart = Math.min(APART, WIDE / Math.max(1, ways.length));
    /** @type {Map<string, () => SVGGElement>} */
    const known = new Map();
    for (const { pawn, square } of fallen)
      known.set(`ghost ${pawn} ${square}`, () => this.#drawGhost(square, colour(pawn)));
    for (const [index, { pawn, squares, over }] of ways.entries()) {
      const aside = (index - (ways.length - 1) / 2) * apart;
      known.set(`${over} ${pawn} ${colour(pawn)} ${aside.toFixed(1)} ${squares.join()}`, () =>
        this.#draw(squares, aside, colour(pawn)),
      );
    }
    this.drawn.keep(known.keys(), (key) => /** @type {() => SVGGElement} */ (known.get(key))());
    for (const key of known.keys())
      this.drawn.get(key)?.classList.toggle('past', key.startsWith('true'));
  }

  /**
   * @param {readonly string[]} squares
   * @param {number} aside
   * @param {Colour} colour
   */
  #draw(squares, aside, colour) {
    const points = squares.map((square) => {
      const { x, y } = this.facing.middle(square);
      return { x: x + aside, y: y + aside };
    });
    return drawRibbon(points, colour);
  }

  /**
   * @param {string} square
   * @param {Colour} colour
   */
  #drawGhost(square, colour) {
    const { x, y } = this.facing.middle(square);
    return svg(
      'g',
      { class: 'ghost-pawn', transform: `translate(${x} ${y})` },
      svg('circle', { class: 'ghost-ring', r: 19 }),
      svg('g', { class: 'ghost-body' }, ...drawFoot(colour)),
      svg('path', { class: 'cross-edge', d: CROSS }),
      svg('path', { class: 'cross-line', d: CROSS }),
    );
  }
}

/**
 * Draws a ribbon through points, with a ring at its start and an arrowhead at its end.
 *
 * @param {readonly Point[]} points
 * @param {Colour} colour
 */
export function drawRibbon(points, colour) {
  const [start] = points;
  const { line, head } = ribbonOf(points);
  return svg(
    'g',
    { class: `ribbon ink-${colour}` },
    svg('path', { class: 'ribbon-edge', d: line }),
    svg('path', { class: 'ribbon-head-edge', d: head }),
    svg('path', { class: 'ribbon-line', d: line }),
    svg('path', { class: 'ribbon-head', d: head }),
    ...(start ? [svg('circle', { class: 'ribbon-start', cx: start.x, cy: start.y, r: 6 })] : []),
  );
}

/**
 * Returns the path data of a ribbon and of its arrowhead.
 *
 * @param {readonly Point[]} points
 * @returns {{ line: string, head: string }}
 */
export function ribbonOf(points) {
  const last = points.at(-1);
  const before = points.at(-2);
  const [start] = points;
  if (!last || !before || !start) return { line: '', head: '' };
  const tip = towards(last, before, SHORT);
  const neck = towards(tip, before, HEAD.long);
  const bends = points.slice(1, -1).map((point, index) => {
    const [from, to] = [points[index] ?? point, points[index + 2] ?? point];
    return `L${pair(towards(point, from, BEND))}Q${pair(point)} ${pair(towards(point, to, BEND))}`;
  });
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const across = { x: -(last.y - before.y) / length, y: (last.x - before.x) / length };
  const wing = (/** @type {1 | -1} */ side) =>
    pair({ x: neck.x + across.x * HEAD.half * side, y: neck.y + across.y * HEAD.half * side });
  return {
    line: `M${pair(start)}${bends.join('')}L${pair(neck)}`,
    head: `M${wing(1)}L${pair(tip)}L${wing(-1)}Z`,
  };
}

/**
 * Returns the point at a distance from one point on the way to another, at most half way.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} far
 * @returns {Point}
 */
function towards(from, to, far) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(far / length, 0.5);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** @param {Point} point */
function pair({ x, y }) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
