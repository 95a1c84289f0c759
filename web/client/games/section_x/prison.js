/**
 * Draws the prison on its rock, from above: the wall, the yard, four wings and the watchtowers.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { outline, WIDE } from '../hexes.js';
import { drawThreads } from '../threads.js';

/** Half the width and half the height of a wing. */
export const BLOCK = { x: 37.5, y: 43 };
/** Half the width of the yard between the wings. */
const YARD = 7;
/** The positions of the towers with a searchlight, and the angles of their lights in degrees. */
export const TOWERS = [
  { x: -64, y: -103, light: -115 },
  { x: 64, y: -103, light: -65 },
  { x: 64, y: 103, light: 65 },
  { x: -64, y: 103, light: 115 },
];
/** The positions of the towers at the gates. */
const GATES = [
  { x: -114, y: 0 },
  { x: 114, y: 0 },
];
const TOWER = 14;
/**
 * Returns the centre of a wing.
 *
 * @param {number} seat
 * @returns {Point}
 */
export function blockPoint(seat) {
  const east = seat % 4 === 1 || seat % 4 === 2;
  const south = seat % 4 > 1;
  return {
    x: (east ? 1 : -1) * (BLOCK.x + YARD),
    y: (south ? 1 : -1) * (BLOCK.y + YARD),
  };
}

/**
 * Draws the prison without the colours of the players.
 *
 * @param {readonly Point[]} island the centres of its cells
 * @returns {SVGElement[]}
 */
export function drawPrison(island) {
  const all = (/** @type {string} */ look, /** @type {number} */ inset) =>
    svg(
      'g',
      { class: look },
      island.map(({ x, y }) =>
        svg('path', { d: outline(inset), transform: `translate(${x} ${y})` }),
      ),
    );
  const joined = island.flatMap((one, at) =>
    island
      .slice(at + 1)
      .filter(({ x, y }) => Math.hypot(x - one.x, y - one.y) < WIDE * 1.1)
      .map(({ x, y }) => `M${one.x} ${one.y}L${x} ${y}`),
  );
  return [
    all('island-shore', -7),
    all('island-cell', -1),
    all('prison-wall', 5),
    // The yard inside the wall reaches from cell to cell.
    all('prison-yard', 11),
    svg('path', { class: 'prison-ways', d: joined.join('') }),
    svg('path', { class: 'yard-lines', d: 'M-88 -22V22M88 -22V22M-30 -101H30M-30 101H30' }),
    ...[0, 1, 2, 3].map((seat) => drawBlock(seat)),
    ...[...TOWERS, ...GATES].map(drawTower),
    ...TOWERS.map(({ x, y }) => svg('circle', { class: 'lamp', cx: x, cy: y, r: 6 })),
  ];
}

/** Draws the round yard between the wings, with the sign of the section. */
export function drawYard() {
  return svg(
    'g',
    {},
    svg('circle', { class: 'yard', r: 17 }),
    svg('path', { class: 'yard-sign', d: 'M-7 -8.5L7 8.5M7 -8.5L-7 8.5' }),
  );
}

/** @param {number} seat */
const corner = (seat) => {
  const { x, y } = blockPoint(seat);
  return { x: x - BLOCK.x, y: y - BLOCK.y, width: 2 * BLOCK.x, height: 2 * BLOCK.y, rx: 4 };
};

/**
 * Draws a wing without its roof: the cells along its walls.
 *
 * @param {number} seat
 */
function drawBlock(seat) {
  const { x, y } = blockPoint(seat);
  const [left, right] = [x - BLOCK.x, x + BLOCK.x];
  const rows = [-14, 14].map((row) => `M${left} ${y + row}H${right}`);
  return svg(
    'g',
    {},
    svg('rect', { class: 'block', ...corner(seat) }),
    svg('path', { class: 'block-cells', d: rows.join('') }),
  );
}

/**
 * Draws the wall of a wing in the colour of its player, with the shape of the player at its outer
 * corner.
 *
 * @param {number} seat
 * @param {Colour} colour
 */
export function drawWing(seat, colour) {
  const { x, y } = blockPoint(seat);
  const { width, height } = corner(seat);
  const d = `M${x - BLOCK.x} ${y - BLOCK.y}h${width}v${height}h${-width}Z`;
  const sign = { x: x + Math.sign(x) * (BLOCK.x + 15), y: y + Math.sign(y) * (BLOCK.y - 20) };
  return svg(
    'g',
    { class: `wing ink-${colour}` },
    svg('path', { class: 'wing-edge', d }),
    svg('path', { class: 'wing-wall', d }),
    drawThreads(colour, d).filter((_, at) => at === 0),
    svg(
      'g',
      { transform: `translate(${sign.x} ${sign.y}) scale(0.85)` },
      svg('g', { class: 'upright' }, glyphShape(colour)),
    ),
  );
}

/** @param {Point} point */
function drawTower({ x, y }) {
  const half = TOWER * 0.62;
  return svg(
    'g',
    { class: 'tower', transform: `translate(${x} ${y})` },
    svg('circle', { class: 'tower-shade', cx: 2, cy: 3, r: TOWER }),
    svg('circle', { class: 'tower-wall', r: TOWER }),
    svg('path', {
      class: 'tower-roof',
      d: `M${-half} ${-half}H${half}V${half}H${-half}ZM${-half} ${-half}L${half} ${half}M${half} ${-half}L${-half} ${half}`,
    }),
  );
}
