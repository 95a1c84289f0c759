/**
 * Draws the draft of a decision on the board, and marks the pieces and the cells that it can
 * concern.
 *
 * @import {Ghost} from './ghost.js'
 * @import {Scene} from './scene.js'
 * @import {Situation} from './status.js'
 * @import {Words} from './words.js'
 */
import { cellWords } from './cell-words.js';
import { joiningCells } from './joins.js';
import { sketchOf } from './sketch.js';
import { cellsOf, liftableCells } from './targets.js';

/**
 * @param {{ scene: Scene, ghost: Ghost }} stage
 * @param {Situation} situation
 * @param {Words} words
 */
export function showDraft({ scene, ghost }, situation, words) {
  const { plan, choices, draft, own, busy } = situation;
  ghost.show(sketchOf(situation), !busy, scene.turned);
  const { tool } = draft;
  const movable = new Set(
    tool === null || tool.type === 'prisoner'
      ? choices?.steps.flatMap((one) => (one.to.length > 0 ? one.prisoners : []))
      : [],
  );
  scene.prisoners.mark(plan, {
    movable: (one) => one.seat === own && movable.has(one.number),
    chosen: (one) => one.seat === own && tool?.type === 'prisoner' && tool.number === one.number,
  });
  scene.cells.show(
    words.text('section_x.board'),
    (cell) => cellWords(situation, cell, own, words),
    new Set(cellsOf(situation)),
    null,
  );
  const joining = joiningCells(situation);
  const liftable = liftableCells(situation);
  for (const [cell, path] of scene.cells.cells) {
    path.classList.toggle('joins', joining.has(cell));
    path.classList.toggle('liftable', liftable.has(cell));
  }
}
