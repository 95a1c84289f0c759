/**
 * Draws the meaning of each rule of Tortus.
 *
 * @import {DrawRule} from '../index.js'
 */
import { barred, box, line, marker, ruleDrawing } from '../sketches.js';

/** @type {DrawRule} */
export function drawRule(name, value) {
  if (name !== 'strict_open') return null;
  const result =
    value === true
      ? [
          line('M28 14C38 14 38 20 37 25M33 22L37 27L41 22', 'var(--warn)'),
          marker(36, 37, 'red', 0.85),
          line('M29 30L43 44M43 30L29 44', 'var(--warn)', 2.4),
        ]
      : [barred(26, 26, 8), marker(36, 38, 'red', 0.7)];
  return ruleDrawing(
    box(4, 4, 22, 22, '#5d7f6f', 'rgb(0 0 0 / 30%)'),
    line('M15 9L20 12V18L15 21L10 18V12Z', '#86a595', 1.4),
    ...result,
  );
}
