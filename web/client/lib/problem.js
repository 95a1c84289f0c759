/**
 * The sentences that explain refusals.
 *
 * @import {Problem} from '../protocol.js'
 * @import {Text} from './text.js'
 */
import { Refused } from './session.js';
import { list } from './text.js';

/** The file with the sentences of refusals. A room fetches it at the reader's first action. */
export const PROBLEMS = 'text/*.problems.json';

/**
 * Returns the sentence of a refusal, with the data that its code carries.
 *
 * @param {Problem} problem
 * @param {Text} text
 * @param {(seat: number) => string} name
 * @returns {string}
 */
export function sayProblem(problem, text, name) {
  switch (problem.code) {
    case 'too_fast':
      return text('problem.too_fast', { count: Math.max(1, Math.ceil(problem.again_ms / 1000)) });
    case 'too_early':
      return text('problem.too_early', {
        count: Math.max(1, Math.ceil(problem.again_ms / 60_000)),
      });
    case 'too_few':
      return text('problem.too_few', { count: problem.fewest });
    case 'no_vacation':
      return text('problem.no_vacation', { count: problem.days_left });
    case 'too_many_seated':
      return text('problem.too_many_seated', { count: problem.most });
    case 'not_ready':
      return text('problem.not_ready', { names: list(problem.seats.map(name)) });
    case 'rated_needs':
      return text(`problem.rated_${problem.need}`);
    case 'bad_settings':
    case 'bad_options':
      return text(`problem.${problem.code}`, { which: problem.which });
    default:
      return text(`problem.${problem.code}`);
  }
}

/**
 * Returns a sentence for a failed request.
 *
 * @param {unknown} error
 * @param {Text} text
 */
export function sayError(error, text) {
  if (error instanceof Refused) {
    return text(`problem.${error.code}`, { which: error.which });
  }
  return text('problem.unreachable');
}
