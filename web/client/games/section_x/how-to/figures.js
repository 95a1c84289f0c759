/**
 * Draws the figures of the how-to page of Section X, which show parts of its board.
 *
 * @import {Colour, SectionXKind, SectionXView} from '../../../protocol.js'
 * @import {Drawing} from '../../how-to.js'
 * @import {Point} from '../../squares.js'
 * @import {Plan} from '../plan.js'
 */

import { svg } from '../../../lib/dom.js';
import { glyphShape } from '../../../lib/glyph.js';
import { CORNER, middle, outline, REACH, rowsOf, WIDE } from '../../hexes.js';
import { drawArrow, drawChoice, drawTurn } from '../../marks.js';
import { drawTarget } from '../ghost.js';
import { iconPath } from '../icons.js';
import { Doors, drawDoor, drawOwner, drawPrisoner, Prisoners } from '../pieces.js';
import { parseSpot, planOf, zoneOf } from '../plan.js';
import { createTable, extent, ZONE, zonePoint } from '../table.js';
import { drawTile } from '../tile.js';
import { AREAS, ISLAND, KINDS, RADIUS } from './tiles.js';

/**
 * @typedef {object} Figure a part of the board, or tiles without a board; cells have the same names
 *   as on the board
 * @property {readonly string[]} [shown] the rows of tiles without a board
 * @property {string} [ground] the visible cells; omitted for the whole board
 * @property {number} [above] the height of the visible area above the cells
 * @property {number} [zone] a free zone that is visible with the cells
 * @property {boolean} [blocks] whether the prisoners in their cell blocks are visible
 * @property {Readonly<Record<string, string>>} [tiles] for each cell a tile with its sixths of a
 *   turn and its owner, such as `wide_bend3 red`
 * @property {Readonly<Record<string, Colour>>} [doors] the doors, by their places
 * @property {readonly string[]} [prisoners] the prisoners, such as `red i7:0` in a tunnel or `red
 *   h7` on a cell
 * @property {readonly string[]} [left] the places where prisoners were before
 * @property {readonly string[]} [ways] the walks, such as `red h7 i7:0`
 * @property {Readonly<Record<number, Colour>>} [zones] the owners of the free zones
 * @property {string} [choices] the cells of tiles that an action concerns
 * @property {string} [allowed] the cells that something can be brought to
 * @property {readonly string[]} [barred] the impossible places: cells, or the common edge of two
 *   cells
 * @property {string} [placed] the cell that a tile is laid on
 * @property {readonly string[]} [moved] the tiles that are moved, such as `i5 k5`
 * @property {string} [turning] the cell of a tile that is being turned
 * @property {Readonly<Record<string, Colour>>} [taken] the doors that their players take back
 * @property {string} [key] the cell that a key lies on
 */

/** The colours of the seats. @type {readonly string[]} */
const COLOURS = /** @satisfies {readonly Colour[]} */ (['red', 'blue', 'yellow', 'green']);
/** The margin around the visible part. */
const MARGIN = 16;
/** The distance between adjacent tiles without a board. */
const APART = 108;
/** The number of tiles in the longest row without a board. */
const ACROSS = 4;
/** The number of prisoners of each player in their cell block. */
const IN_BLOCK = 8;

/** @param {number} seat */
const colourOf = (seat) => /** @type {Colour} */ (COLOURS[seat]);
/** @param {string} [cells] */
const named = (cells) => (cells ? cells.split(' ') : []);
/** @param {string} cell */
const at = (cell) => middle(cell, RADIUS);

/**
 * @param {Figure} figure
 * @returns {Drawing}
 */
export function draw(figure) {
  if (figure.shown) return drawShown(figure.shown);
  const { ground, zones = {}, prisoners = [], left = [] } = figure;
  const plan = planOf(viewOf(figure));
  const { layers } = createTable(plan.view);
  const beside =
    ground === undefined
      ? '.sign'
      : figure.zone === undefined
        ? '.sign, .block, .zone, .zone-way, .zone-place'
        : '.sign, .block';
  for (const one of layers.ground.querySelectorAll(beside)) one.remove();
  if (ground !== undefined) {
    for (const one of layers.ground.querySelectorAll('.tower, .lamp, .yard-lines, .block-cells'))
      one.remove();
    layers.yard.replaceChildren();
  }
  for (const [zone, colour] of Object.entries(zones)) {
    const sign = svg('g', { transform: 'scale(2.6)' }, glyphShape(colour));
    layers.zones.append(
      drawOwner(Number(zone), RADIUS, colour),
      placed(zonePoint(Number(zone), RADIUS), sign),
    );
  }
  for (const [cell, written] of Object.entries(figure.tiles ?? {})) {
    const { kind, rotation, owner } = tileOf(written);
    const sections = plan.sections(kind);
    layers.tiles.append(
      placed(
        at(cell),
        drawTile(
          sections,
          rotation,
          sections.map(() => owner),
        ),
      ),
    );
  }
  layers.ghost.append(
    ...named(figure.choices).map((cell) =>
      placed(
        at(cell),
        drawChoice((look) => svg('path', { class: look, d: outline(4) })),
      ),
    ),
  );
  new Doors(layers.doors).show(plan, colourOf);
  new Prisoners(layers.prisoners).show(plan, colourOf);
  layers.prisoners.append(
    ...prisoners.filter((one) => !isInTunnel(one)).map((one) => drawStanding(one, plan)),
  );
  layers.targets.append(
    ...left.map((one) => svg('g', { class: 'faint' }, drawStanding(one, plan))),
  );
  layers.targets.append(...(figure.ways ?? []).map((way) => drawWay(way, plan)));
  layers.confirm.append(...marksOf(figure));
  return {
    box: ground === undefined ? whole() : around(named(ground), figure),
    parts: Object.values(layers),
  };
}

