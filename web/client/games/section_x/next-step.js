/**
 * The element that a learner uses next in order to make a given decision.
 *
 * @import {SectionXAction, SectionXView} from '../../protocol.js'
 * @import {Draft} from './draft.js'
 */
import { planOf } from './plan.js';

const COMMIT = '.board-commit';

/** @param {string | undefined} name */
const cell = (name) => `.cell[data-square="${name}"]`;

/**
 * Returns the selector of that element within the board, for the current draft.
 *
 * @param {SectionXAction} action
 * @param {Draft} draft
 * @param {SectionXView} view
 * @returns {string | null} the selector, or `null` for a decision that no lesson asks for
 */
export function stepOf(action, draft, view) {
  const { tool } = draft;
  const at = (/** @type {string} */ to) => (draft.to === to ? COMMIT : cell(to));
  const holds = (/** @type {string} */ name) => tool?.type === 'tile' && tool.cell === name;
  switch (action.type) {
    case 'draw':
      return `.sx-pile:nth-child(${action.pile + 1})`;
    case 'place':
      if (tool?.type === 'stock' && tool.at === action.stock) return at(action.cell);
      return `.hand-tile:nth-child(${action.stock + 1})`;
    case 'turn':
      if (!holds(action.cell)) return cell(action.cell);
      return draft.to === action.cell && draft.turned === action.rotation ? COMMIT : '.turn-on';
    case 'relocate':
      return holds(action.from) ? at(action.to) : cell(action.from);
    case 'exchange':
      return holds(action.a) ? at(action.b) : cell(action.a);
    case 'step':
      return stepTo(action, draft, view);
    case 'door':
      if (tool?.type !== 'door') return '[data-action="door"]';
      return draft.to === action.to ? COMMIT : cell(planOf(view).cellOf(action.to));
    case 'skip_tile':
      return '.sx-skip';
    case 'end_turn':
      return draft.sure ? COMMIT : '.sx-end';
    default:
      return null;
  }
}

/**
 * Returns the selector for a step of a prisoner. A prisoner in a tunnel is chosen first, because
 * another one may be able to go to the same place. A place beside another prisoner is pointed at
 * itself, because a press on the middle of the cell chooses the other one.
 *
 * @param {Extract<SectionXAction, { type: 'step' }>} action
 * @param {Draft} draft
 * @param {SectionXView} view
 */
function stepTo({ prisoner, to }, { tool, to: drafted }, view) {
  const plan = planOf(view);
  const own = view.prisoners.find((one) => one.seat === 0 && one.number === prisoner);
  const isChosen = tool?.type === 'prisoner' && tool.number === prisoner;
  if (isChosen && drafted === to) return COMMIT;
  const isShared = view.prisoners.some((one) => one.seat === 0 && one.at === to);
  if (isChosen && isShared) return `.target[data-place="${to}"]`;
  if (isChosen || own?.at === 'block') return cell(plan.cellOf(to));
  return cell(plan.cellOf(own?.at ?? ''));
}
