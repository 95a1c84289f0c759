/**
 * Draws the tiles, their backs, and the tile that a star copies.
 *
 * @import {TortusTile} from '../../protocol.js'
 */
import { svg } from '../../lib/dom.js';
import { turnTo } from '../drawing.js';
import { drawStone, pictureOfSquare } from '../square-board.js';
import { SQUARE } from '../squares.js';
import { arrowsOf } from './arrows.js';
import { shellOf } from './shell.js';

const MIDDLE = SQUARE / 2;
/** The grain of the stone that the tiles are cut from. */
const GRAIN =
  'M9 17q9 -4 15 -1M61 12q8 2 19 -1M7 66q6 3 13 1M13 78q14 -3 24 1M66 74q7 -4 16 -1M72 60q5 2 10 0M8 38q4 1 8 -1M74 31q4 -2 9 0M31 8q5 2 9 0M46 83q6 -2 12 0';

/**
 * The number of squares that an arrow leads, as a figure that does not turn. It is drawn as a path,
 * because the tile has its description in words elsewhere.
 *
 * @type {Record<string, string>}
 */
const COUNTS = {
  double: 'M40.500 42.500A4.500 4.500 0 1 1 48.500 45.500L40.500 52H50',
  triple: 'M40.500 38.500H49.500L44.500 43.500A4.300 4.300 0 1 1 40.300 50',
};

/** @typedef {{ tile: TortusTile, rotation: number }} Lying a tile with its rotation */

/**
 * Draws a tile with its corner at the origin. Only its instruction turns; the light on the tile
 * keeps its direction.
 *
 * @param {Lying} lying
 * @param {Lying | null} [copied] the copied tile, if the tile is a star that copies one
 * @returns {SVGGElement}
 */
export function drawTile({ tile, rotation }, copied = null) {
  // A tile that points nowhere stays upright.
  const turns = arrowsOf(tile).length > 0;
  const turning = svg('g', { class: turns ? 'tile-paths' : '' }, ...instruction(tile));
  const grain = svg('path', { class: 'tile-grain', d: GRAIN });
  const drawn = svg('g', { class: `tile tile-${tile}` }, drawStone('tile-stone'), grain, turning);
  drawn.append(...drawCount(tile));
  if (copied) drawn.append(drawCopy(copied));
  turnTile(drawn, rotation);
  return drawn;
}

/** @param {TortusTile} tile */
function drawCount(tile) {
  const d = COUNTS[String(tile)];
  return d ? [svg('path', { class: 'tile-count', d })] : [];
}

/**
 * Draws the face of a tile at rotation 0, without its body.
 *
 * @param {TortusTile} tile
 * @returns {SVGElement[]}
 */
export function drawFace(tile) {
  return [...instruction(tile), ...drawCount(tile)];
}

/**
 * Draws the back of a tile: the shell of a tortoise.
 *
 * @param {number} [variant] the number of the shell; shells repeat after {@link SHELLS}
 * @returns {SVGGElement}
 */
export function drawBack(variant = 0) {
  const { lit, plain, dim, lines } = shellOf(variant);
  const shell = svg(
    'g',
    { class: 'tile-shell' },
    svg('circle', { class: 'shell-rim', cx: MIDDLE, cy: MIDDLE, r: 36 }),
    svg('path', { class: 'scute dim', d: dim }),
    svg('path', { class: 'scute', d: plain }),
    svg('path', { class: 'scute lit', d: lit }),
    svg('path', { class: 'shell-lines', d: lines }),
  );
  const side = SQUARE - 2;
  const tint = svg('rect', { class: 'home-tint', x: 1, y: 1, width: side, height: side, rx: 5 });
  return svg('g', { class: 'tile tile-back' }, drawStone('tile-reverse'), shell, tint);
}

/** Draws the place of a tile that has become a gap. */
export function drawGap() {
  const side = SQUARE - 12;
  return svg(
    'g',
    { class: 'tile tile-gap' },
    svg('rect', { class: 'gap', x: 6, y: 6, width: side, height: side, rx: 6 }),
  );
}

/**
 * Returns a tile, or the back of one, as a picture of its own.
 *
 * @param {Lying | null} lying the tile; `null` for the back
 * @returns {SVGSVGElement}
 */
export function pictureOf(lying) {
  return pictureOfSquare(lying === null ? drawBack() : drawTile(lying));
}

/**
 * Turns a drawn tile if it has a part that turns.
 *
 * @param {Element} tile
 * @param {number} rotation the rotation in quarter turns clockwise
 */
export function turnTile(tile, rotation) {
  turnTo(tile, rotation * 90);
}

/**
 * Draws the instruction of a tile at rotation 0.
 *
 * @param {TortusTile} tile
 * @returns {SVGElement[]}
 */
function instruction(tile) {
  switch (tile) {
    case 'knight':
      return drawKnight();
    case 'star':
      return drawStar();
    case 'hole':
      return drawHole();
    case 'pit':
      return drawPit();
    default: {
      const heads = { double: 2, triple: 3 }[String(tile)] ?? 1;
      const arms = arrowsOf(tile).map((quarter) =>
        svg('g', { transform: `rotate(${quarter * 90} ${MIDDLE} ${MIDDLE})` }, ...drawArrow(heads)),
      );
      return [
        ...arms,
        svg('circle', { class: 'arrow-hub', cx: MIDDLE, cy: MIDDLE, r: heads > 1 ? 12 : 9 }),
      ];
    }
  }
}

