/**
 * The consequences of a move, by the choices of the view: the pawn that would fall, and whether the
 * game would be over. The functions are pure.
 *
 * @import {TortusTarget, TortusView} from '../../protocol.js'
 * @import {Draft, Situation} from './draft.js'
 */
import { movingOf, targetAt } from './targets.js';

/**
 * @typedef {'loss' | 'defeat' | 'fall' | 'win'} Stake the consequence of a move for the viewer: the
 *   loss of an own pawn or of the game, or the fall of another player's pawn or the victory
 */

/**
 * Returns the consequence of a move to a square, or `null` where no pawn would fall.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @param {string | null} square
 * @returns {Stake | null}
 */
export function stakeAt({ view, own }, draft, square) {
  const moving = movingOf(view.choices, draft);
  const target = targetAt(view.choices, draft, square);
  return moving && target ? stakeOf(target, view.pawns[moving.pawn]?.seat === own) : null;
}

/**
 * @param {TortusTarget} target
 * @param {boolean} isOwn whether the pawn that would move there is the viewer's own
 * @returns {Stake | null}
 */
function stakeOf({ meets }, isOwn) {
  if (meets.type !== 'hole' && meets.type !== 'pit') return null;
  const isEnd = meets.type === 'pit' || meets.ends;
  if (isOwn) return isEnd ? 'defeat' : 'loss';
  return isEnd ? 'win' : 'fall';
}

/**
 * Returns the square where the movable pawn would win the game for the viewer, or `null`.
 *
 * @param {Situation} situation
 * @param {Draft} draft
 * @returns {string | null}
 */
export function winningSquare(situation, draft) {
  const { to = [] } = movingOf(situation.view.choices, draft) ?? {};
  const wins = to.find(({ square }) => stakeAt(situation, draft, square) === 'win');
  return wins?.square ?? null;
}

/**
 * Returns the number of pawns that have been captured one after another in the current action.
 *
 * @param {Pick<TortusView, 'steps' | 'phase'>} view
 */
export function chainOf({ steps, phase }) {
  const changes = steps.filter(({ pawn }, at) => at > 0 && steps[at - 1]?.pawn !== pawn).length;
  const isHit = phase.type === 'push' && steps.at(-1)?.pawn !== phase.pawn;
  return changes + (isHit ? 1 : 0);
}