/**
 * Returns the part of a view that the figure needs.
 *
 * @param {Figure} figure
 * @returns {SectionXView}
 */
function viewOf({ ground, tiles = {}, doors = {}, prisoners = [], blocks = false }) {
  const seen = new Set(ground === undefined ? rowsOf(RADIUS).flat() : named(ground));
  const areas = AREAS.map((cells) => ({
    cells: named(cells).filter((cell) => seen.has(cell)),
    owner: null,
  }));
  const others = new Set([...ISLAND, ...areas.flatMap(({ cells }) => cells)]);
  const standing = prisoners.filter(isInTunnel).map((one, number) => {
    const [colour, where = ''] = one.split(' ');
    return { seat: COLOURS.indexOf(colour ?? ''), number, at: where };
  });
  const inBlocks = COLOURS.flatMap((_, seat) =>
    Array.from({ length: blocks ? IN_BLOCK : 0 }, (_, number) => ({
      seat,
      number: 10 + number,
      at: 'block',
    })),
  );
  const view = {
    radius: RADIUS,
    kinds: KINDS,
    island: ISLAND.filter((cell) => seen.has(cell)),
    areas,
    cells: [...seen].filter((cell) => !others.has(cell)),
    tiles: Object.entries(tiles).map(([cell, written]) => ({
      cell,
      ...tileOf(written),
      tunnels: [],
    })),
    tunnels: [],
    doors: Object.entries(doors).map(([where, colour]) => ({
      seat: COLOURS.indexOf(colour),
      at: where,
    })),
    prisoners: [...standing, ...inBlocks],
  };
  return /** @type {SectionXView} */ (/** @type {unknown} */ (view));
}

/**
 * @param {string} written a tile such as `wide_bend3 red`
 * @returns {{ kind: SectionXKind, rotation: number, owner: Colour | null }}
 */
function tileOf(written) {
  const [, kind, rotation, owner] = /^([a-z_]+)(\d?)(?: (\w+))?$/.exec(written) ?? [];
  return /** @type {ReturnType<typeof tileOf>} */ ({
    kind,
    rotation: Number(rotation),
    owner: owner ?? null,
  });
}

/**
 * Returns whether a prisoner is in a tunnel, as opposed to on a cell or in a free zone.
 *
 * @param {string} prisoner a prisoner such as `red i7:0`
 */
function isInTunnel(prisoner) {
  return parseSpot(prisoner.split(' ')[1] ?? '') !== null;
}

/**
 * @param {string} prisoner
 * @param {Plan} plan
 */
function drawStanding(prisoner, plan) {
  const [colour, where = ''] = prisoner.split(' ');
  return placed(
    pointOf(where, plan),
    svg('g', { transform: 'scale(1.25)' }, drawPrisoner(/** @type {Colour} */ (colour))),
  );
}

/**
 * @param {string} where a cell, a tunnel or a free zone
 * @param {Plan} plan
 */
function pointOf(where, plan) {
  const zone = zoneOf(where);
  if (zone !== null) return zonePoint(zone, RADIUS);
  return parseSpot(where) === null ? at(where) : plan.stand(where);
}

/**
 * @param {string} way a walk such as `red h7 i7:0`
 * @param {Plan} plan
 */
function drawWay(way, plan) {
  const [colour, ...stops] = way.split(' ');
  const points = stops.map((stop) => pointOf(stop, plan));
  return drawArrow(shortened(points, 24), /** @type {Colour} */ (colour));
}

/**
 * Draws the marks on the board that show where objects can go and where they cannot.
 *
 * @param {Figure} figure
 * @returns {SVGElement[]}
 */