/**
 * Draws an arrow to the north. An arrow that leads over several squares has as many heads, one
 * behind another.
 *
 * @param {number} heads the number of heads
 */
function drawArrow(heads) {
  const head = (/** @type {number} */ top, /** @type {number} */ high) =>
    svg('path', {
      class: 'arrow-head',
      d: `M${MIDDLE} ${top}L${MIDDLE + 13} ${top + high}H${MIDDLE - 13}Z`,
    });
  if (heads === 1) {
    return [svg('path', { class: 'arrow-line', d: `M${MIDDLE} ${MIDDLE}V20` }), head(6, 17)];
  }
  // The shaft starts at the opposite side of the tile.
  const tops = heads === 2 ? [19, 5] : [24, 14, 4];
  return [
    svg('path', { class: 'arrow-line', d: `M${MIDDLE} 82V${(tops[0] ?? 0) + 8}` }),
    ...tops.map((top) => head(top, heads === 2 ? 15 : 12)),
  ];
}

/** Draws a hole with walls that are lit from above: the deeper, the darker. */
function drawHole() {
  const circle = (/** @type {string} */ name, /** @type {number} */ up, /** @type {number} */ r) =>
    svg('circle', { class: name, cx: MIDDLE, cy: MIDDLE - up, r });
  return [
    circle('hole-rim', 0, 34),
    circle('hole-wall', 0, 30),
    circle('hole-wall deeper', 1.6, 26.6),
    circle('hole-wall deepest', 3, 22.8),
    circle('hole-dark', 4.2, 18.6),
    svg('path', { class: 'hole-light', d: 'M18 54A29 29 0 0 0 72 54' }),
    svg('path', { class: 'hole-edge', d: 'M17.500 35A29 29 0 0 1 72.500 35' }),
  ];
}

/** Draws the head of a horse, for the leap of a knight. */
function drawKnight() {
  const head = [
    svg('path', {
      class: 'knight',
      d: 'M30 74H64C64 61 66 52 66 43C66 27 56 17 43 15L41 9L35.500 15.500C29 19 25 27 21.500 36C20 40 17 44 18.500 48C20 51.500 24.500 53 28 50.500C31 48 34 45.500 38 45.500C41 45.500 43 44.500 44.500 42.500C45 51 34 59 30 74Z',
    }),
    svg('circle', { class: 'knight-eye', cx: 36.5, cy: 28, r: 2.6 }),
    svg('path', { class: 'knight-line', d: 'M52 24C58 31 59.500 42 57.500 54M33 68.500H60' }),
  ];
  return [svg('g', { class: 'knight-sign' }, ...head)];
}

/**
 * Draws a star with five points. One point is blue, and a sign beyond it shows the direction in
 * which the star looks.
 */
function drawStar() {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const reach = index % 2 === 0 ? 32 : 13.5;
    return { x: MIDDLE + reach * Math.cos(angle), y: MIDDLE + 3 + reach * Math.sin(angle) };
  });
  const at = (/** @type {number} */ index) =>
    `${(points[index]?.x ?? 0).toFixed(1)} ${(points[index]?.y ?? 0).toFixed(1)}`;
  const outline = points.map((_, index) => at(index)).join('L');
  return [
    svg('path', { class: 'star', d: `M${outline}Z` }),
    svg('path', { class: 'star-tip', d: `M${at(9)}L${at(0)}L${at(1)}Z` }),
    svg('path', { class: 'star-look', d: 'M35.500 11L45 4L54.500 11' }),
  ];
}

/** Draws steps that lead down without an end. */
function drawPit() {
  const ring = (/** @type {number} */ reach, /** @type {string} */ name) => {
    const cut = reach * 0.42;
    const [a, b] = [reach, reach - cut];
    const around = [
      [-b, -a],
      [b, -a],
      [a, -b],
      [a, b],
      [b, a],
      [-b, a],
      [-a, b],
      [-a, -b],
    ];
    const d = around
      .map(([x = 0, y = 0]) => `${(MIDDLE + x).toFixed(1)} ${(MIDDLE + y).toFixed(1)}`)
      .join('L');
    return svg('path', { class: name, d: `M${d}Z` });
  };
  return [
    ring(39, 'pit-glow'),
    ring(37, 'pit-rim'),
    ring(31, 'pit-step'),
    ring(25.5, 'pit-step deep'),
    ring(20.5, 'pit-step deeper'),
    ring(16, 'pit-step deepest'),
    svg('path', {
      class: 'pit-cross',
      d: 'M38.500 38.500L51.500 51.500M51.500 38.500L38.500 51.500',
    }),
  ];
}

/**
 * Draws the tile that a star copies, small in the star's centre and in the rotation of the
 * original.
 *
 * @param {Lying} copied
 */
function drawCopy({ tile, rotation }) {
  const small = svg('g', { class: 'copy-turning' }, ...instruction(tile));
  small.setAttribute('transform', `rotate(${rotation * 90} ${MIDDLE} ${MIDDLE})`);
  return svg(
    'g',
    {
      class: 'copy',
      transform: `translate(${MIDDLE} ${MIDDLE + 3}) scale(0.46) translate(${-MIDDLE} ${-MIDDLE})`,
    },
    svg('circle', { class: 'copy-ground', cx: MIDDLE, cy: MIDDLE, r: 47 }),
    small,
  );
}
