/**
 * Draws the meaning of each rule of Tsuro.
 *
 * @import {DrawRule, Value} from '../index.js'
 */
import { barred, box, line, marker, ruleDrawing, star, times } from '../sketches.js';

const INK = 'var(--ink-soft)';
const RED = 'var(--seat-red)';

/**
 * @param {number} x
 * @param {number} y
 * @param {number} [side]
 */
const tile = (x, y, side = 18) => box(x, y, side, side, 'var(--tile)', 'var(--tile-edge)');

/**
 * @param {number} x
 * @param {number} y
 * @param {number} [side]
 */
const back = (x, y, side = 18) => box(x, y, side, side, 'var(--table)', 'var(--ink-soft)');

/**
 * Returns a tile with two paths.
 *
 * @param {number} x
 * @param {number} y
 */
const openTile = (x, y) => [
  tile(x, y),
  line(
    `M${x + 6} ${y}C${x + 6} ${y + 9} ${x + 12} ${y + 9} ${x + 12} ${y + 18}`,
    'var(--path-edge)',
    2.6,
  ),
  line(
    `M${x} ${y + 6}C${x + 9} ${y + 6} ${x + 9} ${y + 12} ${x + 18} ${y + 12}`,
    'var(--path-edge)',
    2.6,
  ),
];

/**
 * Returns the tile of the dragon.
 *
 * @param {number} x
 * @param {number} y
 */
const dragon = (x, y) => [
  box(x, y, 16, 16, 'var(--accent-soft)', 'var(--accent)'),
  line(
    `M${x + 3} ${y + 11}C${x + 6} ${y + 3} ${x + 9} ${y + 15} ${x + 13} ${y + 5}`,
    'var(--accent)',
    2.4,
  ),
];

/**
 * Returns a pile of tiles.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} count
 */
const pile = (x, y, count) => times(count, (at) => tile(x, y - at * 2.5));

/** @type {Readonly<Record<string, (value: Value) => Parameters<typeof ruleDrawing>>>} */
const DRAWINGS = {
  start: (value) => [
    box(4, 14, 40, 30, 'var(--tile)', 'var(--tile-edge)'),
    line('M16 14V20M32 14V20', 'var(--path-edge)', 3),
    value === 'marks'
      ? marker(16, 12, 'red', 0.8)
      : [
          line('M16 20C16 30 10 34 10 44M32 20C32 30 38 34 38 44', RED, 2, '3 4'),
          marker(24, 12, 'red', 0.8),
        ],
  ],
  suicide_rule: (value) => [
    tile(3, 3, 20),
    line('M8 23C8 12 16 13 30 13', RED),
    box(3, 27, 42, 19, 'var(--tile)', 'var(--tile-edge)'),
    line('M3 37C14 37 14 37 18 37M45 37C34 37 34 37 30 37', INK, 2),
    marker(19, 37, 'red', 0.5),
    marker(30, 37, 'blue', 0.5),
    value !== false && barred(37, 13),
    value === true && barred(24, 37),
  ],
  bonus: (value) => [
    openTile(2, 15),
    openTile(28, 15),
    value === true
      ? line(
          'M12 10C16 3 30 3 35 10M31 9L36 11L37 5M36 38C32 45 18 45 13 38M17 39L12 37L11 43',
          'var(--accent)',
        )
      : line('M24 8V40', INK, 2, '2 4'),
  ],
  dragon: (value) => [
    value === 'leaflet' && dragon(9, 30),
    value === '2005' && dragon(5, 30),
    pile(value === '2020' ? 3 : 14, value === '2020' ? 26 : 20, value === '2005' ? 2 : 4),
    value === '2020' && dragon(28, 27),
    value === '2005' && line('M14 40C26 46 34 46 40 36M35 37L41 34L42 41', 'var(--accent)', 2),
  ],
  eliminated: (value) => [
    pile(26, 26, 4),
    marker(11, 39, 'red', 0.6),
    line('M7 35L15 43M15 35L7 43', 'var(--warn)', 2),
    tile(4, 10, 14),
    value === 'shuffled'
      ? line('M19 10C26 4 34 5 36 12M31 10L36 13L39 8', 'var(--accent)')
      : line('M4 28H18', INK, 2, '2 3'),
  ],
  tiles: (value) => (value === 35 ? [pile(15, 24, 4)] : [pile(3, 26, 6), pile(26, 26, 6)]),
  open_hands: (value) => [
    ...[4, 26].map((x) => (value === true ? openTile(x, 10) : [back(x, 10)])),
    marker(24, 39, 'blue', 0.8),
  ],
  most_loops: (value) =>
    value === true
      ? [
          line('M4 40C14 40 30 34 30 22S16 10 16 22S34 36 40 26', RED, 3),
          marker(40, 25, 'red', 0.6),
          star(40, 10),
        ]
      : [line('M4 40C14 40 34 36 40 26', RED, 3), marker(40, 25, 'red', 0.6)],
  longest: (value) =>
    value === true
      ? [
          line('M4 44C4 24 22 44 22 26S8 14 18 8S40 10 34 24', RED, 3),
          marker(34, 25, 'red', 0.6),
          star(39, 12),
        ]
      : [
          box(5, 12, 38, 32, 'none', INK),
          line('M15 44C15 36 22 36 24 30', RED, 3),
          marker(24, 28, 'red', 0.7),
          star(24, 10),
        ],
  edge: (value) => {
    const count = Number(value);
    const step = 42 / 10;
    const side = step * count;
    const from = 24 - side / 2;
    const at = (/** @type {number} */ one) => (from + one * step).toFixed(1);
    const lines = times(
      count + 1,
      (one) => `M${at(one)} ${from}v${side}M${from} ${at(one)}h${side}`,
    );
    return [
      box(from, from, side, side, 'var(--table)'),
      line(lines.join(''), 'var(--table-ink)', 0.6),
    ];
  },
};

/** @type {DrawRule} */
export function drawRule(name, value) {
  const draw = DRAWINGS[name];
  return draw ? ruleDrawing(...draw(value)) : null;
}