function marksOf(figure) {
  const { barred = [], moved = [], taken = {}, placed: laid, turning, key } = figure;
  return [
    ...named(figure.allowed).map((cell) =>
      drawTarget({ at: at(cell), shape: 'cell', look: 'open' }),
    ),
    ...barred.map((cells) =>
      drawTarget({ at: between(named(cells).map(at)), shape: 'point', look: 'barred' }),
    ),
    ...moved.map((way) =>
      drawArrow(aside(shortened(named(way).map(at), 36), moved.length > 1 ? 14 : 0), null),
    ),
    ...(laid === undefined
      ? []
      : [
          drawArrow(
            [
              { ...at(laid), y: at(laid).y - 118 },
              { ...at(laid), y: at(laid).y - 34 },
            ],
            null,
          ),
        ]),
    ...(turning === undefined ? [] : [drawTurn(at(turning), WIDE * 0.62)]),
    ...Object.entries(taken).flatMap(([cell, colour]) => {
      const { x, y } = at(cell);
      return [
        placed({ x: x + 26, y: y - 66 }, svg('g', { class: 'faint' }, drawDoor(colour))),
        drawArrow(
          [
            { x: x - 6, y: y - 22 },
            { x: x - 6, y: y - 74 },
          ],
          null,
        ),
      ];
    }),
    ...(key === undefined
      ? []
      : [
          placed(
            at(key),
            svg('path', {
              class: 'key',
              transform: 'scale(2.6) translate(-12 -12)',
              d: iconPath('key'),
            }),
          ),
        ]),
  ];
}

/**
 * @param {readonly Point[]} points
 * @param {number} by the distance between the ends of a way and the objects there
 * @returns {Point[]}
 */
function shortened(points, by) {
  const toward = (/** @type {Point | undefined} */ end, /** @type {Point | undefined} */ next) => {
    if (!end || !next) return [];
    const length = Math.hypot(next.x - end.x, next.y - end.y) || 1;
    return [
      { x: end.x + ((next.x - end.x) / length) * by, y: end.y + ((next.y - end.y) / length) * by },
    ];
  };
  return [
    ...toward(points[0], points[1]),
    ...points.slice(1, -1),
    ...toward(points.at(-1), points.at(-2)),
  ];
}

/**
 * @param {readonly Point[]} points
 * @param {number} by the distance to the right of the direction of the points
 * @returns {Point[]}
 */
function aside(points, by) {
  const [from, to] = points;
  if (!from || !to) return [];
  const angle = Math.atan2(to.y - from.y, to.x - from.x) + Math.PI / 2;
  return points.map(({ x, y }) => ({ x: x + Math.cos(angle) * by, y: y + Math.sin(angle) * by }));
}

/** @param {readonly Point[]} points */
function between(points) {
  const mean = (/** @type {'x' | 'y'} */ axis) =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return { x: mean('x'), y: mean('y') };
}

/**
 * Draws tiles without a board, in rows.
 *
 * @param {readonly string[]} rows
 * @returns {Drawing}
 */
function drawShown(rows) {
  const kinds = new Map(KINDS.map(({ kind, sections }) => [kind, sections]));
  const tiles = rows.flatMap((row, y) =>
    named(row).map((written, x) => {
      const { kind, rotation } = tileOf(written);
      const before = (ACROSS - named(row).length) / 2;
      return placed(
        { x: (before + x + 0.5) * APART, y: (y + 0.5) * (APART + 8) },
        drawTile(kinds.get(kind) ?? [], rotation),
      );
    }),
  );
  return { box: [-8, -8, ACROSS * APART + 16, rows.length * (APART + 8) + 16], parts: tiles };
}

/**
 * Returns the visible area of a part of the board.
 *
 * @param {readonly string[]} cells
 * @param {Pick<Figure, 'above' | 'zone'>} more
 * @returns {Drawing['box']}
 */
function around(cells, { above = 0, zone }) {
  const reach = { x: REACH + MARGIN, y: CORNER + MARGIN };
  const corners = cells.map(at).flatMap(({ x, y }) => [
    { x: x - reach.x, y: y - reach.y - above },
    { x: x + reach.x, y: y + reach.y },
  ]);
  if (zone !== undefined)
    corners.push({ x: zonePoint(zone, RADIUS).x + ZONE + MARGIN, y: corners[0]?.y ?? 0 });
  const [x, y] = [
    Math.min(...corners.map((one) => one.x)),
    Math.min(...corners.map((one) => one.y)),
  ];
  const [right, bottom] = [
    Math.max(...corners.map((one) => one.x)),
    Math.max(...corners.map((one) => one.y)),
  ];
  return [x, y, right - x, bottom - y];
}

/** @returns {Drawing['box']} */
function whole() {
  const { x, y, width, height } = extent(RADIUS);
  return [x, y, width, height];
}

/**
 * @param {Point} point
 * @param {...SVGElement} parts
 */
function placed({ x, y }, ...parts) {
  return svg('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ...parts);
}
