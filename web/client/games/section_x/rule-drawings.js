/**
 * Draws the meaning of each rule of Section X.
 *
 * @import {DrawRule, Value} from '../index.js'
 */
import { line, marker, ruleDrawing, shape, star, times } from '../sketches.js';

/**
 * Returns a hexagonal tile.
 *
 * @param {number} x
 * @param {number} y
 * @param {boolean} open whether its face is up
 */
const tile = (x, y, open) => {
  const outline = `M${x} ${y - 11}l9.5 5.5v11l-9.5 5.5l-9.5 -5.5v-11Z`;
  return [
    shape(outline, open ? 'var(--tile)' : 'var(--tile-edge)', 'var(--ink-soft)'),
    open && line(`M${x - 7} ${y - 4}C${x} ${y} ${x} ${y} ${x} ${y + 9}`, 'var(--path)', 4),
  ];
};

const GREEN = 'M2 34C14 26 34 26 46 34V46H2Z';

/** @type {Readonly<Record<string, (value: Value) => Parameters<typeof ruleDrawing>>>} */
const DRAWINGS = {
  target: (value) => [
    shape(GREEN, '#6aa257'),
    times(Number(value), (at) => marker(9 + (at % 4) * 10, at < 4 ? 40 : 24, 'red', 0.5)),
    star(24, 9),
  ],
  open_piles: (value) =>
    times(2, (at) => [
      ...times(2, (under) => tile(13 + at * 22, 31 - under * 3, false)).flat(),
      ...tile(13 + at * 22, 23, value === true),
    ]).flat(),
  any_order: (value) => [
    ...tile(12, 24, true),
    marker(38, 24, 'red', 0.7),
    value === true
      ? line(
          'M15 8C20 3 28 3 33 8M29 8L34 9L34 4M33 40C28 45 20 45 15 40M19 40L14 39L14 44',
          'var(--accent)',
        )
      : line('M23.5 20L27 24L23.5 28', 'var(--accent)'),
  ],
  last_round_by_survivors: (value) => [
    shape(GREEN, '#6aa257'),
    times(3, (at) => marker(10 + at * 14, 40, 'red', 0.5)),
    times(3, (at) => marker(10 + at * 14, 20, 'blue', 0.5)),
    star(24, value === true ? 8 : 30),
  ],
};

/** @type {DrawRule} */
export function drawRule(name, value) {
  const draw = DRAWINGS[name];
  return draw ? ruleDrawing(...draw(value)) : null;
}
