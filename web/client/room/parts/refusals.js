/**
 * Reports rejected requests to the reader, in a notice and aloud.
 *
 * @import {Answer} from '../link/commands.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {Problem} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { boardOf, fetchRefusals } from '../../games/modules.js';
import { sayProblem } from '../../lib/problem.js';
import { inTime } from '../../lib/wait.js';

/** The maximum time in milliseconds that a refusal waits for the sentences of the game. */
const SENTENCE_MS = 3_000;

/**
 * @typedef {ReturnType<typeof createRefusals>} Refusals
 */

/**
 * @param {RoomContext} context
 * @param {Pick<PageNotices, 'complain' | 'settle'>} notices
 */
export function createRefusals(context, notices) {
  /** Reports a failure. @param {string} sentence */
  function complain(sentence) {
    notices.complain(sentence);
    context.announce(sentence);
  }

  /** Reports the reason for a refusal. @param {Problem} problem */
  async function refuse(problem) {
    const game = context.state.view?.game;
    // Without its sentence, the refusal is reported in general words.
    if (game) await inTime(fetchRefusals(game.game), SENTENCE_MS).catch(() => {});
    complain(sayRefusal(context, problem));
  }

  /** Reports the reason if a command was rejected. @param {Answer} answer */
  function settle(answer) {
    if (answer.ok) notices.settle();
    else void refuse(answer.problem);
  }

  return { complain, refuse, settle };
}

/**
 * Returns the reason for a refusal, in the game's own words if it has any.
 *
 * @param {RoomContext} context
 * @param {Problem} problem
 */
function sayRefusal(context, problem) {
  const { state, text, name } = context;
  const game = state.view?.game;
  return (
    (game && boardOf(game.game).refusal?.(problem, context)) ?? sayProblem(problem, text, name)
  );
}
