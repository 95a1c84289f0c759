/**
 * Draws the later decisions of a proposed turn: a number on each square that one of them leads to.
 *
 * @import {TortusAction} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 */
import { svg } from '../../lib/dom.js';
import { SQUARE } from '../squares.js';

/** The distance of a number from the centre of its square, so that a pawn there stays visible. */
const ASIDE = SQUARE * 0.27;
/** The corners of a square that its numbers take in turn. */
const CORNERS = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];

/**
 * Returns the squares of the decisions that follow the first one, each with its number in the turn.
 *
 * @param {readonly TortusAction[]} rest
 * @returns {{ square: string, number: number }[]}
 */
export function stepsOf(rest) {
  return rest.flatMap((action, at) => {
    const square = 'to' in action ? action.to : 'square' in action ? action.square : null;
    return square === null ? [] : [{ square, number: at + 2 }];
  });
}

/**
 * @param {readonly TortusAction[]} rest the decisions that follow the first one
 * @param {Facing} facing
 * @returns {SVGElement[]}
 */
export function drawPlan(rest, facing) {
  /** @type {Map<string, number>} */
  const drawn = new Map();
  return stepsOf(rest).map(({ square, number }) => {
    const before = drawn.get(square) ?? 0;
    drawn.set(square, before + 1);
    const { x, y } = facing.corner(square);
    const corner = CORNERS[before % CORNERS.length] ?? { x: 0, y: 0 };
    const at = [x + SQUARE / 2 + corner.x * ASIDE, y + SQUARE / 2 + corner.y * ASIDE];
    return svg(
      'g',
      { class: 'plan-step', transform: `translate(${at.join(' ')})` },
      svg('circle', { r: 10 }),
      svg('text', { y: 4.5 }, String(number)),
    );
  });
}
